/**
 * Failures in words of the window. The service's help speaks of commands (`attest audit verify`), since the command line
 * shows it too; here the view that does the same takes their place. What only the command line does is left out.
 */

const PLACES: [RegExp, string][] = [
  [/^attest audit verify\b/, "“Verify now” in Audit"],
  [/^attest audit\b/, "the view Audit"],
  [/^attest docs\b/, "the view Documents"],
  [/^attest models\b/, "the view Models"],
  [/^attest doctor\b/, "the view Settings"],
  [/^attest (?:contracts|grammar)\b/, "the view Answer types"],
];

/** A command in backticks, or an option of one. */
const COMMAND = /`(attest[^`]*)`/g;
const LINE_ONLY = /`attest\b|(?:^|\s)--[a-z]|\bscripts\//;

export function plainWords(words: string): string {
  const parts = words.split(/(?<=[.;])\s+/).map((part) => part.replace(/[.;]$/, "").trim());
  const kept = parts.map(withPlaces).filter((part) => part !== "" && !LINE_ONLY.test(part));
  if (parts.every((part, index) => part === kept[index])) return words;
  return kept.map((part) => `${part.charAt(0).toUpperCase()}${part.slice(1)}.`).join(" ");
}

function withPlaces(part: string): string {
  return part
    .replaceAll(COMMAND, (all, command: string) => PLACES.find(([pattern]) => pattern.test(command))?.[1] ?? all)
    .replace(/^run (“[^”]*” in Audit|the view )/, "use $1")
    .replace(/(the view [A-Z]\w+(?: types)?) prints/, "$1 shows");
}
