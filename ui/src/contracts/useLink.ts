/** Which rules belong to which part of the schema, and marks them on both sides. */

import type { EditorView, ViewUpdate } from "@codemirror/view";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { CompiledSchema, RuleSource } from "../backend/wire";
import { mark } from "./editor/marks";
import { partAt, partOf, upwards } from "./json/place";
import { read } from "./json/read";
import type { Reading } from "./json/read";

/** Rules, and the part of the schema that they come from; null for rules of the compiler's own. */
export interface Linked {
  rules: RuleSource[];
  pointer: string | null;
}

type Spot = { side: "schema"; pointer: string } | { side: "grammar"; line: number };

interface Link {
  /** Where the cursor is in the schema; null while it is not there. */
  pointer: string | null;
  linked: Linked;
  onSchema: (update: ViewUpdate) => void;
  onGrammar: (update: ViewUpdate) => void;
}

const NOTHING: Linked = { rules: [], pointer: null };

export function useLink(
  reading: Reading,
  compiled: CompiledSchema | null,
  schema: EditorView | null,
  grammar: EditorView | null,
): Link {
  const [spot, setSpot] = useState<Spot | null>(null);
  const linked = useMemo(() => (spot && compiled ? linkedTo(spot, compiled.rules) : NOTHING), [spot, compiled]);

  useEffect(() => {
    if (!grammar) return;
    const { doc } = grammar.state;
    const there = linked.rules.filter(({ last_line }) => last_line <= doc.lines);
    const ranges = there.map(({ first_line, last_line }) => ({
      from: doc.line(first_line).from,
      to: doc.line(last_line).to,
      class: "cm-linked",
      lines: true,
    }));
    mark(grammar, ranges, spot?.side === "schema");
  }, [grammar, linked, compiled, spot]);

  useEffect(() => {
    if (!schema) return;
    // Marking the whole would mark nothing.
    const part = linked.pointer ? partOf(reading, linked.pointer) : null;
    const from = part?.key?.from ?? part?.from ?? 0;
    const lines = part !== null && schema.state.doc.lineAt(from).to < part.to;
    const range = part && { from, to: part.to, class: "cm-linked", lines };
    mark(schema, range ? [range] : [], spot?.side === "grammar");
  }, [schema, linked, reading, spot]);

  const onSchema = useCallback((update: ViewUpdate) => {
    if (!moved(update)) return;
    const { doc, selection } = update.state;
    setSpot({ side: "schema", pointer: partAt(read(doc.toString()), selection.main.head)?.pointer ?? "" });
  }, []);
  const onGrammar = useCallback((update: ViewUpdate) => {
    if (!moved(update)) return;
    const { doc, selection } = update.state;
    setSpot({ side: "grammar", line: doc.lineAt(selection.main.head).number });
  }, []);

  return { pointer: spot?.side === "schema" ? spot.pointer : null, linked, onSchema, onGrammar };
}

/** The person moved the cursor, or came. */
function moved(update: ViewUpdate): boolean {
  return update.view.hasFocus && (update.selectionSet || update.docChanged || update.focusChanged);
}

/** From the schema: the rules of the innermost part around that has some. From the grammar: all rules of the same part. */
export function linkedTo(spot: Spot, rules: RuleSource[]): Linked {
  if (spot.side === "grammar") {
    const rule = rules.find(({ first_line, last_line }) => first_line <= spot.line && spot.line <= last_line);
    if (!rule) return NOTHING;
    return {
      pointer: rule.pointer,
      rules: rule.pointer === null ? [rule] : rules.filter(({ pointer }) => pointer === rule.pointer),
    };
  }
  for (const pointer of upwards(spot.pointer)) {
    const own = rules.filter((rule) => rule.pointer === pointer);
    if (own.length > 0) return { pointer, rules: own };
  }
  return NOTHING;
}
