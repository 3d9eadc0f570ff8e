/** Words that no language has: longer than any translation, and marked, for a test of what is cut off or not in the catalogue. */

import type { Catalogue } from "./en";

const LETTERS: Record<string, string> = { a: "á", e: "ë", i: "ï", o: "ö", u: "ü", A: "Å", E: "É", I: "Í", O: "Ø", U: "Ů", n: "ñ", c: "ç" };

/** Longer by two fifths, as German and Spanish are at most by their words; what stands in braces is left. */
export function pseudoText(text: string): string {
  const parts = text.split(/(\{\{.*?\}\})/);
  const marked = parts.map((part) => (part.startsWith("{{") ? part : part.replace(/[a-zA-Z]/g, (letter) => LETTERS[letter] ?? letter)));
  const more = "~".repeat(Math.ceil(text.length * 0.4));
  return `[${marked.join("")} ${more.replace(/~{6}/g, "~~~~~ ")}]`;
}

export function pseudo(words: Catalogue): Catalogue {
  return JSON.parse(JSON.stringify(words), (_, value: unknown) => (typeof value === "string" ? pseudoText(value) : value)) as Catalogue;
}
