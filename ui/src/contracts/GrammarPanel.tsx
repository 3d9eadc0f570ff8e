import type { EditorView, ViewUpdate } from "@codemirror/view";
import type { ReactNode } from "react";
import type { CompiledSchema, Whitespace } from "../backend/wire";
import { Copy } from "../kit/Copy";
import { CodeEditor } from "./editor/CodeEditor";
import { grammarReader } from "./editor/setup";
import { shown } from "./json/place";
import type { Linked } from "./useLink";
import { t } from "../language/language";

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
  ["spaced", t("contracts.spaces.spaced")],
  ["compact", t("contracts.spaces.none")],
  ["any", t("contracts.spaces.any")],
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
        <h3 id="grammar-title">{t("contracts.grammar")}</h3>
        <label className="small end">
          {t("contracts.spacesLabel")}{" "}
          <select value={whitespace} onChange={({ target }) => onWhitespace(target.value as Whitespace)}>
            {SPACES.map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Copy text={() => compiled?.gbnf ?? ""}>{t("contracts.copy")}</Copy>
      </div>
      <CodeEditor
        label={t("contracts.grammarReadOnly")}
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
  if (state === "compiling") return t("contracts.compiling");
  if (state === "current") return "";
  return compiled ? t("contracts.ofLast") : t("contracts.nothingCompiled");
}

function marked({ rules, pointer }: Linked): string {
  if (rules.length === 0) return t("contracts.marksHint");
  const FEW = 4;
  const names = rules.slice(0, FEW).map(({ rule }) => rule).join(", ");
  const from = pointer === null ? t("contracts.markedOwn") : t("contracts.markedFrom", { place: shown(pointer) });
  return rules.length > FEW ? t("contracts.markedMore", { names, count: rules.length - FEW, from }) : t("contracts.marked", { names, from });
}
