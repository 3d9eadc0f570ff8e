/** Looks at scenes in every way: axe in both themes and four widths, sizes of text, names, reach, motion. */

import { mkdirSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { cutOff, moving, nameless, sideways, sidewaysRegions, smallText } from "./measure";
import type { Scene } from "./scenes";
import { COMPACT, inBrowser, inWindow, LARGE, NARROW, pale, violations, WIDE } from "./support";

/** Where pictures are written; empty: nowhere. */
const FOLDER = process.env["PICTURES"] ?? "";

const LOOKS = [
  { look: "light", colorScheme: "light", viewport: WIDE },
  { look: "dark", colorScheme: "dark", viewport: WIDE },
  { look: "narrow", colorScheme: "light", viewport: NARROW },
  { look: "compact", colorScheme: "light", viewport: COMPACT },
  { look: "compact dark", colorScheme: "dark", viewport: COMPACT },
  { look: "large", colorScheme: "light", viewport: LARGE },
  { look: "large dark", colorScheme: "dark", viewport: LARGE },
] as const;

/**
 * No width has colours of its own, and axe takes longest over them: `everyColour` compares them in every width, else
 * they are compared once a theme.
 */
export function examine(name: string, scenes: Scene[], everyColour = false): void {
  inBrowser(name, () => {
    it.each(scenes)("$name", async (scene) => {
      await inWindow({ reducedMotion: "reduce" }, async (page) => {
        await scene.open(page);
        expect(await findings(page, scene.name, everyColour)).toEqual({});
      });
    });
  });
}

/** Everything that is wrong, by the look in which it is. */
async function findings(page: Page, name: string, everyColour: boolean): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const note = (look: string, wrong: string[]): void => {
    if (wrong.length > 0) found[look] = wrong;
  };
  for (const { look, colorScheme, viewport } of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    if (FOLDER !== "") await picture(page, `${name} ${look}`);
    // Another theme has other colours, and nothing else.
    const colours = look === "light" || everyColour;
    if (colorScheme === "light") note(look, [...(await violations(page, colours)), ...(await smallText(page))]);
    else if (look === "dark" || everyColour) note(look, await pale(page));
  }
  note("without a name", await nameless(page));
  note("moving", await moving(page));
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  for (const { look, viewport } of [
    { look: "narrow", viewport: NARROW },
    { look: "wide", viewport: WIDE },
  ]) {
    await page.setViewportSize(viewport);
    note(`${look}, text of 200 %`, await lasting(page, outOfSight));
  }
  return found;
}

async function outOfSight(page: Page): Promise<string[]> {
  const wider = await sideways(page);
  return [
    ...(wider > 0 ? [`the page scrolls ${wider} px sideways`] : []),
    ...(await sidewaysRegions(page)),
    ...(await cutOff(page)),
  ];
}

/** What stays wrong: what hangs at a button follows it some frames after the window changed, and on a busy machine frames take long. */
async function lasting(page: Page, look: (page: Page) => Promise<string[]>): Promise<string[]> {
  const end = Date.now() + 10_000;
  let wrong = await look(page);
  while (wrong.length > 0 && Date.now() < end) {
    await page.waitForTimeout(50);
    wrong = await look(page);
  }
  return wrong;
}

async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const words = name.toLowerCase().replaceAll(/[^a-z]+/g, "-");
  await page.screenshot({ path: `${FOLDER}/${words}.png`, animations: "disabled" });
}
