/** Under the mouse. */

import { expect, it } from "vitest";
import { goTo, inBrowser, inWindow, pale, VIEWS } from "./support";

inBrowser("under the mouse", () => {
  it.each(["light", "dark"] as const)("every kind of button stays readable (%s)", async (colorScheme) => {
    await inWindow({ colorScheme }, async (page) => {
      const seen = new Set<string>();
      for (const view of VIEWS) {
        await goTo(page, view);
        for (const button of await page.getByRole("main").locator("button:enabled").all()) {
          const kind = (await button.getAttribute("class")) ?? "";
          if (seen.has(kind)) continue;
          seen.add(kind);
          await button.hover();
          expect(await pale(page)).toEqual([]);
        }
      }
      expect(seen).toContain("primary");
    });
  });
});
