import type { ReactNode } from "react";
import type { Passage } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { linesInWords } from "./words";
import { t } from "../language/language";

interface Props {
  passage: Passage;
  onLines: (place: Place) => void;
}

/** Where a passage stands; opens the document there, as long as it is in the list. */
export function PassageButton({ passage, onLines }: Props): ReactNode {
  const { anchor, document_id, document_title, page, first_line, last_line } = passage;
  const lines = linesInWords(first_line, last_line);
  if (document_title === null) return <>{t("answer.removed", { lines })}</>;
  const place = { documentId: document_id, first: first_line, last: last_line, label: anchor ?? "–" };
  return (
    <button type="button" className="link" onClick={() => onLines(place)}>
      {page === null ? `${document_title}, ${lines}` : t("answer.source", { title: document_title, page, lines })}
    </button>
  );
}
