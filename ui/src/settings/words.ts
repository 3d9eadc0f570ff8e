/** What a change of the settings is, in words. */

import type { Appearance, Settings } from "../backend/wire";

export const THEMES: { appearance: Appearance; words: string }[] = [
  { appearance: "system", words: "As the system" },
  { appearance: "light", words: "Light" },
  { appearance: "dark", words: "Dark" },
];

const PERCENTS = [100, 110, 125, 150, 175, 200];

/** The sizes to choose from; one set elsewhere stays among them. */
export function percents(set: number): number[] {
  return PERCENTS.includes(set) ? PERCENTS : [...PERCENTS, set].sort((one, other) => one - other);
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
  appearance: (value) => `Theme: ${(THEMES.find(({ appearance }) => appearance === value)?.words ?? value).toLowerCase()}.`,
  text_percent: (value) => `Size of text: ${value || 100} %.`,
  threads: (value) => (value === null ? "Threads: automatic." : `Threads: ${value}.`),
  policy_file: (value) => (value === null ? "The built-in policy is used." : `Policy: ${value}.`),
  rates_file: (value) => (value === null ? "No exchange rates are used." : `Exchange rates: ${value}.`),
  answer_model: (value) => (value === null ? "Answers use the model that came with the program." : `Answers use ${value} from now on.`),
  reviewer: (value) => (value === null ? "Reviews have no name yet." : `Reviews are ${value}'s from now on.`),
};

/** Null when nothing differs. */
export function changeInWords(before: Settings, after: Settings): string | null {
  const words = (Object.keys(WORDS) as (keyof Settings)[]).filter((key) => before[key] !== after[key]).map((key) => wordsOf(key, after));
  return words.length === 0 ? null : words.join(" ");
}

function wordsOf<Key extends keyof Settings>(key: Key, settings: Settings): string {
  return WORDS[key](settings[key]);
}
