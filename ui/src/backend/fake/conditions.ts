import type { Condition, DocumentSummary } from "../wire";
import { SAMPLE } from "./document";

/** What a question says of pages, sections, kinds and years. */
export function conditionsRead(question: string): Condition[] {
  const found: Condition[] = [];
  const pages = /\bpages? (\d+)(?: to (\d+))?/i.exec(question);
  if (pages) found.push({ kind: "pages", first: Number(pages[1]), last: Number(pages[2] ?? pages[1]) });
  const section = /section (\d+)/i.exec(question)?.[1];
  if (section) found.push({ kind: "section", number: section, title: null });
  const year = /documents from (\d{4})/i.exec(question)?.[1];
  if (year) found.push({ kind: "dated", from: `${year}-01-01`, to: `${year}-12-31` });
  if (/in the emails/i.test(question)) found.push({ kind: "media_type", media_type: "mail" });
  return found;
}

/** Which conditions leave nothing of the asked documents. */
export function excludedBy(conditions: Condition[], asked: DocumentSummary[]): string[] {
  const said = conditions.filter((one) => one.kind === "metadata");
  const keys = [...new Set(said.map(({ key }) => key))];
  const holds = ({ metadata }: DocumentSummary) =>
    keys.every((key) => said.some((one) => one.key === key && one.value === metadata[key]));
  const nobody = said.map(({ key, value }) => `in documents with ${key} “${value}”`).join(", ");
  return [
    ...conditions.flatMap((one) => excluding(one) ?? []),
    ...(said.length > 0 && !asked.some(holds) ? [`nothing stands ${nobody}`] : []),
  ];
}

/** Why a condition leaves nothing of the sample; null where it leaves something. */
function excluding(condition: Condition): string | null {
  const date = SAMPLE.event_date ?? "";
  switch (condition.kind) {
    case "pages":
      return condition.first > SAMPLE.pages ? `nothing stands on pages ${condition.first}-${condition.last}` : null;
    case "lines":
      return condition.first > SAMPLE.lines ? `nothing stands in lines ${condition.first}-${condition.last}` : null;
    case "dated":
      return date < (condition.from ?? "") || date > (condition.to ?? "9")
        ? `nothing stands in documents dated ${condition.from ?? "…"} to ${condition.to ?? "…"}`
        : null;
    case "media_type":
      return condition.media_type === "pdf" ? null : `nothing stands in documents of kind ${condition.media_type}`;
    case "metadata":
    case "section":
    case "titled":
      return null;
  }
}
