import { setDiagnostics } from "@codemirror/lint";
import type { EditorView, ViewUpdate } from "@codemirror/view";
import { useEffect } from "react";
import type { ReactNode } from "react";
import type { KeywordReport } from "../backend/wire";
import type { Draft } from "./draft";
import { CodeEditor } from "./editor/CodeEditor";
import { goTo } from "./editor/marks";
import { schemaEditor, schemaReader } from "./editor/setup";
import { keysOf, shown } from "./json/place";
import { read } from "./json/read";
import { keyword, positionOf } from "./keywords";
import { diagnostics } from "./problems";
import type { Problem } from "./problems";
import { t } from "../language/language";

interface Props {
  draft: Draft;
  problems: Problem[];
  report: KeywordReport[];
  /** JSON Pointer at the cursor. */
  spot: string | null;
  view: EditorView | null;
  onView: (view: EditorView | null) => void;
  onUpdate: (update: ViewUpdate) => void;
  onChange: (schema: string) => void;
}

export function SchemaPanel({ draft, problems, report, spot, view, onView, onUpdate, onChange }: Props): ReactNode {
  const { schema, origin } = draft;
  const readOnly = origin === "built-in";
  useEffect(() => {
    view?.dispatch(setDiagnostics(view.state, diagnostics(problems, report, read(schema))));
  }, [view, problems, report, schema]);
  return (
    <section className="bench-panel schema-side" aria-labelledby="schema-title">
      <div className="bench-head">
        <h3 id="schema-title">{t("contracts.schema")}</h3>
        <p className="small quiet" id="schema-keys">
          {readOnly ? t("contracts.readOnly") : t("contracts.keysHint")}
        </p>
      </div>
      <CodeEditor
        label={readOnly ? t("contracts.schemaReadOnly") : t("contracts.schema")}
        value={schema}
        extensions={readOnly ? schemaReader : schemaEditor}
        readOnly={readOnly}
        describedBy="schema-keys"
        onView={onView}
        onUpdate={(update) => {
          onUpdate(update);
          if (update.docChanged) onChange(update.state.doc.toString());
        }}
      />
      <p className="small quiet bench-foot">
        {spot === null ? t("contracts.cursorHint") : about(spot, report)}
      </p>
      {problems.length > 0 && <Problems problems={problems} onGo={(problem) => view && goTo(view, problem)} />}
    </section>
  );
}

/** What stands at a place of the schema, and what becomes of it. */
function about(pointer: string, report: KeywordReport[]): string {
  const keys = keysOf(pointer);
  const known = positionOf(keys.slice(0, -1)).at === "schema" ? keyword(keys.at(-1) ?? "") : null;
  const entry = report.find((one) => one.pointer === pointer);
  const fates = {
    enforced: t("contracts.fates.enforced"),
    annotation: t("contracts.fates.annotation"),
    residual: t("contracts.fates.residual", { why: entry?.reason ?? t("contracts.fates.left") }),
  };
  const words = [known?.meaning, entry && fates[entry.enforcement]].filter(Boolean).join("; ");
  return words ? `${shown(pointer)}: ${words}.` : shown(pointer);
}

function Problems({ problems, onGo }: { problems: Problem[]; onGo: (problem: Problem) => void }): ReactNode {
  const FEW = 5;
  return (
    <div className="schema-problems" role="status">
      <ul>
        {problems.slice(0, FEW).map((problem) => (
          <li key={`${problem.from} ${problem.words}`} className={problem.severity}>
            <button type="button" className="link" onClick={() => onGo(problem)}>
              {problem.place}
            </button>
            <span>{problem.words}</span>
          </li>
        ))}
      </ul>
      {problems.length > FEW && <p className="small">{t("contracts.andMore", { count: problems.length - FEW })}</p>}
    </div>
  );
}
