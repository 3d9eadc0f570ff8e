/** The document as it stands, with its sections beside it. */

import { useState } from "react";
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import type { DocumentDetail, DocumentSummary, Section } from "../backend/wire";
import { EvidenceViewer } from "../evidence/EvidenceViewer";
import { CoverageNotice } from "./CoverageNotice";
import { many } from "./words";

export function Reading({ document, detail }: { document: DocumentSummary; detail: DocumentDetail | null }): ReactNode {
  const [open, setOpen] = useState(false);
  const [line, setLine] = useState<number | null>(null);
  const sections = detail?.sections ?? [];
  const jump = (first: number): void => {
    // The same line again is a jump too: the viewer must see it change.
    flushSync(() => setLine(null));
    setLine(first);
  };
  return (
    <div className="reading">
      <CoverageNotice document={document} detail={detail} />
      {sections.length > 0 && (
        <button type="button" className="link sections-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide the sections" : `Show ${many(sections.length, "section")}`}
        </button>
      )}
      <div className={open ? "reading-body outlined" : "reading-body"}>
        {open && <Outline sections={sections} current={line} onJump={jump} />}
        <EvidenceViewer documentId={document.id} {...(line === null ? {} : { focusLine: line })} />
      </div>
    </div>
  );
}

interface OutlineProps {
  sections: Section[];
  current: number | null;
  onJump: (line: number) => void;
}

function Outline({ sections, current, onJump }: OutlineProps): ReactNode {
  return (
    <nav className="outline" aria-label="Sections">
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
