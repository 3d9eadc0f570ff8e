import { useMemo } from "react";
import type { ReactNode } from "react";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "react-aria-components";
import type { DocumentSummary } from "../backend/wire";
import { day, moment, number } from "../kit/format";
import { openRow } from "../kit/openRow";
import { StateWord } from "../kit/StateWord";
import { useRoom } from "../kit/useRoom";
import type { Order, SortColumn } from "./order";
import { t } from "../language/language";
import { coverageInWords, kindInWords } from "./words";

interface ColumnEntry {
  id: SortColumn;
  title: string;
  /** Shown from this width of the list on, in units of the text's size. */
  least: number;
  figure?: boolean;
  cell: (document: DocumentSummary) => ReactNode;
}

const COLUMNS: ColumnEntry[] = [
  { id: "title", title: t("documents.columns.title"), least: 0, cell: (document) => <Title document={document} /> },
  { id: "kind", title: t("documents.columns.kind"), least: 0, cell: ({ media_type }) => kindInWords(media_type) },
  { id: "pages", title: t("documents.columns.pages"), least: 0, figure: true, cell: ({ pages }) => number(pages) },
  { id: "text", title: t("documents.columns.text"), least: 36, cell: (document) => <Coverage document={document} /> },
  { id: "lines", title: t("documents.columns.lines"), least: 60, figure: true, cell: ({ lines }) => number(lines) },
  { id: "date", title: t("documents.columns.date"), least: 54, cell: ({ event_date }) => <EventDate date={event_date} /> },
  { id: "imported", title: t("documents.columns.imported"), least: 46, cell: ({ imported_at }) => <time dateTime={imported_at}>{moment(imported_at)}</time> },
];

interface Props {
  documents: DocumentSummary[];
  order: Order;
  onOrder: (order: Order) => void;
  chosen: string | null;
  onChoose: (id: string) => void;
  /** By key: the person goes on in the document itself. */
  onEnter: (id: string) => void;
}

export function DocumentTable({ documents, order, onOrder, chosen, onChoose, onEnter }: Props): ReactNode {
  const [room, place] = useRoom();
  const columns = useMemo(() => COLUMNS.filter(({ least }) => least <= room), [room]);
  return (
    <div ref={place} onKeyDownCapture={openRow(onEnter)}>
      <Table
        aria-label={t("documents.list")}
        className="grid documents-grid"
        selectionMode="single"
        disallowEmptySelection={chosen !== null}
        selectedKeys={chosen === null ? [] : [chosen]}
        onSelectionChange={(keys) => {
          const [id] = keys === "all" ? [] : keys;
          if (id !== undefined) onChoose(String(id));
        }}
        sortDescriptor={order}
        onSortChange={({ column, direction }) => onOrder({ column: column as SortColumn, direction })}
      >
        <TableHeader columns={columns}>
          {({ id, title, figure }) => (
            <Column id={id} allowsSorting isRowHeader={id === "title"} className={figure ? "figure" : ""}>
              {({ sortDirection }) => (
                <>
                  {title} <span aria-hidden="true">{sortDirection ? (sortDirection === "ascending" ? "↑" : "↓") : ""}</span>
                </>
              )}
            </Column>
          )}
        </TableHeader>
        <TableBody items={documents} dependencies={[columns]}>
          {(document) => (
            <Row id={document.id} columns={columns} textValue={document.title}>
              {({ id, figure, cell }) => <Cell className={figure ? "figure" : id}>{cell(document)}</Cell>}
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

function Title({ document }: { document: DocumentSummary }): ReactNode {
  const { title, warnings, collections, tags, other_names: names } = document;
  return (
    <>
      <span className="document-title">{title}</span>
      {collections.length > 0 && (
        <span className="small quiet document-notes">{t("collections.in", { names: collections.join(", ") })}</span>
      )}
      {tags.length > 0 && <span className="small quiet document-notes">{t("documents.tagged", { names: tags.join(", ") })}</span>}
      {names.length > 0 && (
        <span className="small quiet document-notes">{t("collections.alsoNamed", { names: names.join(", ") })}</span>
      )}
      {warnings.length > 0 && <span className="small quiet document-notes">{t("documents.notes", { count: warnings.length })}</span>}
    </>
  );
}

function Coverage({ document }: { document: DocumentSummary }): ReactNode {
  const words = coverageInWords(document);
  return document.pages_without_text > 0 ? <StateWord tone="warn">{words}</StateWord> : <span className="quiet">{words}</span>;
}

function EventDate({ date }: { date: string | null }): ReactNode {
  return date === null ? <span className="quiet">{t("documents.notKnown")}</span> : <time dateTime={date}>{day(date)}</time>;
}
