/** Pages that nothing could be read on, and what helps. */

import { useCallback } from "react";
import type { ReactNode } from "react";
import type { DocumentDetail, DocumentSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import { t } from "../language/language";

const SHOWN = 12;

export function CoverageNotice({ document, detail }: { document: DocumentSummary; detail: DocumentDetail | null }): ReactNode {
  const { backend } = useWorkspace();
  const [machine] = useLoad(useCallback(() => backend.desk.machine(), [backend]));
  const { pages, pages_without_text: without } = document;
  if (without === 0) return null;
  const pictures = detail?.pages.filter((page) => page.image_only && page.last_line < page.first_line).map(({ number }) => number) ?? [];
  const words = t("documents.without", { without, count: pages });
  return (
    <div className="notice warn coverage-notice" role="note">
      <strong>
        {pictures.length > 0 ? t("documents.withoutWhich", { words, pages: listed(pictures) }) : words}
      </strong>
      <p>{t("documents.noAnswerRests")} {machine.state === "there" && <Help ocr={machine.value.ocr} />}</p>
    </div>
  );
}

function Help({ ocr }: { ocr: string | null }): ReactNode {
  if (ocr === null) {
    return <>{t("documents.installOcr")}</>;
  }
  return (
    <>
      {t("documents.ocrThere", { ocr })}
    </>
  );
}

function listed(pages: number[]): string {
  const shown = pages.slice(0, SHOWN).join(", ");
  return pages.length > SHOWN ? t("documents.pagesMore", { pages: shown, count: pages.length - SHOWN }) : shown;
}
