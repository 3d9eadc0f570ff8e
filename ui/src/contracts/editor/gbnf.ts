import { StreamLanguage } from "@codemirror/language";
import type { StreamParser } from "@codemirror/language";

/** Colours of GBNF: comments, names of rules, texts, classes of characters, signs. */
const parser: StreamParser<null> = {
  name: "gbnf",
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.sol() && stream.match(/^[A-Za-z0-9-]+(?=\s*::=)/)) return "heading";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^\[(?:[^\]\\]|\\.)*\]?/)) return "atom";
    if (stream.match(/^\{[0-9,]*\}/) || stream.match("::=") || stream.match(/^[|()*+?.]/)) return "operator";
    if (stream.match(/^[A-Za-z0-9-]+/)) return "variableName";
    stream.next();
    return null;
  },
};

export const gbnf = StreamLanguage.define(parser);
