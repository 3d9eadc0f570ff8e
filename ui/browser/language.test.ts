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
});
