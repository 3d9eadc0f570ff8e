/** What the person has set, worn by the page: theme and size of text. */

import { useCallback, useEffect, useRef, useState } from "react";
import { asFailure } from "../backend/backend";
import type { Backend } from "../backend/backend";
import type { Settings } from "../backend/wire";
import type { Word } from "../frame/workspace";
import { wear } from "./wear";
import { changeInWords } from "./words";
import { t } from "../language/language";

export const DEFAULTS: Settings = {
  appearance: "system",
  text_percent: 100,
  threads: null,
  gpu_layers: null,
  policy_file: null,
  rates_file: null,
  answer_model: null,
  reviewer: null,
  lock_minutes: null,
};

interface Held {
  settings: Settings;
  /** Applies at once, says so and offers the way back; says it where it was refused. */
  changeSettings: (settings: Settings) => Promise<void>;
}

export function useSettings(backend: Backend, say: (word: Word) => void): Held {
  const [settings, setSettings] = useState<Settings>(DEFAULTS);
  const latest = useRef(settings);
  const hold = useCallback((held: Settings) => {
    latest.current = held;
    setSettings(held);
  }, []);
  useEffect(() => {
    // What cannot be read counts as not set; Settings says why.
    backend.desk.settings().then(hold, () => hold(DEFAULTS));
  }, [backend, hold]);
  useEffect(() => wear(settings), [settings]);

  const changeSettings = useCallback(
    async (changed: Settings): Promise<void> => {
      const before = latest.current;
      const words = changeInWords(before, changed);
      if (words === null) return;
      try {
        await backend.desk.change(changed);
        // What counts may be the administrator's, where the person's own was taken back.
        const held = await backend.desk.settings();
        hold(held);
        say({ words: changeInWords(before, held) ?? words, undo: { label: t("settings.undo"), act: () => void changeSettings(before) } });
      } catch (thrown) {
        const { message, help } = asFailure(thrown);
        const again = { label: t("settings.tryAgain"), act: () => void changeSettings(changed) };
        say({ words: t("settings.notChanged", { why: `${message} ${help}` }).trim(), undo: again });
      }
    },
    [backend, hold, say],
  );
  return { settings, changeSettings };
}
