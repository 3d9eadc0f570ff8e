/** The facts of a document, what is said of it, what to mind of its reading, and the way to erase it. */

import type { ReactNode } from "react";
import type { DocumentDetail, DocumentSummary } from "../backend/wire";
import { Holds } from "../keeping/Holds";
import type { Turn } from "../keeping/useKeeping";
import { useKeeping } from "../keeping/useKeeping";
import { Copy } from "../kit/Copy";
import { day, moment, number } from "../kit/format";
import type { Row } from "../metadata/rows";
import { CoverageNotice } from "./CoverageNotice";
import { DocumentMetadata } from "./DocumentMetadata";
import { Fact } from "./Fact";
import { Tags } from "./Tags";
import { coverageInWords, kindInWords } from "./words";
import { t } from "../language/language";

interface Props {
  document: DocumentSummary;
  detail: DocumentDetail | null;
  /** Metadata that are being written; null where nothing is. */
  draft: Row[] | null;
  onDraft: (draft: Row[] | null) => void;
  kept: Turn;
  onErase: () => void;
}

export function DocumentAbout({ document, detail, draft, onDraft, kept, onErase }: Props): ReactNode {
  const keeping = useKeeping(kept);
  const { id, title, media_type, pages, lines, event_date, imported_at, warnings } = document;
  return (
    <div className="document-about">
      <CoverageNotice document={document} detail={detail} />
      {warnings.length > 0 && (
        <section aria-label={t("documents.notesTitle")}>
          <h3>{t("documents.notesTitle")}</h3>
          <ul className="document-warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </section>
      )}
      <Tags document={document} />
      <DocumentMetadata document={document} draft={draft} onDraft={onDraft} />
      <dl className="facts">
        <Fact name={t("documents.fileName")}>{title}</Fact>
        <Fact name={t("documents.columns.kind")}>{kindInWords(media_type)}</Fact>
        <Fact name={t("documents.columns.pages")}>{number(pages)}</Fact>
        <Fact name={t("documents.columns.text")}>{coverageInWords(document)}</Fact>
        <Fact name={t("documents.columns.lines")}>{number(lines)}</Fact>
        {detail && <Fact name={t("documents.sections")}>{number(detail.sections.length)}</Fact>}
        {detail && <Fact name={t("documents.tables")}>{number(detail.tables.length)}</Fact>}
        <Fact name={t("documents.columns.date")}>
          {event_date === null ? (
            <>{t("documents.noDate")}</>
          ) : (
            <>
              {day(event_date)} <span className="quiet">({event_date})</span>
            </>
          )}
        </Fact>
        <Fact name={t("documents.columns.imported")}>
          {moment(imported_at)} <span className="quiet">({imported_at})</span>
        </Fact>
        <Fact name={t("documents.hash")}>
          <span className="fixed">{id}</span> <Copy text={() => id}>{t("documents.copy")}</Copy>
        </Fact>
      </dl>
      <Holds subject={{ what: "document", id }} store={keeping} />
      <section className="erase" aria-label={t("documents.eraseLabel")}>
        <h3>{t("documents.eraseLabel")}</h3>
        <p>
          {t("documents.eraseAbout")}
        </p>
        <button type="button" className="erase-act" onClick={onErase}>
          {t("documents.eraseOpen")}
        </button>
      </section>
    </div>
  );
}
