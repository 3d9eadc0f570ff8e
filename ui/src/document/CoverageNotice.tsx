/** Pages that nothing could be read on, and what helps. */

import { useCallback } from "react";
import type { ReactNode } from "react";
import type { DocumentDetail, DocumentSummary } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import { many } from "./words";

const SHOWN = 12;

export function CoverageNotice({ document, detail }: { document: DocumentSummary; detail: DocumentDetail | null }): ReactNode {
  const { backend } = useWorkspace();
  const [machine] = useLoad(useCallback(() => backend.desk.machine(), [backend]));
  const { pages, pages_without_text: without } = document;
  if (without === 0) return null;
  const pictures = detail?.pages.filter(({ image_only }) => image_only).map(({ number }) => number) ?? [];
  return (
    <div className="notice warn coverage-notice" role="note">
      <strong>
        {without} of {many(pages, "page")} without text{pictures.length > 0 && `: page ${listed(pictures)}`}
      </strong>
      <p>No answer can rest on what is not read. {machine.state === "there" && <Help ocr={machine.value.ocr} />}</p>
    </div>
  );
}

function Help({ ocr }: { ocr: string | null }): ReactNode {
  if (ocr === null) {
    return <>To read pictures, install Tesseract (package tesseract-ocr), then remove this document and import it again.</>;
  }
  return (
    <>
      Text recognition is installed ({ocr}). If this document was imported before that, remove it and import it again; else
      nothing could be recognised there.
    </>
  );
}

function listed(pages: number[]): string {
  const shown = pages.slice(0, SHOWN).join(", ");
  return pages.length > SHOWN ? `${shown} and ${pages.length - SHOWN} more` : shown;
}
