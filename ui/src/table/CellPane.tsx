import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { TableCell } from "../backend/wire";
import { EvidenceViewer } from "../evidence/EvidenceViewer";
import { t } from "../language/language";
import { ReviewCard } from "../review/ReviewCard";

interface Props {
  question: string;
  title: string;
  documentId: string;
  cell: TableCell | undefined;
  onReviewed: () => void;
  onClose: () => void;
}

/** The chosen cell: its answer with the evidence boxed, and what people say of it. */
export function CellPane({ question, title, documentId, cell, onReviewed, onClose }: Props): ReactNode {
  const head = useRef<HTMLHeadingElement>(null);
  const recordId = cell?.record_id;
  useEffect(() => head.current?.focus(), [recordId, question]);
  return (
    <section className="cell-pane" aria-label={t("table.cell.label")}>
      <header className="cell-head">
        <h2 ref={head} tabIndex={-1}>
          {question}
        </h2>
        <button type="button" onClick={onClose}>
          {t("table.cell.close")}
        </button>
      </header>
      <p className="small quiet">{title}</p>
      {recordId === undefined ? (
        <>
          <p>{t("table.cell.notAsked")}</p>
          <EvidenceViewer documentId={documentId} />
        </>
      ) : (
        <ReviewCard key={recordId} answerId={recordId} onGiven={onReviewed} />
      )}
    </section>
  );
}
