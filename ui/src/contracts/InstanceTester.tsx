import type { EditorView } from "@codemirror/view";
import { useEffect, useMemo, useState } from "react";
import type { ReactNode } from "react";
import type { InstanceVerdict, Violation, Whitespace } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { FailureNotice } from "../kit/FailureNotice";
import { StateWord } from "../kit/StateWord";
import { CodeEditor } from "./editor/CodeEditor";
import { goTo, mark } from "./editor/marks";
import type { Mark } from "./editor/marks";
import { instanceEditor } from "./editor/setup";
import { partOf, shown } from "./json/place";
import { read } from "./json/read";
import { useLater } from "./useLater";
import { wordsOf } from "./verdict";
import { t } from "../language/language";

interface Props {
  /** Null while it does not compile. */
  schema: string | null;
  whitespace: Whitespace;
  instance: string;
  onChange: (instance: string) => void;
}

/** A box for one value: what grammar and validator say of it, and where it leaves the grammar. */
export function InstanceTester({ schema, whitespace, instance, onChange }: Props): ReactNode {
  const { backend } = useWorkspace();
  const [view, setView] = useState<EditorView | null>(null);
  const work = useMemo(() => {
    if (schema === null || instance === "") return null;
    return () => backend.contracts.test(schema, whitespace, instance);
  }, [backend, schema, whitespace, instance]);
  const { value, failure, pending } = useLater(work);
  const verdict = work && !pending ? value : null;
  useEffect(() => {
    if (view) mark(view, verdict ? marksOf(verdict, instance) : []);
  }, [view, verdict, instance]);

  function jump(violation: Violation): void {
    const part = partOf(read(instance), violation.pointer);
    if (view && part) goTo(view, part);
  }

  return (
    <section className="bench-panel" aria-labelledby="tester-title">
      <div className="bench-head">
        <h3 id="tester-title">{t("contracts.try")}</h3>
        <p className="small quiet">{t("contracts.tryHint")}</p>
      </div>
      <CodeEditor
        label={t("contracts.valueToTry")}
        value={instance}
        extensions={instanceEditor}
        low
        onView={setView}
        onUpdate={(update) => update.docChanged && onChange(update.state.doc.toString())}
      />
      <div className="tester-verdict" role="status">
        {verdict && <Verdict verdict={verdict} instance={instance} onJump={jump} view={view} />}
        {!verdict && instance !== "" && (
          <p className="quiet">{schema === null ? t("contracts.compileFirst") : t("contracts.checking")}</p>
        )}
      </div>
      {failure && <FailureNotice failure={failure} />}
    </section>
  );
}

interface VerdictProps {
  verdict: InstanceVerdict;
  instance: string;
  view: EditorView | null;
  onJump: (violation: Violation) => void;
}

function Verdict({ verdict, view, onJump }: VerdictProps): ReactNode {
  const { tone, state, words } = wordsOf(verdict);
  const { accepted, offset, line, column, reason, violations } = verdict;
  return (
    <>
      <p>
        <StateWord tone={tone}>{state}</StateWord> {words}
      </p>
      {!accepted && (
        <p className="leaving">
          <button type="button" className="link" onClick={() => view && goTo(view, { from: offset, to: offset + 1 })}>
            {t("contracts.lineColumn", { line, column })}
          </button>
          <span>{t("contracts.outside", { reason })}</span>
        </p>
      )}
      {violations && violations.length > 0 && (
        <ul className="keyword-list" aria-label={t("contracts.finds")}>
          {violations.map((violation) => (
            <li key={`${violation.pointer} ${violation.message}`}>
              <button type="button" className="link fixed" onClick={() => onJump(violation)}>
                {shown(violation.pointer)}
              </button>
              <span>{violation.message}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function marksOf({ accepted, offset, violations }: InstanceVerdict, instance: string): Mark[] {
  const reading = read(instance);
  const broken = (violations ?? []).flatMap(({ pointer }): Mark[] => {
    const part = partOf(reading, pointer);
    return part && part.pointer !== "" ? [{ from: part.from, to: part.to, class: "cm-violation" }] : [];
  });
  if (accepted) return broken;
  const sign = instance.codePointAt(offset);
  const to = sign === undefined ? offset : offset + String.fromCodePoint(sign).length;
  return [{ from: offset, to, class: "cm-leaves" }, ...broken];
}
