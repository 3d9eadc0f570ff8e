import { useState } from "react";
import type { ReactNode } from "react";
import type { Passage } from "../backend/wire";
import type { Place } from "./AnswerCard";
import { PassageButton } from "./PassageButton";
import { t } from "../language/language";

/** Listed at first. */
const SHOWN = 5;

interface Props {
  passages: Passage[];
  onLines: (place: Place) => void;
}

/** Passages by their places: the first few, and all on request. */
export function PassageList({ passages, onLines }: Props): ReactNode {
  const [whole, setWhole] = useState(false);
  const listed = whole ? passages : passages.slice(0, SHOWN);
  const more = passages.length - listed.length;
  return (
    <>
      <ul>
        {listed.map((passage) => (
          <li key={`${passage.document_id} ${passage.first_line}`}>
            <PassageButton passage={passage} onLines={onLines} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {t("answer.morePassages", { count: more })}
        </button>
      )}
    </>
  );
}
