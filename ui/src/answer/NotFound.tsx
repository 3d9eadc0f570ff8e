/** What was searched and read in vain, and what came nearest, so that "not found" can be judged. */

import { useCallback, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { AskOutcome, DocumentSummary, SearchedInVain } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import type { OnLines, Place } from "./AnswerCard";
import { conditionsInWords } from "./conditionWords";
import { NearPassage } from "./NearPassage";
import { count } from "./words";

interface Props {
  outcome: AskOutcome;
  onLines: OnLines;
}

export function NotFound({ outcome, onLines }: Props): ReactNode {
  const { backend } = useWorkspace();
  const { record_id, response, conditions } = outcome;
  const held = conditions !== null && conditions.length > 0;
  const [load] = useLoad(useCallback(() => backend.questions.explain(record_id), [backend, record_id]));
  const searched = load.state === "there" ? load.value.searched : null;
  return (
    <div className="not-found">
      <p className="answer-message">{response.message ?? "Nothing in the documents answers this question."}</p>
      {searched && !searched.is_silent && (
        <p className="small">This is no finding: the documents may say it. Look at the passages below before relying on it.</p>
      )}
      <h3>Searched</h3>
      <p className="small">{searched ? searchedInWords(searched) : load.state === "there" && EARLIER}</p>
      <Asked outcome={outcome} held={held} />
      {held && <p className="small">Nothing else was read: only {conditionsInWords(conditions)}, as was set before asking.</p>}
      {searched && <Nearest searched={searched} onLines={onLines} />}
      <p className="small quiet">
        Another word for the same thing may find it: ask again
        {held ? ", or remove a condition." : ", or look everywhere if the question names a place."}
      </p>
    </div>
  );
}

const EARLIER = "An earlier version of the program answered, which did not note how many passages it searched.";

function searchedInWords({ passages, by_words, by_meaning, read }: SearchedInVain): string {
  const all = count(passages, "passage");
  const ways = [by_words > 0 && `${number(by_words)} by words`, by_meaning > 0 && `${number(by_meaning)} by meaning`];
  const searched = ways.filter(Boolean).join(" and ");
  const closely = read === passages ? (passages === 1 ? "it was read whole" : "all were read whole") : `${number(read)} read whole`;
  return `Of ${all}${searched && `, ${searched} were searched`}; ${closely}.`;
}

function number(value: number): string {
  return value.toLocaleString();
}

/** Documents that are named; of more only how many they are. */
const NAMED = 5;

function Asked({ outcome: { document_ids }, held }: { outcome: AskOutcome; held: boolean }): ReactNode {
  const { documents } = useWorkspace();
  const asked = document_ids.map((id) => documents.list?.find((one) => one.id === id) ?? null);
  const more = asked.length - NAMED;
  return (
    <ul className="small">
      {asked.slice(0, more === 1 ? NAMED + 1 : NAMED).map((document, index) => (
        <li key={document_ids[index]}>
          {document ? inWords(document, held) : "A document that was removed since."}
        </li>
      ))}
      {more > 1 && <li>and {count(more, "more document")}.</li>}
    </ul>
  );
}

function inWords({ title, pages_without_text }: DocumentSummary, held: boolean): string {
  const blank = count(pages_without_text, "page");
  const unread = pages_without_text > 0 ? `; ${blank} without text could not be searched` : "";
  return `${title}${held ? ", as far as the conditions let" : ""}${unread}.`;
}

/** The passages that came nearest; the best of them is shown beside the answer at once. */
function Nearest({ searched: { nearest, is_silent }, onLines }: { searched: SearchedInVain; onLines: OnLines }): ReactNode {
  const places = nearest
    .filter(({ document_title }) => document_title !== null)
    .map(({ document_id, first_line, last_line }, index): Place => ({
      documentId: document_id,
      first: first_line,
      last: last_line,
      label: String(index + 1),
    }));
  const [best] = places;
  const opened = useRef(false);
  useEffect(() => {
    if (opened.current || is_silent || !best) return;
    opened.current = true;
    onLines(best, places);
  });
  if (nearest.length === 0) return null;
  return (
    <>
      <h3>{nearest.length === 1 ? "The nearest passage" : "The nearest passages"}</h3>
      <ol className="nearest">
        {nearest.map((passage) => (
          <li key={`${passage.document_id} ${passage.first_line}`}>
            <NearPassage passage={passage} onLines={(place) => onLines(placeOf(place, places), places)} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The same place with the number it has in the list. */
function placeOf(place: Place, places: Place[]): Place {
  return places.find(({ documentId, first }) => documentId === place.documentId && first === place.first) ?? place;
}
