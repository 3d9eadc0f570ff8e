/**
 * The language of the window: the first of the system's that there is a catalogue for, else English. It is fixed
 * when the page begins. What is not in the catalogue yet is English in every language (README says what is).
 */

import { createInstance } from "i18next";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { pseudo } from "./pseudo";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

export const CATALOGUES = { en, de, es };

type Language = keyof typeof CATALOGUES | "pseudo";

/** The first of the wanted languages that there is a catalogue for. */
export function chosen(wanted: readonly string[]): Language {
  const known = wanted.map((one) => one.toLowerCase().split("-")[0]);
  return known.find((one): one is keyof typeof CATALOGUES => one !== undefined && Object.hasOwn(CATALOGUES, one)) ?? "en";
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
    es: { translation: es },
    pseudo: { translation: pseudo(en) },
  },
});

document.documentElement.lang = words.language === "pseudo" ? "en" : words.language;

/** The words of a key in the window's language. */
export const t = words.t;
