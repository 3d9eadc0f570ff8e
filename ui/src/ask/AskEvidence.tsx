/** Beside the answer: the document it stands in, or the one that will be asked. */

import { useMemo } from "react";
import type { ReactNode } from "react";
import type { Citation, DocumentSummary } from "../backend/wire";
import { EvidenceViewer } from "../evidence/EvidenceViewer";
import type { Cited } from "../evidence/EvidenceViewer";
import { EmptyState } from "../kit/EmptyState";
import { t } from "../language/language";

/** What the person looks at. */
export type Shown =
  | { kind: "citation"; index: number; turn: number }
  | { kind: "lines"; documentId: string; first: number; last: number; label: string; beside: Lines[]; turn: number }
  | { kind: "document"; documentId: string; turn: number };

/** Lines with the number they are framed with. */
export interface Lines {
  documentId: string;
  first: number;
  last: number;
  label: string;
}

interface Props {
  shown: Shown | null;
  citations: Citation[];
  /** The documents that are asked. */
  asked: DocumentSummary[];
}

const NONE: Cited[] = [];

export function AskEvidence({ shown, citations, asked }: Props): ReactNode {
  const current = shown?.kind === "citation" ? citations[shown.index] : undefined;
  const only = asked.length === 1 ? asked[0]?.id : undefined;
  const documentId = current?.document_id ?? (shown && shown.kind !== "citation" ? shown.documentId : only);
  const marked = useMemo(() => markedIn(shown, citations, documentId), [shown, citations, documentId]);
  if (documentId === undefined) {
    return (
      <EmptyState title={t("ask.evidence")}>
        <p className="quiet">
          {t("ask.evidenceAbout")}
        </p>
      </EmptyState>
    );
  }
  return <EvidenceViewer documentId={documentId} cited={marked.cited} active={marked.active} turn={shown?.turn ?? 0} />;
}

interface Marked {
  cited: Cited[];
  active: number;
}

function markedIn(shown: Shown | null, citations: Citation[], documentId: string | undefined): Marked {
  if (shown?.kind === "lines") {
    const here = shown.beside.filter((one) => one.documentId === documentId);
    const cited = here.map(({ first, last, label }): Cited => ({ first, last, label, quote: null, name: t("ask.passage") }));
    return { cited, active: here.findIndex(({ first, last }) => first === shown.first && last === shown.last) };
  }
  if (shown?.kind !== "citation") return { cited: NONE, active: -1 };
  const here = citations
    .map((citation, index) => ({ citation, index }))
    .filter(({ citation }) => citation.document_id === documentId);
  return {
    cited: here.map(({ citation: { line_start, line_end, quote }, index }) => ({
      first: line_start,
      last: line_end,
      quote,
      label: String(index + 1),
    })),
    active: here.findIndex(({ index }) => index === shown.index),
  };
}
