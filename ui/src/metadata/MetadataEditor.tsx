/** Keys and values of metadata, row by row: written, changed, removed, added. */

import { useEffect, useMemo, useRef } from "react";
import type { ReactNode } from "react";
import type { MetadataRules } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { OfferedField } from "./OfferedField";
import { barredKnowledge, faultsOf, inOrder, offersOf, withRow } from "./rows";
import type { Fault, Offers, Row } from "./rows";
import { t } from "../language/language";
import "./metadata.css";

interface Props {
  rows: Row[];
  onRows: (rows: Row[]) => void;
  rules: MetadataRules | null;
  /** The person wants them kept: what is wrong is said at each field, and the first such field has the focus. */
  tried: number;
}

export function MetadataEditor({ rows, onRows, rules, tried }: Props): ReactNode {
  const { documents } = useWorkspace();
  const offers = useMemo(() => offersOf(documents.list ?? []), [documents.list]);
  const faults = tried > 0 ? faultsOf(rows, rules) : new Map<number, Fault>();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (tried > 0) list.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [tried]);
  const begun = useRef(rows.length);
  useEffect(() => {
    // A row that was added is written in next.
    if (rows.length > begun.current) list.current?.querySelector<HTMLElement>("li:last-child input")?.focus();
    begun.current = rows.length;
  }, [rows.length]);
  return (
    <div className="metadata-editor">
      <ul ref={list} aria-label={t("metadata.label")}>
        {rows.map((row, at) => (
          <RowFields
            key={row.id}
            row={row}
            name={row.key.trim() === "" ? t("metadata.row", { number: at + 1 }) : row.key.trim()}
            rules={rules}
            offers={offers}
            fault={faults.get(row.id)}
            onRow={(changed) => onRows(rows.with(at, { ...row, ...changed }))}
            onRemove={() => {
              onRows(rows.filter(({ id }) => id !== row.id));
              // The row is gone, and the focus with it.
              add.current?.focus();
            }}
          />
        ))}
      </ul>
      <button ref={add} type="button" onClick={() => onRows(withRow(rows))}>
        {t("metadata.add")}
      </button>
    </div>
  );
}

interface RowProps {
  row: Row;
  /** What the row is called. */
  name: string;
  rules: MetadataRules | null;
  offers: Offers;
  fault: Fault | undefined;
  onRow: (changed: Partial<Row>) => void;
  onRemove: () => void;
}

function RowFields({ row, name, rules, offers, fault, onRow, onRemove }: RowProps): ReactNode {
  const known = rules ? [rules.knowledge_key] : [];
  const key = row.key.trim();
  const ofKnowledge = rules !== null && key === rules.knowledge_key;
  const values = [...(offers.get(key)?.keys() ?? []), ...(ofKnowledge ? rules.allowed_knowledge : [])];
  return (
    <li>
      <div className="metadata-row" role="group" aria-label={name}>
        <OfferedField
          label={t("metadata.key")}
          text={row.key}
          onText={(text) => onRow({ key: text })}
          offered={inOrder(new Set([...offers.keys(), ...known]))}
          fault={fault?.key}
        />
        <OfferedField
          label={t("metadata.value")}
          text={row.value}
          onText={(text) => onRow({ value: text })}
          offered={inOrder(new Set(values))}
          fault={fault?.value}
          hint={ofKnowledge ? knowledgeHint(row.value.trim(), rules) : undefined}
        />
        <button type="button" aria-label={t("metadata.removeRow", { name })} title={t("metadata.remove")} onClick={onRemove}>
          ×
        </button>
      </div>
    </li>
  );
}

/** What becomes of a document of this kind of knowledge. */
function knowledgeHint(value: string, rules: MetadataRules): string {
  const shown = rules.allowed_knowledge.join(", ");
  const barred = value !== "" && barredKnowledge({ metadata: { [rules.knowledge_key]: value } }, rules) !== null;
  return barred
    ? t("metadata.onlyKinds", { shown })
    : t("metadata.letsKinds", { shown, plain: rules.plain_knowledge });
}
