/** The window in every language it knows, and in one that is longer than any. */

import type { Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { cutOff, sideways, sidewaysRegions } from "./measure";
import { inBrowser, inWindow, NARROW, WIDE } from "./support";

async function speak(page: Page, language: string): Promise<void> {
  const address = new URL(inject("address"));
  address.searchParams.set("language", language);
  await page.goto(address.href);
  await page.locator(".welcome").waitFor();
}

/** Texts that their own box hides a part of. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** There for screen readers only: in a box of one picture element. */
    const spoken = (element: Element | null): boolean =>
      element !== null && ((element.clientHeight <= 1 && getComputedStyle(element).overflow === "hidden") || spoken(element.parentElement));
    return [...document.querySelectorAll<HTMLElement>(".navigation *, .view-header *, .welcome *, .question *, .palette *")]
      .filter((element) => element.checkVisibility() && element.childElementCount === 0 && element.textContent !== "")
      .filter((element) => getComputedStyle(element).overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
      .filter((element) => !spoken(element))
      .map((element) => element.textContent ?? "");
  });
}

async function whole(page: Page): Promise<void> {
  for (const viewport of [WIDE, NARROW]) {
    await page.setViewportSize(viewport);
    expect(await sideways(page)).toBe(0);
    expect(await sidewaysRegions(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    expect(await clipped(page)).toEqual([]);
  }
}

/** The numbers of the views, as their keys have them. */
const OTHERS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Where words stand that are not the window's: of documents and questions (the page, quotes, names of files), of the service
 * (findings, notes, titles of answer types, what a model is for), of the system (paths, names of models), and code.
 */
const NOT_OURS = [
  "kbd, code, pre, .fixed, .brand, time, .cm-editor",
  ".page-sheet, .line-column, .evidence h2, .evidence h3, .outline",
  ".passage, .figure, .answer h2, .answer blockquote, .answer .value, .answer-message, .why-rows dd, .why-bars dt",
  ".chooser-title, .history-question, .history-answer, .import-name, .offered button",
  "h2 span[title], [role=rowheader], .document-pane h2, .document-warnings, .facts dd, .navigation-foot .state",
  ".contracts-list [role=option], .type-bar h2, .type-bar .quiet, .keyword-list",
  ".model h3, .model > p, .model-facts dd, .checks, .setting-facts dd",
  ".document-metadata .facts, .record-head h2, .record-head .quiet, .record-answer, .record-documents, .content-head, .batch-cells",
  // The record as it is kept: its own keys and values.
  ".body-tree dt, .body-tree summary, .body-tree .plain-value",
  // React Aria's own words for screen readers, in the system's language.
  "[data-live-announcer]",
].join(", ");

/**
 * Names that are the same in every language, and words that stand among the window's own: the question that was asked, the
 * file, the month of an English date, the model, and the title and name of its answer type, which the service gives.
 */
const NAMES = ["Attest", "PDF", "SHA-256", "What is the annual premium?", "sample-policy.pdf", "Nov", "smollm2-135m-instruct-q4_1", "Amount", "amount"];

/** In the views that have lists: the first entry, a document with what is known of it. */
const ENTRIES: Record<number, string[]> = {
  1: ["[role=rowheader]", "[role=tab] >> nth=1"],
  5: ["[role=option]"],
  8: ["[role=rowheader]"],
};

async function open(page: Page, number: number): Promise<void> {
  for (const entry of ENTRIES[number] ?? []) await page.locator(`main:not([hidden]) ${entry}`).first().click();
}

/** Words in sight without the marks of the invented language. */
function unmarked(page: Page): Promise<string[]> {
  return page.evaluate(([notOurs, names]) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !element.checkVisibility() || element.closest(notOurs)) continue;
      let words = node.textContent ?? "";
      for (let before = ""; before !== words; ) {
        before = words;
        words = words.replace(/\[[^[\]]*~ ?\]/g, "");
      }
      for (const name of names) words = words.replaceAll(name, "");
      // A unit or the letter of a key is no word.
      if (/\p{L}{3}/u.test(words)) found.push(`${element.className}: ${words.trim()}`);
    }
    return found;
  }, [NOT_OURS, NAMES] as const);
}

inBrowser("in every language", () => {
  it.each(["de", "es", "pseudo"])("nothing of the frame and of Ask is cut off (%s)", async (language) => {
    await inWindow({ reducedMotion: "reduce" }, async (page) => {
      await speak(page, language);
      expect(await page.locator(".navigation-entry span").first().textContent()).not.toBe("Documents");
      await whole(page);
      await page.locator(".welcome .primary").click();
      await page.locator("#question").waitFor();
      await whole(page);
      await page.keyboard.press("Control+k");
      await page.locator(".palette").waitFor();
      await whole(page);
    });
  });

  it("no word of the frame is outside of the catalogue", async () => {
    await inWindow({}, async (page) => {
      await speak(page, "pseudo");
      const words = await page.locator(".navigation-entry > span:not(.badge), .welcome h2, .welcome li, .welcome button").allTextContents();
      expect(words.length).toBeGreaterThan(12);
      expect(words.filter((one) => !one.startsWith("["))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
    });
  });

  it.each(["de", "es", "pseudo"])("nothing of the other views is cut off (%s)", async (language) => {
    await inWindow({ reducedMotion: "reduce" }, async (page) => {
      await speak(page, language);
      await page.locator(".welcome .primary").click();
      await page.locator("#question").waitFor();
      for (const number of OTHERS) {
        await page.keyboard.press(`Control+${number}`);
        await page.locator(`main:not([hidden]) h1, main:not([hidden]) .answer, main:not([hidden]) #question`).first().waitFor();
        await whole(page);
      }
    });
  });

  it("no word of a view is outside of the catalogue", async () => {
    await inWindow({}, async (page) => {
      await speak(page, "pseudo");
      expect(await unmarked(page)).toEqual([]);
      await page.locator(".welcome .primary").click();
      await page.locator("#question").waitFor();
      await page.locator("form.question button[type=submit]").click();
      await page.locator("section.answer .why-toggle").click();
      await page.locator(".why-bars").first().waitFor();
      const found: string[] = [];
      for (const number of OTHERS) {
        await page.keyboard.press(`Control+${number}`);
        await page.locator(`main:not([hidden]) h1, main:not([hidden]) .answer`).first().waitFor();
        await open(page, number);
        await page.waitForTimeout(300);
        found.push(...(await unmarked(page)).map((one) => `${number} ${one}`));
      }
      expect(found).toEqual([]);
    });
  });
});
