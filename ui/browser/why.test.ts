/** Names and bars of Why in cards of every width. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { inBrowser, inWindow, NARROW, WIDE } from "./support";

interface Row {
  name: string;
  /** Lines that the name takes. */
  lines: number;
  /** The bar begins right of the name, or below it. */
  bar: "right" | "below" | "over";
}

function rows(page: Page): Promise<Row[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".why-bar-row")].map((row) => {
      const [name, bar] = [".why-bar-row > dt", ".why-bar"].map((part) => row.querySelector(part));
      if (!name || !bar) throw new Error("a row without a name or a bar");
      const [words, drawn] = [name.getBoundingClientRect(), bar.getBoundingClientRect()];
      const place = drawn.left >= words.right ? "right" : drawn.top >= words.bottom ? "below" : "over";
      const lines = Math.round(words.height / Number.parseFloat(getComputedStyle(name).lineHeight));
      return { name: name.textContent, lines, bar: place };
    }),
  );
}

inBrowser("why", () => {
  it.each([
    { width: "very wide", viewport: { width: 1600, height: 900 }, text: 100, bar: "right" },
    { width: "wide", viewport: WIDE, text: 100, bar: "below" },
    { width: "narrow", viewport: NARROW, text: 100, bar: "below" },
    { width: "narrow, with text of 200 %", viewport: NARROW, text: 200, bar: "below" },
  ])("has each name of time and tokens on one line ($width)", async ({ viewport, text, bar }) => {
    await inWindow({ viewport }, async (page) => {
      await page.getByRole("button", { name: "Open the sample" }).click();
      await page.getByRole("button", { name: /^Type: Amount/ }).waitFor();
      await page.getByRole("textbox", { name: "Question", exact: true }).press("Enter");
      await page.getByRole("button", { name: "Why this answer" }).click();
      await page.getByText("Writing the answer").waitFor();
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      const found = await rows(page);
      expect(found.map(({ name }) => name)).toContain("Everything else, earlier rounds included");
      expect(found.filter((row) => row.lines !== 1 || row.bar !== bar)).toEqual([]);
    });
  });
});
