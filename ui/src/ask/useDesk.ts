/** What lies on the desk: the question, how it was changed, its answer, what is looked at. */

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RefObject } from "react";
import type { AskOutcome, DocumentSummary, ModelSummary, ParsedQuestion } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import type { Route } from "../frame/workspace";
import { byName } from "../kit/format";
import { useLoad } from "../kit/useLoad";
import { barredKnowledge } from "../metadata/rows";
import { rulesOf, useMetadataRules } from "../metadata/useMetadataRules";
import { useAdministered } from "../settings/useAdministered";
import type { Shown } from "./AskEvidence";
import { canEach, usualHow } from "./how";
import type { How } from "./how";
import { questionOf, UNCHANGED, withType } from "./changes";
import type { Changes } from "./changes";
import { targetOf } from "./target";
import { useAsk } from "./useAsk";
import { useEach } from "./useEach";
import type { EachState } from "./useEach";
import type { AskState } from "./useAsk";
import { useChosen } from "./useChosen";
import type { Chosen } from "./useChosen";
import { useHistory } from "./useHistory";
import type { History } from "./useHistory";
import { expected, usePace } from "./usePace";
import type { Expected } from "./usePace";
import { useParsed } from "./useParsed";
import { t } from "../language/language";

export interface Desk {
  text: string;
  write: (text: string) => void;
  /** A question from elsewhere: nothing that was changed before goes with it. */
  put: (text: string) => void;
  box: RefObject<HTMLTextAreaElement | null>;
  changes: Changes;
  change: (changes: Changes) => void;
  parsed: ParsedQuestion | null;
  chosen: Chosen;
  state: AskState;
  /** What each document says; null: that was not asked. */
  each: EachState | null;
  /** How several documents are asked, and whether each can be. */
  how: How;
  canEach: boolean;
  setHow: (how: How) => void;
  /** How long the whole answer takes; null: nothing was asked on this machine yet. */
  expected: Expected | null;
  ask: () => Promise<void>;
  cancel: () => void;
  open: (recordId: string) => Promise<void>;
  history: History;
  /** Which documents the earlier questions are about, in words. */
  about: string;
  shown: Shown | null;
  show: (place: Place | null) => void;
}

export type Place = Turnless<Shown>;
type Turnless<T> = T extends Shown ? Omit<T, "turn"> : never;

export function useDesk(list: DocumentSummary[]): Desk {
  const { backend, route } = useWorkspace();
  const [text, setText] = useState("");
  const [changes, change] = useState(UNCHANGED);
  const [shown, show] = useShown();
  const box = useRef<HTMLTextAreaElement>(null);
  const ticked = useChosen(list, useBarred(list));
  const { state, ask, cancel, open, clear } = useAsk(backend);
  const each = useEach(backend);
  // What a person said, until another question is put.
  const [said, setHow] = useState<How | null>(null);
  // An earlier question brings its documents back; the list that it was opened from stays as it is meanwhile.
  const [kept, setKept] = useState<string[] | null>(null);
  const chosen = useMemo(() => releasing(ticked, () => setKept(null)), [ticked]);
  const asked = kept ?? chosen.ids;
  const any = asked.length === 0 || asked.length === list.length;
  const history = useHistory(backend, any ? [] : asked, any);
  const question = questionOf(text, chosen.ids, changes);
  const parsed = useParsed(backend, question);
  const possible = canEach(chosen.ids.length, changes);
  const how = possible ? (said ?? usualHow(parsed, changes)) : "together";
  const answered = state.kind === "answered" ? state.outcome.record_id : "";
  const pace = usePace(backend, changes.answerType ?? parsed?.answer_type ?? null, `${answered} ${each.state?.run ?? ""}`);

  function put(words: string): void {
    setText(words);
    change(UNCHANGED);
    setHow(null);
    box.current?.focus();
  }

  function present(outcome: AskOutcome | null): void {
    if (outcome) show(outcome.response.citations.length > 0 ? { kind: "citation", index: 0 } : null);
  }

  async function openRecord(recordId: string): Promise<void> {
    each.clear();
    const outcome = await open(recordId);
    if (!outcome) return;
    setKept(asked);
    ticked.only(outcome.document_ids);
    setText(outcome.question);
    change({ ...UNCHANGED, conditions: outcome.conditions });
    present(outcome);
  }

  useRouted(route, ({ documentIds, recordId, question: words, answerType }) => {
    if (documentIds) chosen.only(documentIds);
    if (answerType) {
      change(withType(UNCHANGED, answerType));
      return box.current?.focus();
    }
    if (recordId) return void openRecord(recordId);
    if (words === undefined && !documentIds) return undefined;
    clear();
    each.clear();
    show(null);
    return words === undefined ? box.current?.focus() : put(words);
  });

  return {
    text,
    write: (words) => {
      setText(words);
      if (words.trim() === "") change(UNCHANGED);
    },
    put,
    box,
    changes,
    change,
    parsed,
    chosen,
    state,
    each: each.state,
    how,
    canEach: possible,
    setHow,
    expected: expected(pace, how === "each" ? chosen.ids.length : 1),
    ask: async () => {
      show(null);
      if (how === "each") {
        clear();
        await each.ask(
          question,
          list.filter(({ id }) => chosen.has(id)).toSorted((one, other) => byName(one.title, other.title)),
        );
      } else {
        each.clear();
        present(await ask(question));
      }
      history.reload();
    },
    cancel: () => {
      cancel();
      each.cancel();
    },
    open: openRecord,
    history,
    about: any ? t("ask.aboutAny") : t("ask.aboutWhat", { what: targetOf(list, asked) ?? t("ask.aboutNone") }),
    shown,
    show,
  };
}

