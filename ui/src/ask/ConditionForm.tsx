/** The parameters of a condition, to be written anew. */

import { useId, useState } from "react";
import type { ReactNode } from "react";
import { daysInWords, firstDay, lastDay } from "../answer/conditionWords";
import { rangeOf } from "./conditions";
import type { Written, WrittenKind } from "./conditions";
import { t } from "../language/language";

export const FORM_TITLE: Record<WrittenKind, string> = {
  pages: t("ask.onlyPages"),
  lines: t("ask.onlyLines"),
  dated: t("ask.onlyDated"),
};

interface Props {
  kind: WrittenKind;
  /** What stands there; null for a new condition. */
  condition: Written | null;
  onWritten: (condition: Written) => void;
}

export function ConditionForm({ kind, condition, onWritten }: Props): ReactNode {
  if (kind === "dated") return <DaysForm condition={condition?.kind === "dated" ? condition : null} onWritten={onWritten} />;
  return <RangeForm kind={kind} condition={condition?.kind === kind ? condition : null} onWritten={onWritten} />;
}

interface RangeProps {
  kind: "pages" | "lines";
  condition: { first: number; last: number } | null;
  onWritten: Props["onWritten"];
}

function RangeForm({ kind, condition, onWritten }: RangeProps): ReactNode {
  const [first, setFirst] = useState(condition ? String(condition.first) : "");
  const [last, setLast] = useState(condition ? String(condition.last) : "");
  const range = rangeOf(first, last);
  return (
    <Form
      ready={range !== null}
      wrong={first.trim() !== "" && range === null ? t(`ask.range.${kind}.wrong`) : null}
      hint={t("ask.oneAlone")}
      submit={t(`ask.range.${kind}.submit`)}
      onSubmit={() => range && onWritten({ kind, ...range })}
    >
      <Field label={t(`ask.range.${kind}.first`)} text={first} onText={setFirst} numeric />
      <Field label={t(`ask.range.${kind}.last`)} text={last} onText={setLast} numeric />
    </Form>
  );
}

interface DaysProps {
  condition: { from: string | null; to: string | null } | null;
  onWritten: Props["onWritten"];
}

function DaysForm({ condition, onWritten }: DaysProps): ReactNode {
  const [from, setFrom] = useState(condition?.from ?? "");
  const [to, setTo] = useState(condition?.to ?? "");
  const days = daysOf(from, to);
  const empty = from.trim() === "" && to.trim() === "";
  const unread = empty || days ? null : t("ask.noDates");
  return (
    <Form
      ready={days !== null}
      wrong={unread}
      hint={t("ask.datesHint")}
      submit={t("ask.askOnly")}
      onSubmit={() => days && onWritten({ kind: "dated", ...days })}
    >
      <Field label={t("ask.from")} text={from} onText={setFrom} />
      <Field label={t("ask.to")} text={to} onText={setTo} />
      {days && (
        <p className="small" role="status">
          {t("ask.dated", { days: daysInWords(days.from, days.to) })}
        </p>
      )}
    </Form>
  );
}

/** The days from the beginning of one date to the end of another; null where they cannot be read or are out of order. */
function daysOf(from: string, to: string): { from: string | null; to: string | null } | null {
  const first = from.trim() === "" ? null : firstDay(from);
  const last = to.trim() === "" ? null : lastDay(to);
  const unread = (first === null && from.trim() !== "") || (last === null && to.trim() !== "");
  if (unread || (first === null && last === null)) return null;
  return first !== null && last !== null && first > last ? null : { from: first, to: last };
}

interface FieldProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  numeric?: boolean;
}

function Field({ label, text, onText, numeric = false }: FieldProps): ReactNode {
  return (
    <label>
      {label}
      <input
        value={text}
        inputMode={numeric ? "numeric" : undefined}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
      />
    </label>
  );
}

interface FormProps {
  ready: boolean;
  /** Why what is written cannot be used; null where it can, or nothing is written. */
  wrong: string | null;
  hint: string;
  submit: string;
  onSubmit: () => void;
  children: ReactNode;
}

function Form({ ready, wrong, hint, submit, onSubmit, children }: FormProps): ReactNode {
  const id = useId();
  return (
    <form
      aria-describedby={id}
      onSubmit={(event) => {
        event.preventDefault();
        // A form within the question's form by way of React, though not of the page.
        event.stopPropagation();
        if (ready) onSubmit();
      }}
    >
      {children}
      {wrong && (
        <p className="small wrong" role="status">
          {wrong}
        </p>
      )}
      <p id={id} className="small quiet">
        {hint}
      </p>
      <button type="submit" className="primary" disabled={!ready}>
        {submit}
      </button>
    </form>
  );
}
