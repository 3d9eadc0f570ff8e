import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { ViewUpdate } from "@codemirror/view";
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import "./editor.css";

interface Props {
  label: string;
  value: string;
  /** One of `setup.ts`; another one makes a new editor. */
  extensions: Extension;
  readOnly?: boolean;
  /** A few lines high. */
  low?: boolean;
  /** Id of the words on how to use it. */
  describedBy?: string;
  /** Tells the editor when it is there, null when it goes. */
  onView?: (view: EditorView | null) => void;
  onUpdate?: (update: ViewUpdate) => void;
}

/** CodeMirror in React: the text comes in as `value`, changes go out by `onUpdate`. */
export function CodeEditor({
  label,
  value,
  extensions,
  readOnly = false,
  low = false,
  describedBy,
  onView,
  onUpdate,
}: Props): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const made = useRef<EditorView | null>(null);
  const latest = useRef({ value, onUpdate });
  // Texts that were reported and have not come back as `value` yet.
  const sent = useRef<string[]>([]);
  useEffect(() => {
    latest.current = { value, onUpdate };
  });

  useEffect(() => {
    // Editable content alone does not count as reachable by keyboard everywhere.
    const named = { "aria-label": label, tabindex: "0", ...(describedBy && { "aria-describedby": describedBy }) };
    const state = EditorState.create({
      doc: latest.current.value,
      extensions: [
        extensions,
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of(named),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) sent.current.push(update.state.doc.toString());
          latest.current.onUpdate?.(update);
        }),
      ],
    });
    const view = new EditorView(host.current ? { state, parent: host.current } : { state });
    made.current = view;
    onView?.(view);
    return () => {
      made.current = null;
      onView?.(null);
      view.destroy();
    };
  }, [label, extensions, readOnly, describedBy, onView]);

  useEffect(() => {
    const view = made.current;
    if (!view) return;
    if (view.state.doc.toString() === value) sent.current = [];
    // An echo that comes late must not undo what was typed since.
    else if (!sent.current.includes(value))
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} className={low ? "code low" : "code"} />;
}
