import { describe, expect, it } from "vitest";
import { VIEWS } from "../frame/views";
import { CATALOGUES, chosen, localeOf, t } from "./language";
import { pseudo, pseudoText } from "./pseudo";

/** Every text with its key, and what stands in braces in it. */
function texts(words: object, before = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === "string" ? [[`${before}${key}`, value] as [string, string]] : texts(value as object, `${before}${key}.`),
  );
}

function braces(text: string): string[] {
  return [...text.matchAll(/\{\{(.*?)\}\}/g)].map(([, name = ""]) => name).sort();
}

/** Words that the language has taken over, and texts that are parts to fill in alone. */
const SAME: Record<"de" | "es", string[]> = {
  de: [
    "answer.prompt",
    "evidence.named",
    "documents.kinds.text",
    "documents.kinds.markdown",
    "documents.kinds.docx",
    "documents.columns.text",
    "settings.changed.threads",
    "settings.threads",
    "models.bench.threads",
    "contracts.schema",
  ],
  es: [
    "answer.tokens_one",
    "answer.tokens_other",
    "answer.tokensTitle",
    "answer.no",
    "answer.prompt",
    "evidence.named",
    "documents.kinds.docx",
    "settings.normal",
    "models.tokens",
    "contracts.fates.residual",
    "contracts.enforcement.residual",
    "contracts.residual",
  ],
};

describe("the catalogues", () => {
  it.each(Object.entries(CATALOGUES))("of %s has every key, with the same parts to fill in", (_, words) => {
    const english = texts(CATALOGUES.en);
    const found = new Map(texts(words));
    expect(english.length).toBeGreaterThan(50);
    expect([...found.keys()]).toEqual(english.map(([key]) => key));
    for (const [key, text] of english) {
      expect(braces(found.get(key) ?? ""), key).toEqual(braces(text));
      expect(found.get(key)?.trim(), key).not.toBe("");
    }
  });

  it.each([
    ["de", SAME.de],
    ["es", SAME.es],
  ] as const)("that are translations say everything in other words (%s), but for what is the same there", (language, allowed) => {
    const english = new Map(texts(CATALOGUES.en));
    const same = texts(CATALOGUES[language]).filter(([key, text]) => english.get(key) === text);
    expect(same.map(([key]) => key)).toEqual(allowed);
  });

  it("name every view that the navigation has", () => {
    const titles = VIEWS.map(({ view }) => CATALOGUES.en.views[view].title);
    expect(titles).toEqual(VIEWS.map(({ title }) => title));
  });
});

describe("the language", () => {
  it("is the first of the system's that there is a catalogue for", () => {
    expect(chosen(["de-AT", "en"])).toBe("de");
    expect(chosen(["fr", "ES"])).toBe("es");
    expect(chosen(["fr"])).toBe("en");
    expect(chosen([])).toBe("en");
    expect(chosen(["constructor"])).toBe("en");
  });

  it("fills in parts without changing their letters", () => {
    expect(t("palette.ask", { title: "<a & b>" })).toBe("Ask <a & b>");
  });
});

describe("the invented language", () => {
  it("is longer by two fifths and keeps what is filled in", () => {
    expect(pseudoText("Go to {{title}}")).toMatch(/^\[Gö tö \{\{title\}\} ~+/);
    expect(pseudoText("Ask").length).toBeGreaterThan(4);
    expect(texts(pseudo(CATALOGUES.en)).every(([, text]) => text.startsWith("["))).toBe(true);
  });
});

describe("dates and numbers", () => {
  it("are written as the wanted region of the window's language does", () => {
    expect(localeOf(["en-GB", "de"])).toBe("en-GB");
    expect(localeOf(["fr", "de-AT"])).toBe("de-AT");
    expect(localeOf(["fr"])).toBe("en");
  });
});
