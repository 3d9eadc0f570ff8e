import type { Keeping } from "../keeping";
import type { DocumentSummary, Keeping as KeepingState, KeptSubject, StandingHold } from "../wire";
import { SAMPLE } from "./document";

/** An answer of the audit trail that is past its period as soon as one is set. */
const OLD_ANSWER: KeptSubject = { what: "answer", id: "0000000000000003" };
const NO_REASON = { kind: "vault", message: "A hold and its release have a reason.", help: "Say why." };

/** The shelf and the removed documents are those of `fakeDocuments`. */
export function fakeKeeping(documents: DocumentSummary[], removed: Map<string, DocumentSummary>): Keeping {
  let holds: StandingHold[] = [];
  let periods: { documents: string | null; answers: string | null } = { documents: null, answers: null };
  let erased = false;

  function titleOf({ id }: KeptSubject): string | null {
    return documents.find((one) => one.id === id)?.title ?? removed.get(id)?.title ?? null;
  }

  function due(): KeepingState["due"] {
    const keeping = (subject: KeptSubject): string | null =>
      holds.find((hold) => hold.subject.id === subject.id)?.record_id ?? null;
    const span = { since: "2016-02-29", kept_until: "2026-02-28" };
    const sample: KeptSubject = { what: "document", id: SAMPLE.id };
    const old = documents.some(({ id }) => id === SAMPLE.id);
    const ofDocuments = periods.documents !== null && old ? [{ subject: sample, words: SAMPLE.title, ...span, held_by: keeping(sample) }] : [];
    const ofAnswers =
      periods.answers !== null && !erased ? [{ subject: OLD_ANSWER, words: "Who is the broker?", ...span, held_by: keeping(OLD_ANSWER) }] : [];
    return [...ofDocuments, ...ofAnswers];
  }

  return {
    state: async () => ({
      ...periods,
      holds: [...holds],
      due: due(),
      due_in_all: due().length,
      due_free: due().filter(({ held_by }) => held_by === null).length,
      removed: [...removed.values()].map(({ id, title }) => ({ id, title, removed_at: "2026-11-21T08:00:00Z" })),
    }),
    hold: async (subject, { reason, by }) => {
      if (reason.trim() === "") throw NO_REASON;
      const record_id = `000000000000000${holds.length + 5}`;
      const said = by.trim() === "" ? null : by.trim();
      holds = [...holds, { record_id, subject, words: titleOf(subject), since: "2026-11-21T09:00:00Z", reason, by: said }];
    },
    release: async (hold, { reason }) => {
      if (reason.trim() === "") throw NO_REASON;
      holds = holds.filter(({ record_id }) => record_id !== hold);
    },
    setRetention: async (ofDocuments, ofAnswers) => {
      periods = { documents: ofDocuments, answers: ofAnswers };
    },
    applyRetention: async () => {
      const all = due();
      const free = all.filter(({ held_by }) => held_by === null);
      for (const { subject } of free) {
        const at = documents.findIndex(({ id }) => id === subject.id);
        if (at >= 0) documents.splice(at, 1);
        if (subject.what === "answer") erased = true;
      }
      return { erased: free.length, held: all.length - free.length };
    },
  };
}
