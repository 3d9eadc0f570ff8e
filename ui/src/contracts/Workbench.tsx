/** One type: its name, its schema with the grammar beside it, the report, the tester. */

import type { EditorView } from "@codemirror/view";
import { useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { Whitespace } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import type { Draft } from "./draft";
import { goTo } from "./editor/marks";
import { GrammarPanel } from "./GrammarPanel";
import { InstanceTester } from "./InstanceTester";
import { partOf } from "./json/place";
import { read } from "./json/read";
import { problemsOf } from "./problems";
import { ReportPanel } from "./ReportPanel";
import { SchemaPanel } from "./SchemaPanel";
import { TypeBar } from "./TypeBar";
import type { Contracts } from "./useContracts";
import { useLater } from "./useLater";
import { useLink } from "./useLink";
import { t } from "../language/language";

interface Props {
  draft: Draft;
  contracts: Contracts;
  /** The type was removed: the focus needs another place. */
  onGone: () => void;
}

export function Workbench({ draft, contracts, onGone }: Props): ReactNode {
  const { backend } = useWorkspace();
  const { schema } = draft;
  const [whitespace, setWhitespace] = useState<Whitespace>("spaced");
  const [schemaView, setSchemaView] = useState<EditorView | null>(null);
  const [grammarView, setGrammarView] = useState<EditorView | null>(null);
  const reading = useMemo(() => read(schema), [schema]);
  const broken = reading.faults.some(({ mild }) => !mild);
  const work = useMemo(
    () => (broken ? null : () => backend.contracts.compile(schema, whitespace)),
    [backend, broken, schema, whitespace],
  );
  const compiled = useLater(work);
  const problems = useMemo(() => problemsOf(schema, reading, compiled.failure), [schema, reading, compiled.failure]);
  const link = useLink(reading, compiled.value, schemaView, grammarView);
  const placed = problems.some(({ severity }) => severity === "error");
  const sound = !broken && !compiled.failure;

  function jump(pointer: string): void {
    const part = partOf(reading, pointer);
    if (schemaView && part) goTo(schemaView, { from: part.key?.from ?? part.from, to: part.to });
  }

  return (
    <section
      className="workbench view-body"
      aria-label={t("contracts.answerType")}
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key !== "s") return;
        event.preventDefault();
        event.currentTarget.querySelector<HTMLButtonElement>("[data-save]")?.click();
      }}
    >
      <TypeBar draft={draft} contracts={contracts} sound={!broken} onGone={onGone} />
      {compiled.failure && !placed && <FailureNotice failure={compiled.failure} />}
      <div className="workbench-panels">
        <SchemaPanel
          draft={draft}
          problems={problems}
          report={compiled.value?.report ?? []}
          spot={link.pointer}
          view={schemaView}
          onView={setSchemaView}
          onUpdate={link.onSchema}
          onChange={(changed) => contracts.change(draft, { schema: changed })}
        />
        <GrammarPanel
          compiled={compiled.value}
          state={compiled.pending ? "compiling" : sound ? "current" : "old"}
          whitespace={whitespace}
          onWhitespace={setWhitespace}
          linked={link.linked}
          onView={setGrammarView}
          onUpdate={link.onGrammar}
        />
        <ReportPanel compiled={compiled.value} current={sound} onJump={jump} />
        <InstanceTester
          schema={sound ? schema : null}
          whitespace={whitespace}
          instance={draft.instance}
          onChange={(instance) => contracts.change(draft, { instance })}
        />
      </div>
    </section>
  );
}
