import { describe, expect, it } from "vitest";
import { VIEWS } from "../frame/views";
import { CATALOGUES, chosen, t } from "./language";
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

  it("that are translations say nearly everything in other words", () => {
    const english = new Map(texts(CATALOGUES.en));
    for (const words of [CATALOGUES.de, CATALOGUES.es]) {
      const same = texts(words).filter(([key, text]) => english.get(key) === text);
      expect(same).toEqual([]);
    }
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
