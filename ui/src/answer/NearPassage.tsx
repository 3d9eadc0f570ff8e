import { useCallback } from "react";
import type { ReactNode } from "react";
import type { Passage } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import type { Place } from "./AnswerCard";
import { PassageButton } from "./PassageButton";

/** Lines that are shown of a passage; the rest stands in the document. */
const LINES = 6;

interface Props {
  passage: Passage;
  onLines: (place: Place) => void;
}

/** A passage with its first lines in a box, and where it stands. */
export function NearPassage({ passage, onLines }: Props): ReactNode {
  const { backend } = useWorkspace();
  const { document_id, document_title, first_line, last_line } = passage;
  const end = Math.min(last_line, first_line + LINES - 1);
  const isThere = document_title !== null;
  const [load] = useLoad(
    useCallback(
      async () => (isThere ? backend.documents.lines(document_id, first_line, end) : []),
      [backend, isThere, document_id, first_line, end],
    ),
  );
  const lines = load.state === "there" ? load.value.filter(({ text }) => text.trim() !== "") : [];
  return (
    <figure className="near small">
      {lines.length > 0 && (
        <blockquote className="passage">
          {lines.map(({ text }) => text).join("\n")}
          {end < last_line && "\n…"}
        </blockquote>
      )}
      <figcaption>
        <PassageButton passage={passage} onLines={onLines} />
      </figcaption>
    </figure>
  );
}
