/**
 * The language of the window: the first of the system's that there is a catalogue for, else English. It is fixed
 * when the page begins. Sentences of the service are English in every language (`docs/window.md` says which).
 */

import { createInstance } from "i18next";
import { de } from "./de";
import { en } from "./en";
import type { Catalogue } from "./en";
import { es } from "./es";
import { pseudo } from "./pseudo";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

export const CATALOGUES = { en, de, es };

type Language = keyof typeof CATALOGUES | "pseudo";

/** The language of a tag such as `de-AT`. */
function languageOf(tag: string): string {
  return tag.toLowerCase().split("-")[0] ?? "";
}

/** The first of the wanted languages that there is a catalogue for. */
export function chosen(wanted: readonly string[]): keyof typeof CATALOGUES {
  const known = wanted.map(languageOf);
  return known.find((one): one is keyof typeof CATALOGUES => Object.hasOwn(CATALOGUES, one)) ?? "en";
}

/** How dates and numbers are written: as the first wanted region of the window's language does, so that `en-GB` keeps its dates. */
export function localeOf(wanted: readonly string[]): string {
  const language = chosen(wanted);
  return wanted.find((one) => languageOf(one) === language) ?? language;
}

/** On the fake backend alone the address may name one, the invented one too. */
function asked(): readonly string[] {
  const named = import.meta.env.MODE === "fake" ? new URLSearchParams(location.search).get("language") : null;
  return named === null ? navigator.languages : [named];
}

function language(): Language {
  const wanted = asked();
  return wanted[0] === "pseudo" ? "pseudo" : chosen(wanted);
}

/** Spanish has a form of its own for millions, in the same words as for every other number. */
function withMillions(catalogue: Catalogue): Catalogue {
  return JSON.parse(JSON.stringify(catalogue), (_, value: unknown) => {
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value as Record<string, unknown>);
    const millions = entries.filter(([key]) => key.endsWith("_other")).map(([key, text]) => [key.replace(/_other$/, "_many"), text]);
    return Object.fromEntries([...entries, ...millions]) as unknown;
  }) as Catalogue;
}

const words = createInstance();

void words.init({
  lng: language(),
  fallbackLng: "en",
  // Everything is here: nothing is waited for.
  initAsync: false,
  interpolation: { escapeValue: false },
  resources: {
    en: { translation: en },
    de: { translation: de },
    es: { translation: withMillions(es) },
    pseudo: { translation: pseudo(en) },
  },
});

document.documentElement.lang = words.language === "pseudo" ? "en" : words.language;

/** Of dates and numbers; the invented language writes them as English does. */
export const LOCALE = localeOf(asked());

/** The words of a key in the window's language. */
export const t = words.t;
