/** A table of 1,000 documents and 30 questions is scrolled; the figures are printed. */

import type { CDPSession, Page } from "playwright-core";
import { expect, inject, it } from "vitest";
import { goTo, inBrowser, inWindow } from "./support";

/** So much is drawn at most, however long the table is. */
const MOST_CELLS = 600;
/**
 * Milliseconds of the page's thread for a picture, twice what 60 pictures a second leave, for slower machines. Its own time
 * is counted (`threadTicks`), not that of the clock, which the other tests of the machine share.
 */
const BUDGET = 33.4;
const STEPS = 60;

/** Scrolls down 3,000 px a second of 60 pictures, and across; milliseconds between two of them, by the clock. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async (steps) => {
    const sheet = document.querySelector<HTMLElement>("[role=grid][aria-label=Answers]");
    if (!sheet) throw new Error("there is no grid");
    const between: number[] = [];
    let before = performance.now();
    for (let step = 0; step < steps; step += 1) {
      sheet.scrollTop += 50;
      sheet.scrollLeft += step % 4 === 0 ? 60 : 0;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = performance.now();
      between.push(now - before);
      before = now;
    }
    return between;
  }, STEPS);
}

/** Seconds that the page's thread has worked. */
async function worked(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
}

/** The window anew, with the long table. */
async function large(page: Page): Promise<void> {
  await page.goto(`${inject("address")}#large`);
  await page.reload();
  await page.getByRole("navigation", { name: "Views" }).waitFor();
}

function middle(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

inBrowser("a long table", () => {
  it("is scrolled with few cells drawn and little script for each picture", async () => {
    await inWindow({}, async (page) => {
      await large(page);
      await goTo(page, "Table");
      await page.getByText("1000 of 1000 documents").waitFor();
      await page.getByRole("gridcell").first().waitFor();
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      const begun = await worked(session);
      const between = await scroll(page);
      const ours = ((await worked(session)) - begun) * (1000 / STEPS);
      const cells = await page.getByRole("gridcell").count();
      console.log(
        `1,000 x 30: ${ours.toFixed(1)} ms of the page's thread a picture, ${middle(between).toFixed(1)} ms between two by the clock (median), ${cells} cells drawn`,
      );
      expect(cells).toBeGreaterThan(20);
      expect(cells).toBeLessThan(MOST_CELLS);
      expect(ours).toBeLessThan(BUDGET);
      await page.getByRole("rowheader", { name: "contract-0065.pdf" }).waitFor();
    });
  }, 60_000);

  it("is reviewed by keys alone; how many decisions a minute that allows is printed", async () => {
    await inWindow({}, async (page) => {
      await large(page);
      await goTo(page, "Review");
      const turn = page.getByRole("region", { name: /^Answer to review/ });
      const decisions = 20;
      await turn.getByRole("button", { name: /^Accept/ }).waitFor();
      const begun = Date.now();
      for (let index = 0; index < decisions; index += 1) {
        await turn.getByRole("button", { name: /^Accept/ }).waitFor();
        await page.keyboard.press(["a", "r", "n"][index % 3] ?? "a");
        await page.getByText(`${index + 1} done now`).waitFor();
      }
      const minute = (decisions * 60_000) / (Date.now() - begun);
      console.log(`${minute.toFixed(0)} decisions a minute by keys, as fast as the window takes them`);
      expect(minute).toBeGreaterThan(20);
    });
  });
});
