/** The parameters of a condition, to be written anew. */

import { useId, useState } from "react";
import type { ReactNode } from "react";
import { daysInWords, firstDay, lastDay } from "../answer/conditionWords";
import { rangeOf } from "./conditions";
import type { Written, WrittenKind } from "./conditions";

export const FORM_TITLE: Record<WrittenKind, string> = {
  pages: "Only these pages",
  lines: "Only these lines",
  dated: "Only documents dated",
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
      wrong={first.trim() !== "" && range === null ? `Count ${kind} from 1, the first before the last.` : null}
      hint="For one alone, leave the last empty."
      submit={`Look only on these ${kind}`}
      onSubmit={() => range && onWritten({ kind, ...range })}
    >
      <Field label={`First of the ${kind}`} text={first} onText={setFirst} numeric />
      <Field label={`Last of the ${kind}`} text={last} onText={setLast} numeric />
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
  const unread = empty || days ? null : "These are no dates, or the last comes before the first.";
  return (
    <Form
      ready={days !== null}
      wrong={unread}
      hint="A year, a month or a day: 2019, 2019-05 or 2019-05-31. One of both may be left empty. Documents without a date are left out."
      submit="Ask only these documents"
      onSubmit={() => days && onWritten({ kind: "dated", ...days })}
    >
      <Field label="From" text={from} onText={setFrom} />
      <Field label="To" text={to} onText={setTo} />
      {days && (
        <p className="small" role="status">
          Dated {daysInWords(days.from, days.to)}
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