/** The same choice, that tells when a person changes it. */
function releasing(chosen: Chosen, release: () => void): Chosen {
  const then =
    <T extends unknown[]>(act: (...given: T) => void) =>
    (...given: T) => {
      release();
      act(...given);
    };
  return { ...chosen, set: then(chosen.set), only: then(chosen.only) };
}

/** By id, the kind of knowledge of the documents that the policy does not let be shown. */
function useBarred(list: DocumentSummary[]): ReadonlyMap<string, string> {
  const rules = rulesOf(useMetadataRules());
  return useMemo(() => {
    const kinds = list.map((document): [string, string | null] => [document.id, barredKnowledge(document, rules)]);
    return new Map(kinds.filter((pair): pair is [string, string] => pair[1] !== null));
  }, [list, rules]);
}

/** What is looked at; the same place again is another turn. */
function useShown(): [Shown | null, (next: Place | null) => void] {
  const [shown, setShown] = useState<Shown | null>(null);
  const turn = useRef(0);
  const show = useCallback((next: Place | null) => {
    turn.current += 1;
    setShown(next && { ...next, turn: turn.current });
  }, []);
  return [shown, show];
}

type AskRoute = Extract<Route, { view: "ask" }>;

/** Follows the route, once each time it changes. */
function useRouted(route: Route, follow: (route: AskRoute) => void): void {
  const followed = useRef<Route | null>(null);
  useEffect(() => {
    if (route.view !== "ask" || followed.current === route) return;
    followed.current = route;
    follow(route);
  });
}

export interface AnswerModels {
  models: ModelSummary[];
  /** The one that is taken where none is chosen. */
  standard: string | null;
  /** An administrator chose it for everybody. */
  isModelLocked: boolean;
}

/** Models that can answer, as far as their files are there. */
export function useAnswerModels(): AnswerModels {
  const { backend, settings } = useWorkspace();
  const isModelLocked = useAdministered().isLocked("answer_model");
  const [load] = useLoad(useCallback(() => backend.models.list(), [backend]));
  return useMemo(() => {
    const known = load.state === "there" ? load.value : [];
    const models = known.filter(({ purpose, present }) => present && purpose.includes("answer"));
    const usual = models.find((model) => model.default)?.name ?? null;
    return { models, standard: settings.answer_model ?? usual, isModelLocked };
  }, [load, settings.answer_model, isModelLocked]);
}
