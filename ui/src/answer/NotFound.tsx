/** What was searched in vain, so that "not found" can be judged. */

import { useCallback } from "react";
import type { ReactNode } from "react";
import type { Backend } from "../backend/backend";
import type { AskOutcome, DocumentSummary, Passage } from "../backend/wire";
import { useWorkspace } from "../frame/workspace";
import { useLoad } from "../kit/useLoad";
import { pageOfLine } from "../evidence/geometry";
import { conditionsInWords } from "./conditionWords";
import { count } from "./words";

export function NotFound({ outcome }: { outcome: AskOutcome }): ReactNode {
  const { backend, documents } = useWorkspace();
  const { record_id, response, document_ids, conditions } = outcome;
  const held = conditions !== null && conditions.length > 0;
  const [load] = useLoad(useCallback(() => readPages(backend, record_id), [backend, record_id]));
  const asked = document_ids.map((id) => documents.list?.find((one) => one.id === id) ?? null);
  return (
    <div className="not-found">
      <p className="answer-message">{response.message ?? "Nothing in the documents answers this question."}</p>
      <h3>Searched</h3>
      <ul className="small">
        {asked.map((document, index) => (
          <li key={document_ids[index]}>
            {document ? searched(document, held) : "A document that was removed since."}
            {load.state === "there" && document && read(load.value.get(document.id))}
          </li>
        ))}
      </ul>
      {held && <p className="small">Nothing else was read: only {conditionsInWords(conditions)}, as was set before asking.</p>}
      <p className="small quiet">
        Another word for the same thing may find it: ask again
        {held ? ", or remove a condition." : ", or look everywhere if the question names a place."}
      </p>
    </div>
  );
}

function searched({ title, pages, pages_without_text }: DocumentSummary, held: boolean): string {
  const blank = count(pages_without_text, "page");
  const unread = pages_without_text > 0 ? `; ${blank} without text could not be searched` : "";
  if (held) return `${title}: as far as the conditions let${unread}.`;
  return `${title}: ${pages === 1 ? "its page" : `all ${count(pages, "page")}`}${unread}.`;
}

function read(pages: number[] | undefined): string {
  return pages && pages.length > 0 ? ` Read closely: ${pagesInWords(pages)}.` : "";
}

/** Pages of the passages that the model was shown, by document. */
async function readPages(backend: Backend, recordId: string): Promise<Map<string, number[]>> {
  const { passages } = await backend.questions.explain(recordId);
  const ids = [...new Set(passages.map(({ document_id }) => document_id))];
  const found = await Promise.all(ids.map((id) => pagesOf(backend, id, passages)));
  return new Map(found);
}

async function pagesOf(backend: Backend, id: string, passages: Passage[]): Promise<[string, number[]]> {
  const { pages } = await backend.documents.detail(id);
  const numbers = passages
    .filter(({ document_id }) => document_id === id)
    .flatMap(({ first_line, last_line }) => [pageOfLine(pages, first_line), pageOfLine(pages, last_line)])
    .flatMap((page) => (page ? [page.number] : []));
  return [id, [...new Set(numbers)].toSorted((one, other) => one - other)];
}

/** `page 3`, `pages 1 to 3 and 7`. */
export function pagesInWords(pages: number[]): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run && page === run[1] + 1) run[1] = page;
    else runs.push([page, page]);
  }
  const words = runs.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
  const listed = words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${words.at(-1)}` : words.join("");
  return `${pages.length === 1 ? "page" : "pages"} ${listed}`;
}
