import { useMemo } from "react";
import type { ReactNode } from "react";
import { Cell, Column, Row, Table, TableBody, TableHeader } from "react-aria-components";
import type { RecordSummary } from "../backend/wire";
import { moment, number } from "../kit/format";
import { openRow } from "../kit/openRow";
import { StateWord } from "../kit/StateWord";
import { useRoom } from "../kit/useRoom";
import { stateOfDecision } from "../answer/words";
import { kindOfRecord, titleOf } from "./words";
import { t } from "../language/language";

interface ColumnEntry {
  id: string;
  title: string;
  /** Shown from this width of the list on, in units of the text's size. */
  least: number;
  figure?: boolean;
  cell: (record: RecordSummary) => ReactNode;
}

const COLUMNS: ColumnEntry[] = [
  { id: "sequence", title: t("audit.columns.sequence"), least: 0, figure: true, cell: ({ sequence }) => number(sequence) },
  { id: "kind", title: t("audit.columns.kind"), least: 22, cell: ({ kind }) => kindOfRecord(kind) },
  { id: "words", title: t("audit.columns.about"), least: 0, cell: (record) => <About record={record} /> },
  { id: "decision", title: t("audit.columns.decision"), least: 30, cell: ({ decision }) => <Decision decision={decision} /> },
  { id: "time", title: t("audit.columns.time"), least: 42, cell: ({ time }) => <time dateTime={time}>{moment(time)}</time> },
];

interface Props {
  records: RecordSummary[];
  chosen: string | null;
  onChoose: (id: string) => void;
  onEnter: (id: string) => void;
}

export function RecordTable({ records, chosen, onChoose, onEnter }: Props): ReactNode {
  const [room, place] = useRoom();
  const columns = useMemo(() => COLUMNS.filter(({ least }) => least <= room), [room]);
  return (
    <div ref={place} onKeyDownCapture={openRow(onEnter)}>
      <Table
        aria-label={t("audit.list")}
        className="grid records-grid"
        selectionMode="single"
        disallowEmptySelection={chosen !== null}
        selectedKeys={chosen === null ? [] : [chosen]}
        onSelectionChange={(keys) => {
          const [id] = keys === "all" ? [] : keys;
          if (id !== undefined) onChoose(String(id));
        }}
      >
        <TableHeader columns={columns}>
          {({ id, title, figure }) => (
            <Column id={id} isRowHeader={id === "words"} className={figure ? "figure" : ""}>
              {title}
            </Column>
          )}
        </TableHeader>
        <TableBody items={records} dependencies={[columns]}>
          {(record) => (
            <Row id={record.id} columns={columns} textValue={titleOf(record)}>
              {({ id, figure, cell }) => <Cell className={figure ? "figure" : id}>{cell(record)}</Cell>}
            </Row>
          )}
        </TableBody>
      </Table>
    </div>
  );
}

/** A question with the documents it was put to and the answer; of other records, what they are about. */
function About({ record }: { record: RecordSummary }): ReactNode {
  const { answer, documents } = record;
  return (
    <span className="record-about">
      <span className="record-words">{titleOf(record)}</span>
      {answer && <span className="small record-answer">{answer}</span>}
      {documents && <span className="small quiet record-documents">{documents}</span>}
    </span>
  );
}

function Decision({ decision }: { decision: string | null }): ReactNode {
  if (decision === null) return null;
  const { words, tone } = stateOfDecision(decision);
  return <StateWord tone={tone}>{words}</StateWord>;
}
