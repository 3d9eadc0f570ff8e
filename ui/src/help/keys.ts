/** Every key of the window, for the last page of the help. */

export interface Key {
  keys: string[];
  does: string;
}

export interface KeyGroup {
  title: string;
  keys: Key[];
}

export const KEYS: KeyGroup[] = [
  {
    title: "Everywhere",
    keys: [
      { keys: ["F1"], does: "The manual on this view; again closes it" },
      { keys: ["Ctrl", "K"], does: "Commands, documents and words in documents by their name" },
      { keys: ["Ctrl", "1"], does: "The first view; 2 the second, and so on" },
      { keys: ["Ctrl", "O"], does: "Import documents" },
      { keys: ["Ctrl", "Z"], does: "Take back what was removed" },
      { keys: ["Ctrl", "+"], does: "Larger; − smaller, 0 as usual" },
      { keys: ["Esc"], does: "Close, or cancel the question" },
    ],
  },
  {
    title: "Ask",
    keys: [
      { keys: ["/"], does: "To the question" },
      { keys: ["Enter"], does: "Ask; Shift+Enter breaks the line" },
      { keys: ["Ctrl", "P"], does: "Print the evidence report of the answer" },
      { keys: ["↑", "↓"], does: "To the next document, earlier question or citation" },
      { keys: ["Space"], does: "Tick a document; with Shift all from the last one" },
      { keys: ["→"], does: "From a document to what can be done with it" },
    ],
  },
];
