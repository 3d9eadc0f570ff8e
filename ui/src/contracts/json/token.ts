/** The words of a JSON text, right or wrong. */

import { t } from "../../language/language";

export type TokenKind = "open" | "close" | "comma" | "colon" | "text" | "number" | "word" | "end";

export interface Token {
  kind: TokenKind;
  from: number;
  to: number;
  /** As it stands in the text. */
  text: string;
  /** What is wrong with it; null where it is right. */
  wrong: string | null;
  /** A text without its closing quote. */
  unclosed: boolean;
}

const SPACE = /[ \t\n\r]*/y;
const TEXT = /"(?:[^"\\\n]|\\.)*"?/y;
const PLAIN = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;
const WORD = /[^\s{}[\],:"]+/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const SIGNS: Record<string, TokenKind> = {
  "{": "open",
  "[": "open",
  "}": "close",
  "]": "close",
  ",": "comma",
  ":": "colon",
};

function matched(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** The token at or after `at`. */
export function tokenAt(text: string, at: number): Token {
  const from = at + matched(SPACE, text, at).length;
  const sign = text[from];
  const token = (kind: TokenKind, words: string, wrong: string | null = null, unclosed = false): Token => ({
    kind,
    from,
    to: from + words.length,
    text: words,
    wrong,
    unclosed,
  });
  if (sign === undefined) return token("end", "");
  const known = SIGNS[sign];
  if (known) return token(known, sign);
  if (sign === '"') {
    const words = matched(TEXT, text, from);
    const unclosed = words.length < 2 || !/(?:^|[^\\])(?:\\\\)*"$/.test(words.slice(1));
    if (unclosed) return token("text", words, t("contracts.faults.unclosed"), true);
    return token(
      "text",
      words,
      PLAIN.test(words) ? null : t("contracts.faults.escape"),
    );
  }
  const words = matched(WORD, text, from);
  if (/^[-+.\d]/.test(words))
    return token("number", words, NUMBER.test(words) ? null : t("contracts.faults.number", { words }));
  const right = words === "true" || words === "false" || words === "null";
  return token("word", words, right ? null : t("contracts.faults.quotes"));
}
