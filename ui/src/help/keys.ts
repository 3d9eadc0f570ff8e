/** Every key of the window, for the last page of the help. */

import { t } from "../language/language";

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
    title: t("help.everywhere"),
    keys: [
      { keys: ["F1"], does: t("help.keys.manual") },
      { keys: ["Ctrl", "K"], does: t("help.keys.palette") },
      { keys: ["Ctrl", "1"], does: t("help.keys.view") },
      { keys: ["Ctrl", "O"], does: t("help.keys.import") },
      { keys: ["Ctrl", "Z"], does: t("help.keys.undo") },
      { keys: ["Ctrl", "+"], does: t("help.keys.larger") },
      { keys: ["Esc"], does: t("help.keys.close") },
    ],
  },
  {
    title: t("help.ask"),
    keys: [
      { keys: ["/"], does: t("help.keys.question") },
      { keys: ["Enter"], does: t("help.keys.enter") },
      { keys: ["Ctrl", "P"], does: t("help.keys.print") },
      { keys: ["↑", "↓"], does: t("help.keys.next") },
      { keys: ["Space"], does: t("help.keys.tick") },
      { keys: ["→"], does: t("help.keys.acts") },
    ],
  },
];
