/** Words looked for in all documents at once; a hit opens its line. */

import type { ReactNode } from "react";
import type { FoundLine } from "../backend/wire";
import { FailureNotice } from "../kit/FailureNotice";
import { useRoving } from "../kit/useRoving";
import type { Found } from "./useFound";
import { LEAST } from "./useFound";
import { t } from "../language/language";

/** Lines that are listed at most. */
export const LISTED = 50;

interface Props {
  words: string;
  onWords: (words: string) => void;
}

export function SearchField({ words, onWords }: Props): ReactNode {
  return (
    <input
      type="search"
      aria-label={t("documents.searchAll")}
      placeholder={t("documents.searchAll")}
      value={words}
      onChange={(event) => onWords(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && words !== "") {
          event.stopPropagation();
          onWords("");
        }
      }}
    />
  );
}

export function FoundLines({ found, words, onOpen }: { found: Found; words: string; onOpen: (line: FoundLine) => void }): ReactNode {
  const roving = useRoving<HTMLUListElement>();
  const { lines, failure } = found;
  if (words.trim().length < LEAST) return <p className="documents-waiting quiet">{t("documents.least", { letters: LEAST })}</p>;
  if (failure) return <FailureNotice failure={failure} />;
  if (lines === null) return <p className="documents-waiting quiet">{t("documents.searching")}</p>;
  return (
    <>
      <p className="documents-waiting small quiet" role="status">
        {lines.length === 0
          ? t("documents.noneHas")
          : t(lines.length >= LISTED ? "documents.linesBest" : "documents.lines", { count: lines.length })}
      </p>
      <ul className="found-lines" aria-label={t("documents.foundLines")} {...roving}>
        {lines.map((line) => (
          <li key={`${line.document_id} ${line.line}`}>
            <button type="button" className="found-line" data-stop onClick={() => onOpen(line)}>
              <span>{line.text}</span>
              <span className="small quiet">{placeInWords(line)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

export function placeInWords({ document_title, page, line }: FoundLine): string {
  return t(page === null ? "documents.placeLine" : "documents.placePage", { title: document_title, page, line });
}
