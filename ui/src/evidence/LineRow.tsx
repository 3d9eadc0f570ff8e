import type { ReactNode } from "react";
import type { LineStore } from "./lineStore";
import { MarkedText } from "./MarkedText";
import { citedAt, rangesOf } from "./marks";
import type { Marks } from "./marks";
import { t } from "../language/language";

interface Props {
  number: number;
  lines: LineStore;
  marks: Marks;
  mail: boolean;
}

/** One numbered line; what was cited is said in words and by colour. */
export function LineRow({ number, lines, marks, mail }: Props): ReactNode {
  const line = lines.line(number);
  const cited = citedAt(marks, number);
  const labels = cited.map((index) => marks.cited[index]?.label ?? "");
  const ranges = line ? rangesOf(line, marks, lines) : [];
  const heading = mail && line ? headingOf(number, line.text) : null;
  const active = cited.includes(marks.active);
  const kind = ["line", heading && "mail-heading", cited.length > 0 && "cited", active && "active"];
  return (
    <div className={kind.filter(Boolean).join(" ")} data-line={number}>
      <span className="number">{number}</span>
      <span className="tag">{labels.length > 0 && t("evidence.cited", { labels: labels.join(", ") })}</span>
      <span className="words">
        {line && heading && ranges.length === 0 ? (
          <>
            <b>{heading}</b>
            {line.text.slice(heading.length)}
          </>
        ) : (
          <MarkedText text={line?.text ?? ""} ranges={ranges} />
        )}
      </span>
    </div>
  );
}

/** Lines of a mail's head stand before its first blank line; more than these there are none. */
const LAST_OF_HEAD = 6;

function headingOf(number: number, text: string): string | null {
  return number <= LAST_OF_HEAD ? (/^(?:From|To|Cc|Date|Subject): /.exec(text)?.[0] ?? null) : null;
}
