/** What a change of the settings is, in words. */

import type { Appearance, Settings } from "../backend/wire";
import { LOCK_AFTER } from "../frame/idle";
import { t } from "../language/language";

export const THEMES: { appearance: Appearance; words: string }[] = [
  { appearance: "system", words: t("settings.themes.system") },
  { appearance: "light", words: t("settings.themes.light") },
  { appearance: "dark", words: t("settings.themes.dark") },
];

const PERCENTS = [100, 110, 125, 150, 175, 200];

/** The sizes to choose from; one set elsewhere stays among them. */
export function percents(set: number): number[] {
  return PERCENTS.includes(set) ? PERCENTS : [...PERCENTS, set].sort((one, other) => one - other);
}

const LOCK_MINUTES = [1, 5, 15, 30, 60, 0];

/** The minutes to choose from, never at the end; those set elsewhere stay among them. */
export function lockChoices(set: number): number[] {
  return LOCK_MINUTES.includes(set) ? LOCK_MINUTES : [set, ...LOCK_MINUTES];
}

/** 0 counts as 100. */
export function percentOf({ text_percent }: Settings): number {
  return text_percent === 0 ? 100 : text_percent;
}

/** The next size of text that is larger or smaller, or the usual one. */
export function zoomed(percent: number, by: 1 | -1 | 0): number {
  if (by === 0) return 100;
  const sizes = percents(percent);
  return sizes[sizes.indexOf(percent) + by] ?? percent;
}

const WORDS: { [Key in keyof Settings]: (value: Settings[Key]) => string } = {
  appearance: (value) => t("settings.changed.theme", { theme: (THEMES.find(({ appearance }) => appearance === value)?.words ?? value).toLowerCase() }),
  text_percent: (value) => t("settings.changed.size", { percent: value || 100 }),
  threads: (value) => (value === null ? t("settings.changed.threadsAuto") : t("settings.changed.threads", { count: value })),
  gpu_layers: (value) => (value === null ? t("settings.changed.gpuLayersAuto") : t("settings.changed.gpuLayers", { count: value })),
  policy_file: (value) => (value === null ? t("settings.changed.policyNone") : t("settings.changed.policy", { file: value })),
  rates_file: (value) => (value === null ? t("settings.changed.ratesNone") : t("settings.changed.rates", { file: value })),
  answer_model: (value) => (value === null ? t("settings.changed.modelNone") : t("settings.changed.model", { name: value })),
  lock_minutes: (value) =>
    value === 0 ? t("settings.changed.lockNever") : t("settings.changed.lock", { count: value ?? LOCK_AFTER }),
  reviewer: (value) => (value === null ? t("settings.changed.reviewerNone") : t("settings.changed.reviewer", { name: value })),
};

/** Null when nothing differs. */
export function changeInWords(before: Settings, after: Settings): string | null {
  const words = (Object.keys(WORDS) as (keyof Settings)[]).filter((key) => before[key] !== after[key]).map((key) => wordsOf(key, after));
  return words.length === 0 ? null : words.join(" ");
}

function wordsOf<Key extends keyof Settings>(key: Key, settings: Settings): string {
  return WORDS[key](settings[key]);
}
