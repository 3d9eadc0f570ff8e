/** What the editors of this view are made of. No colours here: `contracts.css` has them. */

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { json, jsonLanguage } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { completeSchema } from "./completion";
import { gbnf } from "./gbnf";
import { marks } from "./marks";

const words = HighlightStyle.define([
  { tag: [tags.propertyName, tags.heading, tags.definition(tags.variableName)], class: "word-key" },
  { tag: tags.string, class: "word-text" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], class: "word-value" },
  { tag: [tags.comment, tags.operator, tags.separator, tags.punctuation], class: "word-quiet" },
]);

const base: Extension = [syntaxHighlighting(words), marks, lineNumbers(), EditorView.lineWrapping];

const writing: Extension = [
  history(),
  closeBrackets(),
  bracketMatching(),
  indentOnInput(),
  indentUnit.of("  "),
  json(),
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap, ...lintKeymap]),
];

/** Tab indents; Escape, then Tab leaves. */
export const schemaEditor: Extension = [
  base,
  autocompletion({ icons: false, aboveCursor: false }),
  jsonLanguage.data.of({ autocomplete: completeSchema }),
  writing,
  keymap.of([indentWithTab]),
];

/** A small box: Tab leaves it. */
export const instanceEditor: Extension = [base, writing];

export const schemaReader: Extension = [base, json(), keymap.of(defaultKeymap)];

export const grammarReader: Extension = [base, gbnf, keymap.of(defaultKeymap)];
