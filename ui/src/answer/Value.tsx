/**
 * A typed value as a person reads it. One renderer per answer type; a type
 * without one, or a value that is not in its type's form, is shown by the
 * fallback, so that nothing the service answered is ever hidden.
 */

import type { ReactNode } from "react";
import { day } from "../kit/format";
import { durationInWords } from "./duration";
import { looksLikeFigure, plain } from "./words";
import { LOCALE, t } from "../language/language";
import "./value.css";

type Fields = Record<string, unknown>;

export function Value({ type, value }: { type: string; value: unknown }): ReactNode {
  return RENDERERS[type]?.(value) ?? <Fallback value={value} />;
}

/** Types whose values stand right-aligned in a column of their own. */
export function isFigure(type: string): boolean {
  return type === "amount" || type === "number" || type === "percentage";
}

const RENDERERS: Record<string, (value: unknown) => ReactNode | null> = {
  amount: (value) =>
    figureOf(value, (fields) => ({
      before: text(fields["currency"]),
      after: text(fields["unit"]),
      money: true,
    })),
  number: (value) => figureOf(value, (fields) => ({ after: text(fields["unit"]) })),
  percentage: (value) =>
    figureOf(value, (fields) => {
      const whole = text(fields["of"]);
      return { after: "%", beside: whole && t("answer.of", { whole }) };
    }),
  date: (value) => {
    const { iso, original } = fieldsOf(value);
    if (typeof iso !== "string") return null;
    return (
      <div className="value">
        <Day iso={iso} />
        <AsWritten original={original} />
      </div>
    );
  },
  date_range: (value) => {
    const { iso_start, iso_end, original } = fieldsOf(value);
    const [start, end] = [text(iso_start), text(iso_end)];
    if (!start && !end) return null;
    return (
      <div className="value">
        {start && (
          <>
            {end ? "" : t("answer.fromDay")}
            <Day iso={start} />
          </>
        )}
        {start && end && t("answer.toDay")}
        {end && (
          <>
            {start ? "" : t("answer.untilDay")}
            <Day iso={end} />
          </>
        )}
        <AsWritten original={original} />
      </div>
    );
  },
  duration: (value) => {
    const { iso, original } = fieldsOf(value);
    if (typeof iso !== "string") return null;
    return (
      <div className="value">
        {durationInWords(iso)} <span className="beside exact">{iso}</span>
        <AsWritten original={original} />
      </div>
    );
  },
  boolean: (value) =>
    typeof value === "boolean" ? <div className="value">{value ? t("answer.yes") : t("answer.no")}</div> : null,
  iban: (value) =>
    typeof value === "string" ? (
      <div className="value">{value.replaceAll(/\s/g, "").replaceAll(/(.{4})(?=.)/g, "$1 ")}</div>
    ) : null,
  person_name: (value) => {
    const { first_name, middle_initial, last_name } = fieldsOf(value);
    const parts = [first_name, middle_initial, last_name].map(text).filter((part) => part !== null);
    return parts.length > 0 ? <div className="value">{parts.join(" ")}</div> : null;
  },
  address: (value) => {
    const { street, postal_code, city, country } = fieldsOf(value);
    const town = [postal_code, city].map(text).filter((part) => part !== null).join(" ");
    const rows = [text(street), town || null, text(country)].filter((row) => row !== null);
    if (rows.length === 0) return null;
    return <address className="value passage">{rows.join("\n")}</address>;
  },
  table: (value) => {
    const { headers, rows } = fieldsOf(value);
    return isRow(headers) && isRows(rows) ? <TableValue headers={headers} rows={rows} /> : null;
  },
  tree: (value) =>
    isTree(value) ? (
      <div className="value passage">
        <ul className="tree">
          <Branch node={value} />
        </ul>
      </div>
    ) : null,
};

interface Figure {
  before?: string | null;
  after?: string | null;
  beside?: string | null;
  money?: boolean;
}

function figureOf(value: unknown, describe: (fields: Fields) => Figure): ReactNode | null {
  const fields = fieldsOf(value);
  const number = fields["value"];
  if (typeof number !== "number") return null;
  const { before, after, beside, money } = describe(fields);
  const [shown, exact] = written(number, money === true);
  return (
    <div className="value figure">
      {[before, shown, after].filter(Boolean).join("\u00a0")}
      {beside && <div className="beside">{beside}</div>}
      {shown !== exact && <div className="beside">{t("answer.exactly", { exact })}</div>}
    </div>
  );
}

/** In the person's own form, with digit groups; and as it is kept. Cents stand in pairs; nothing is rounded. */
function written(number: number, money: boolean): [string, string] {
  const pairs = money && !Number.isInteger(number);
  const digits = { minimumFractionDigits: pairs ? 2 : 0, maximumFractionDigits: 20 };
  const own = new Intl.NumberFormat(LOCALE, { ...digits, useGrouping: "always" });
  const exact = new Intl.NumberFormat("en", { ...digits, useGrouping: false });
  return [own.format(number), exact.format(number)];
}

/** A day in the person's words, the exact one beside it. */
function Day({ iso }: { iso: string }): ReactNode {
  return (
    <>
      <time dateTime={iso}>{day(iso)}</time> <span className="beside exact">{iso}</span>
    </>
  );
}

function AsWritten({ original }: { original: unknown }): ReactNode {
  const words = text(original);
  return words && <div className="beside">{t("answer.asWritten", { words })}</div>;
}

function TableValue({ headers, rows }: { headers: string[]; rows: string[][] }): ReactNode {
  const figures = headers.map(
    (_, column) => rows.length > 0 && rows.every((row) => looksLikeFigure(row[column] ?? "")),
  );
  return (
    <div className="value table-scroll" tabIndex={0} role="group" aria-label={t("answer.table")}>
      <table>
        {headers.some((header) => header !== "") && (
          <thead>
            <tr>
              {headers.map((header, column) => (
                <th key={column} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} className={figures[column] ? "figure" : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Tree {
  label: string;
  children: Tree[];
}

function Branch({ node }: { node: Tree }): ReactNode {
  return (
    <li>
      {node.label}
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child, index) => (
            <Branch key={index} node={child} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Fallback({ value }: { value: unknown }): ReactNode {
  if (typeof value === "object" && value !== null) {
    return (
      <div className="value">
        <Parts value={value} />
      </div>
    );
  }
  return <div className="value passage">{scalar(value)}</div>;
}

function Parts({ value }: { value: object }): ReactNode {
  return (
    <dl>
      {Object.entries(value).map(([name, part]: [string, unknown]) => (
        <div key={name} className="part">
          <dt>{Array.isArray(value) ? Number(name) + 1 : plain(name)}</dt>
          <dd>{typeof part === "object" && part !== null ? <Parts value={part} /> : scalar(part)}</dd>
        </div>
      ))}
    </dl>
  );
}

function scalar(value: unknown): string {
  if (value === null || value === undefined) return t("answer.notStated");
  if (typeof value === "boolean") return value ? t("answer.yes") : t("answer.no");
  return String(value);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isRow(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === "string");
}

function isRows(value: unknown): value is string[][] {
  return Array.isArray(value) && value.every(isRow);
}

function isTree(value: unknown): value is Tree {
  const { label, children } = fieldsOf(value);
  return typeof label === "string" && Array.isArray(children) && children.every(isTree);
}
