/** Documents and earlier questions, the question and its answer, the evidence: side by side. */

import { useEffect, useMemo, useRef, useState } from "react";
import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from "react";
import { AnswerCard } from "../answer/AnswerCard";
import { stateOf } from "../answer/words";
import type { DocumentSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { AskEvidence } from "./AskEvidence";
import { Chips } from "./Chips";
import { DocumentChooser } from "./DocumentChooser";
import { EachTable } from "./EachTable";
import { HowChoice } from "./HowChoice";
import { HistoryList } from "./HistoryList";
import { ImportList } from "./ImportList";
import { OfferedQuestions } from "./OfferedQuestions";
import { QuestionForm } from "./QuestionForm";
import { RailEdge, useRailWidth } from "./RailEdge";
import { RunCard } from "./RunCard";
import { targetOf } from "./target";
import { useAnswerModels, useDesk } from "./useDesk";
import type { Desk } from "./useDesk";
import { t } from "../language/language";

export function AskDesk({ list }: { list: DocumentSummary[] }): ReactNode {
  const desk = useDesk(list);
  const { offered, setPrintable } = useWorkspace();
  const width = useRailWidth();
  const [rail, setRail] = useState(false);
  const { state, chosen, shown } = desk;
  const asked = useMemo(() => list.filter(({ id }) => chosen.has(id)), [list, chosen]);
  const target = targetOf(list, chosen.ids);
  const side = useRef<HTMLElement>(null);

  const record = state.kind === "answered" ? state.outcome.record_id : null;
  useEffect(() => setPrintable("ask", record), [setPrintable, record]);

  function toDocuments(): void {
    setRail(true);
    requestAnimationFrame(() => side.current?.querySelector("input")?.focus());
  }

  // Escape that closes a menu, which lies outside of the desk, is not meant for the question.
  function press(event: KeyboardEvent<HTMLElement>): void {
    const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === "Escape" && inside) desk.cancel();
  }

  return (
    <div className="ask" onKeyDown={press}>
      <div className="ask-inner" style={{ "--rail": `${width.rem}rem` } as CSSProperties}>
        <Rail side={side} list={list} desk={desk} open={rail} onOpen={setRail} />
        <RailEdge width={width} />
        <div className="desk">
          <ImportList />
          <Asking desk={desk} asked={asked} target={target} onDocuments={toDocuments} />
          {desk.each && <EachTable each={desk.each} onCancel={desk.cancel} onShow={desk.show} />}
          <Outcome desk={desk} />
          {state.kind !== "asking" && desk.each?.run !== "running" && <OfferedQuestions questions={offered} onChoose={desk.put} />}
        </div>
        <div className="ask-evidence">
          <AskEvidence
            shown={shown}
            citations={state.kind === "answered" ? state.outcome.response.citations : []}
            asked={asked}
          />
        </div>
      </div>
    </div>
  );
}

interface RailProps {
  side: RefObject<HTMLElement | null>;
  list: DocumentSummary[];
  desk: Desk;
  open: boolean;
  onOpen: (open: boolean) => void;
}

function Rail({ side, list, desk, open, onOpen }: RailProps): ReactNode {
  const { chosen, history, about, state } = desk;
  return (
    <aside ref={side} className={open ? "rail open" : "rail"} aria-label={t("ask.rail")}>
      <button type="button" className="rail-toggle" aria-expanded={open} onClick={() => onOpen(!open)}>
        {t("ask.railToggle", { asked: chosen.ids.length, all: list.length })}
      </button>
      <div className="rail-body">
        <DocumentChooser
          documents={list}
          chosen={chosen}
          onRead={(documentId) => desk.show({ kind: "document", documentId })}
        />
        <HistoryList
          history={history}
          about={about}
          shown={state.kind === "answered" ? state.outcome.record_id : null}
          onOpen={(recordId) => void desk.open(recordId)}
        />
      </div>
    </aside>
  );
}

interface AskingProps {
  desk: Desk;
  asked: DocumentSummary[];
  target: string | null;
  onDocuments: () => void;
}

function Asking({ desk, asked, target, onDocuments }: AskingProps): ReactNode {
  const { types } = useWorkspace();
  const { parsed, state } = desk;
  const models = useAnswerModels();
  return (
    <QuestionForm
      text={desk.text}
      asking={state.kind === "asking" || desk.each?.run === "running"}
      target={target}
      expected={desk.expected}
      box={desk.box}
      onText={desk.write}
      onAsk={() => void desk.ask()}
    >
      {parsed && (
        <Chips
          parsed={parsed}
          types={types}
          {...models}
          changes={desk.changes}
          onChanges={desk.change}
          asked={asked}
          documents={target ?? "none"}
          onDocuments={onDocuments}
        />
      )}
      {desk.text.trim() !== "" && asked.length > 1 && (
        <HowChoice how={desk.how} possible={desk.canEach} onHow={desk.setHow} />
      )}
    </QuestionForm>
  );
}

/** What became of the question. */
function Outcome({ desk }: { desk: Desk }): ReactNode {
  const { state, shown, show, changes, parsed } = desk;
  switch (state.kind) {
    case "idle":
      return null;
    case "opening":
      return <p className="waiting quiet">{t("ask.openingRecord")}</p>;
    case "cancelled":
      return (
        <p className="notice" role="status">
          {t("ask.cancelled")}
        </p>
      );
    case "failed":
      return <FailureNotice failure={state.failure} />;
    case "asking":
      return (
        <RunCard {...state} expected={desk.expected?.seconds ?? null} answerType={changes.answerType ?? parsed?.answer_type ?? "text"} onCancel={desk.cancel} />
      );
    case "answered":
      return (
        <>
          <p className="spoken" role="status">
            {stateOf(state.outcome.response).words}
          </p>
          <AnswerCard
            key={state.outcome.record_id}
            outcome={state.outcome}
            shown={shown?.kind === "citation" ? shown.index : null}
            onCitation={(index) => show({ kind: "citation", index })}
            onLines={(place, beside) => show({ kind: "lines", ...place, beside: beside ?? [place] })}
          />
        </>
      );
  }
}

