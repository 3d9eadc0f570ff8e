import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { ReactNode } from "react";
import type { CompiledSchema, Whitespace } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { CodeEditor } from "./editor/CodeEditor";
import { grammarReader } from "./editor/setup";
import { shown } from "./json/place";
import type { Linked } from "./useLink";

interface Props {
  compiled: CompiledSchema | null;
  /** `old`: the schema has changed since and does not compile. */
  state: "compiling" | "current" | "old";
  whitespace: Whitespace;
  onWhitespace: (whitespace: Whitespace) => void;
  linked: Linked;
  onView: (view: EditorView | null) => void;
  onUpdate: (update: ViewUpdate) => void;
}

const SPACES: [Whitespace, string][] = [
  ["spaced", "after : and ,"],
  ["compact", "none"],
  ["any", "any"],
];

export function GrammarPanel({
  compiled,
  state,
  whitespace,
  onWhitespace,
  linked,
  onView,
  onUpdate,
}: Props): ReactNode {
  return (
    <section className="bench-panel grammar-side" aria-labelledby="grammar-title">
      <div className="bench-head">
        <h3 id="grammar-title">Grammar (GBNF)</h3>
        <label className="small end">
          Spaces{" "}
          <select value={whitespace} onChange={({ target }) => onWhitespace(target.value as Whitespace)}>
            {SPACES.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Copy text={() => compiled?.gbnf ?? ""}>Copy</Copy>
      </div>
      <CodeEditor
        label="Grammar, read-only"
        value={compiled?.gbnf ?? ""}
        extensions={grammarReader}
        readOnly
        onView={onView}
        onUpdate={onUpdate}
      />
      <p className="small quiet bench-foot">
        <span role="status">{words(state, compiled)}</span> {marked(linked)}
      </p>
    </section>
  );
}

function words(state: Props["state"], compiled: CompiledSchema | null): string {
  if (state === "compiling") return "Compiling…";
  if (state === "current") return "";
  return compiled ? "Of the last schema that compiled." : "Nothing compiled yet.";
}

function marked({ rules, pointer }: Linked): string {
  if (rules.length === 0) return "The cursor in the schema marks its rules here, and the other way round.";
  const FEW = 4;
  const names = rules.slice(0, FEW).map(({ rule }) => rule);
  const more = rules.length > FEW ? ` and ${rules.length - FEW} more` : "";
  const from = pointer === null ? "the compiler’s own, used in several places" : `from ${shown(pointer)}`;
  return `Marked: ${names.join(", ")}${more}; ${from}.`;
}
