/** Ranges that other parts of the window mark in an editor. */

import { StateEffect, StateField } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { Decoration, EditorView, WidgetType } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";

export interface Mark {
  from: number;
  to: number;
  class: string;
  /** The whole lines instead of the range. */
  lines?: boolean;
}

const setMarks = StateEffect.define<Mark[]>();

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(held, transaction) {
    const effect = transaction.effects.find((one) => one.is(setMarks));
    if (!effect) return held.map(transaction.changes);
    const marks = effect.value as Mark[];
    const doc = transaction.state.doc;
    const within = (offset: number): number => Math.min(Math.max(offset, 0), doc.length);
    const ranges = marks.flatMap((mark) => {
      const from = within(mark.from);
      const to = within(mark.to);
      if (mark.lines) {
        const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
        const decoration = Decoration.line({ class: mark.class });
        return Array.from({ length: last - first + 1 }, (_, index) => decoration.range(doc.line(first + index).from));
      }
      if (to > from) return [Decoration.mark({ class: mark.class }).range(from, to)];
      return [Decoration.widget({ widget: new End(mark.class), side: 1 }).range(from)];
    });
    return Decoration.set(ranges, true);
  },
  provide: (held) => EditorView.decorations.from(held),
});

/** Stands where a mark has nothing to stand on: at the end of the text. */
class End extends WidgetType {
  constructor(private readonly name: string) {
    super();
  }

  override eq(other: End): boolean {
    return other.name === this.name;
  }

  toDOM(): HTMLElement {
    const end = document.createElement("span");
    end.className = `${this.name} cm-end`;
    end.setAttribute("aria-hidden", "true");
    end.textContent = "\u00a0";
    return end;
  }
}

export const marks: Extension = field;

/** Replaces the marks; `show` brings the first into sight. */
export function mark(view: EditorView, ranges: Mark[], show = false): void {
  const [first] = ranges;
  const scroll =
    show && first
      ? [EditorView.scrollIntoView(Math.min(first.from, view.state.doc.length), { y: "nearest", yMargin: 40 })]
      : [];
  view.dispatch({ effects: [setMarks.of(ranges), ...scroll] });
}

/** Puts the cursor on a range and brings it into sight. */
export function goTo(view: EditorView, range: { from: number; to: number }): void {
  const length = view.state.doc.length;
  const [anchor, head] = [Math.min(range.from, length), Math.min(range.to, length)];
  view.focus();
  view.dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: "center" }) });
}
