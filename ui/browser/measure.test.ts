/** The measures themselves: each finds what is wrong. */

import { expect, it } from "vitest";
import { cutOff, moving, nameless, sideways, sidewaysRegions, smallText } from "./measure";
import { inBrowser, inWindow } from "./support";

const WRONG = `
  <p style="font-size: 11px">too small</p>
  <p style="font-size: 8px; color: transparent">over a page</p>
  <button></button>
  <div style="width: 60px; overflow: hidden; white-space: nowrap"><span>some words before</span><button>hidden</button></div>
  <div style="width: 60px; overflow: auto; white-space: nowrap"><span>some words before</span><button>reachable</button></div>
  <div style="transition: opacity 1s" class="gliding"></div>
  <div style="width: 3000px">wide</div>`;

inBrowser("the measures", () => {
  it("find what is wrong, and only that", async () => {
    await inWindow({}, async (page) => {
      await page.evaluate((html) => {
        document.body.innerHTML = html;
      }, WRONG);
      expect(await smallText(page)).toEqual(["11px: too small"]);
      expect(await nameless(page)).toHaveLength(1);
      expect(await cutOff(page)).toEqual(["hidden"]);
      expect(await sidewaysRegions(page)).toHaveLength(1);
      expect(await moving(page)).toEqual(["div.gliding"]);
      expect(await sideways(page)).toBeGreaterThan(1000);
    });
  });
});
