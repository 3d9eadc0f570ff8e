/** The document as it stands, with its sections beside it. */

import { useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import type { DocumentDetail, DocumentSummary, Section } from "../backend/wire";
import { EvidenceViewer } from "../evidence/EvidenceViewer";
import type { Cited } from "../evidence/EvidenceViewer";
import { CoverageNotice } from "./CoverageNotice";
import { t } from "../language/language";

/** A line of a document. */
export interface LinePlace {
  documentId: string;
  line: number;
}

interface Props {
  document: DocumentSummary;
  detail: DocumentDetail | null;
  /** A line to bring into sight and to frame; another object asks again for it. */
  place: LinePlace | null;
}

export function Reading({ document, detail, place }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  const [line, setLine] = useState<number | null>(null);
  const sections = detail?.sections ?? [];
  const jump = (first: number): void => {
    // The same line again is a jump too: the viewer must see it change.
    flushSync(() => setLine(null));
    setLine(first);
  };
  const turn = useTurn(place);
  const cited = useMemo(
    (): Cited[] => (place ? [{ first: place.line, last: place.line, label: "•", quote: null, name: t("documents.found") }] : []),
    [place],
  );
  return (
    <div className="reading">
      <CoverageNotice document={document} detail={detail} />
      {sections.length > 0 && (
        <button type="button" className="link sections-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t("documents.hideSections") : t("documents.showSections", { count: sections.length })}
        </button>
      )}
      <div className={open ? "reading-body outlined" : "reading-body"}>
        {open && <Outline sections={sections} current={line} onJump={jump} />}
        <EvidenceViewer documentId={document.id} cited={cited} turn={turn} {...(line === null ? {} : { focusLine: line })} />
      </div>
    </div>
  );
}

/** Another number whenever a place is asked for. */
function useTurn(place: LinePlace | null): number {
  const turn = useRef({ place, count: 0 });
  if (turn.current.place !== place) turn.current = { place, count: turn.current.count + 1 };
  return turn.current.count;
}

interface OutlineProps {
  sections: Section[];
  current: number | null;
  onJump: (line: number) => void;
}

function Outline({ sections, current, onJump }: OutlineProps): ReactNode {
  return (
    <nav className="outline" aria-label={t("documents.sections")}>
      <ul>
        {sections.map(({ title, level, first_line }) => (
          <li key={first_line} data-level={Math.min(level, 4)}>
            <button
              type="button"
              className="link"
              aria-current={first_line === current ? "location" : undefined}
              onClick={() => onJump(first_line)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
