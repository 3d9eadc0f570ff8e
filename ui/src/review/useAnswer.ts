/** An answer as it was shown, and what people say of it. */

import { useCallback, useState } from "react";
import { answerOf } from "../backend/answer";
import { asFailure } from "../backend/backend";
import type { AskOutcome, Correction, Failure, NewReview, Standing, Verdict } from "../backend/wire";
import type { Cited } from "../evidence/EvidenceViewer";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import type { Load } from "../kit/useLoad";
import { valueInWords } from "../answer/valueWords";

export interface Reviewed {
  outcome: AskOutcome;
  standing: Standing;
}

export interface HeldAnswer {
  answer: Load<Reviewed>;
  failure: Failure | null;
  /** Null: it was not recorded, and `failure` says why. */
  give: (verdict: Verdict, reason: string, correction: Correction | null) => Promise<Standing | null>;
}

export function useAnswer(answerId: string): HeldAnswer {
  const { backend, settings } = useWorkspace();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [answer, reload] = useLoad(
    useCallback(async (): Promise<Reviewed> => {
      const [outcome, standing] = await Promise.all([backend.questions.outcome(answerId), backend.reviews.standing(answerId)]);
      return { outcome, standing };
    }, [backend, answerId]),
  );
  const reviewer = settings.reviewer ?? "";
  const give = useCallback(
    async (verdict: Verdict, reason: string, correction: Correction | null) => {
      try {
        const review: NewReview = { answer_id: answerId, verdict, reviewer, reason, correction };
        await backend.reviews.give(review);
        setFailure(null);
        reload();
        return await backend.reviews.standing(answerId);
      } catch (thrown) {
        setFailure(asFailure(thrown));
        return null;
      }
    },
    [backend, answerId, reviewer, reload],
  );
  return { answer, failure, give };
}

/** The values of an answer in words. */
export function valuesOf({ response }: AskOutcome): string[] {
  return (answerOf(response.answer)?.items ?? []).map(({ value }) => valueInWords(response.answer_type, value));
}

/** Citations as places to mark; a correction, where there is one, in their stead. */
export function citedIn({ outcome, standing }: Reviewed): { documentId: string; cited: Cited[] } {
  const corrected = standing.settled?.place;
  if (corrected) {
    const { document_id, line_start, line_end, quote } = corrected;
    return { documentId: document_id, cited: [{ first: line_start, last: line_end, quote, label: "1" }] };
  }
  const { citations } = outcome.response;
  const documentId = citations[0]?.document_id ?? outcome.document_ids[0] ?? "";
  const here = citations.filter((citation) => citation.document_id === documentId);
  const cited = here.map(({ line_start, line_end, quote }, index): Cited => ({
    first: line_start,
    last: line_end,
    quote,
    label: String(index + 1),
  }));
  return { documentId, cited };
}
