/** What was searched and read in vain, and what came nearest, so that "not found" can be judged. */

import { useCallback, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import type { AskOutcome, DocumentSummary, SearchedInVain } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import type { OnLines, Place } from "./AnswerCard";
import { conditionsInWords } from "./conditionWords";
import { NearPassage } from "./NearPassage";
import { number } from "../kit/format";
import { t } from "../language/language";

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
      <p className="answer-message">{response.message ?? t("answer.nothing")}</p>
      {searched && !searched.is_silent && (
        <p className="small">{t("answer.noFinding")}</p>
      )}
      <h3>{t("answer.searched")}</h3>
      <p className="small">{searched ? searchedInWords(searched) : load.state === "there" && EARLIER}</p>
      <Asked outcome={outcome} held={held} />
      {held && <p className="small">{t("answer.nothingElse", { conditions: conditionsInWords(conditions) })}</p>}
      {searched && <Nearest searched={searched} onLines={onLines} />}
      <p className="small quiet">
        {t(held ? "answer.otherWordHeld" : "answer.otherWord")}
      </p>
    </div>
  );
}

const EARLIER = t("answer.earlier");

function searchedInWords({ passages, by_words, by_meaning, read }: SearchedInVain): string {
  const all = t("answer.passagesOf", { count: passages });
  const words = by_words > 0 ? t("answer.byWords", { number: number(by_words) }) : "";
  const meaning = by_meaning > 0 ? t("answer.byMeaning", { number: number(by_meaning) }) : "";
  const ways = words && meaning ? t("answer.byBoth", { words, meaning }) : words || meaning;
  const closely = read === passages ? t("answer.readWhole", { count: passages }) : t("answer.readSome", { number: number(read) });
  return ways ? t("answer.searchedOf", { all, ways, closely }) : t("answer.readOf", { all, closely });
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
          {document ? inWords(document, held) : t("answer.removedSince")}
        </li>
      ))}
      {more > 1 && <li>{t("answer.moreDocuments", { count: more })}</li>}
    </ul>
  );
}

function inWords({ title, pages_without_text }: DocumentSummary, held: boolean): string {
  const far = held ? t("answer.asFar", { title }) : title;
  return pages_without_text > 0 ? t("answer.blank", { title: far, count: pages_without_text }) : `${far}.`;
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
      <h3>{t("answer.nearest", { count: nearest.length })}</h3>
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
