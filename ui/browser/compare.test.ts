/** The plots of a comparison stay in their pane, however narrow it is. */

import { expect, it } from "vitest";
import { overEdge } from "./measure";
import { tables } from "./scenes";
import { COMPACT, inBrowser, inWindow, LARGE, WIDE } from "./support";

const LONG = "smollm2-135m-instruct-q4_0-with-a-name-that-is-longer-than-its-column";
const SCENES = tables.filter(({ name }) => name.startsWith("Compare with"));
const LOOKS = [COMPACT, WIDE, LARGE].flatMap((viewport) =>
  (["light", "dark"] as const).map((colorScheme) => ({ viewport, colorScheme, title: `${viewport.width} px, ${colorScheme}` })),
);

inBrowser("the plots of a comparison", () => {
  it("are looked at alone and beside the evidence", () => {
    expect(SCENES.map(({ name }) => name)).toEqual(["Compare with a difference and its evidence", "Compare with its plots"]);
  });

  it.each(LOOKS)("stay in their pane at $title", async ({ viewport, colorScheme }) => {
    for (const scene of SCENES) {
      await inWindow({ viewport, colorScheme }, async (page) => {
        await scene.open(page);
        expect(await page.locator(".spread").count()).toBeGreaterThan(10);
        expect(await overEdge(page, ".compare-report")).toEqual([]);
        await page.evaluate((name) => document.querySelectorAll(".figure-name, .legend li").forEach((one) => (one.textContent = name)), LONG);
        expect(await overEdge(page, ".compare-report")).toEqual([]);
      });
    }
  });
});
