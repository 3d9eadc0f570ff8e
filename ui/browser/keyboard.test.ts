/** The window by keyboard alone. */

import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { focused, goTo, inBrowser, inWindow, tabTo, VIEWS } from "./support";

/** Whether what has the focus shows it. */
function focusShows(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return false;
    const around = element.closest(".cm-editor") ?? element;
    return [element, around].some((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    });
  });
}

inBrowser("the keyboard", () => {
  it.each(VIEWS)("reaches the navigation and the first act of %s, and shows where it is", async (view) => {
    await inWindow({}, async (page) => {
      await goTo(page, view);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      const reached: string[] = [];
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press("Tab");
        const name = await focused(page);
        if (name !== "") expect(`${name}: ${await focusShows(page)}`).toBe(`${name}: true`);
        reached.push((await page.evaluate(() => document.activeElement?.closest("nav, main")?.tagName)) ?? "");
      }
      expect(reached[0]).toBe("NAV");
      expect(reached).toContain("MAIN");
    });
  });

  it("goes to a view by its number", async () => {
    await inWindow({}, async (page) => {
      for (const view of VIEWS) {
        await goTo(page, view);
        expect(await page.getByRole("main").count()).toBe(1);
        expect(await page.getByRole("button", { name: view, exact: true }).first().getAttribute("aria-current")).toBe(
          "page",
        );
      }
    });
  });

  it("opens the commands, narrows them, goes, and comes back", async () => {
    await inWindow({}, async (page) => {
      await tabTo(page, /^Audit/);
      await page.keyboard.press("Control+k");
      const commands = page.getByRole("dialog", { name: "Commands" });
      await commands.waitFor();
      expect(await focused(page)).toBe("Find a command");
      await page.keyboard.press("Escape");
      await commands.waitFor({ state: "hidden" });
      expect(await focused(page)).toMatch(/^Audit/);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("go to models");
      await expect.poll(() => commands.getByRole("menuitem").count()).toBe(1);
      await page.keyboard.press("Enter");
      await page.getByRole("main", { name: "Models" }).waitFor();
    });
  });

  it("writes a schema with completion, tries a value, and leaves the editor", async () => {
    await inWindow({}, async (page) => {
      await goTo(page, "Answer types");
      await tabTo(page, /^Invoice line$/);
      await page.keyboard.press("Enter");
      const schema = page.getByRole("textbox", { name: "Schema" });
      await schema.waitFor();
      await tabTo(page, /^Schema$/);
      await page.keyboard.press("Control+a");
      await page.keyboard.type('{ "ty');
      await page.getByRole("option", { name: "type", exact: true }).waitFor();
      await page.waitForTimeout(100);
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name: "integer" }).waitFor();
      await page.waitForTimeout(100);
      await page.keyboard.type("int");
      await page.keyboard.press("Enter");
      expect(await schema.innerText()).toBe('{ "type": "integer"}');
      const grammar = page.getByRole("textbox", { name: "Grammar, read-only" });
      await expect.poll(() => grammar.innerText()).toMatch(/^answer ::= "-"\? \("0" \| \[1-9\]/m);
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Schema");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Tab");
      expect(await focused(page)).not.toBe("Schema");
      await tabTo(page, /^Value to try$/);
      await page.keyboard.type("12");
      await page.getByText("Fits", { exact: true }).waitFor();
      await page.keyboard.press("Tab");
      expect(await focused(page)).not.toBe("Value to try");
    });
  });

  it("goes from the empty window to a checked answer", async () => {
    await inWindow({}, async (page) => {
      await page.getByRole("button", { name: "Open the sample" }).waitFor();
      await tabTo(page, /^Open the sample$/);
      await page.keyboard.press("Enter");
      const type = page.getByRole("button", { name: /^Type: Amount/ });
      await type.waitFor();
      await tabTo(page, /^Question$/);
      await page.keyboard.press("Enter");
      const answer = page.getByRole("region", { name: "Answer" });
      await answer.getByText("Answered", { exact: true }).waitFor();
      await tabTo(page, /page 2, line 14/);
      await page.keyboard.press("Enter");
      await page.getByRole("img", { name: /Citation 1, line 14/ }).waitFor();
    });
  });

  it("moves between the places of a conflict, and the page follows", async () => {
    await inWindow({}, async (page) => {
      await page.getByRole("button", { name: "Open the sample" }).click();
      await page.getByRole("textbox", { name: "Question", exact: true }).fill("When does the policy take effect?");
      await page.keyboard.press("Enter");
      const answer = page.getByRole("region", { name: "Answer" });
      await answer.getByText("Conflicting", { exact: true }).waitFor();
      await tabTo(page, /^.*page \d, line \d+/);
      const first = await focused(page);
      await page.keyboard.press("ArrowDown");
      await expect.poll(() => focused(page)).not.toBe(first);
      await expect
        .poll(() =>
          page
            .getByRole("img", { name: /shown now/ })
            .first()
            .getAttribute("aria-label"),
        )
        .toMatch(/^Citation 2/);
    });
  });

  it("changes a chip, and puts it back", async () => {
    await inWindow({}, async (page) => {
      await page.getByRole("button", { name: "Open the sample" }).click();
      await page.getByRole("button", { name: /^Type: Amount/ }).waitFor();
      await tabTo(page, /^Type: Amount/);
      await page.keyboard.press("Enter");
      await page.getByRole("menu", { name: "Type" }).waitFor();
      await page.keyboard.type("dat");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /^Type: Date/ }).waitFor();
      expect(await focused(page)).toMatch(/^Type: Date/);
      await tabTo(page, /^Put back: Type$/);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: /^Type: Amount/ }).waitFor();
    });
  });

  it("writes metadata, and Tab closes an open list before it leaves the field", async () => {
    await inWindow({}, async (page) => {
      await page.getByRole("button", { name: "Open the sample" }).click();
      await page.getByRole("button", { name: /^Type: Amount/ }).waitFor();
      await goTo(page, "Documents");
      await page.getByRole("rowheader", { name: "sample-policy.pdf" }).click();
      await page.getByRole("tab", { name: /^About/ }).click();
      await tabTo(page, /^Change the metadata/);
      await page.keyboard.press("Enter");
      await tabTo(page, /^Add a key/);
      await page.keyboard.press("Enter");
      await page.keyboard.press("ArrowDown");
      await page.getByRole("listbox").waitFor();
      await page.keyboard.press("Tab");
      await page.getByRole("listbox").waitFor({ state: "detached" });
      expect(await focused(page)).toBe("Value");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.type("matter");
      await page.keyboard.press("Tab");
      await page.keyboard.type("2024-17");
      await page.keyboard.press("Enter");
      await page.getByText("Saved the metadata of sample-policy.pdf.").waitFor();
      expect(await page.getByRole("region", { name: "Metadata" }).getByRole("definition").allInnerTexts()).toEqual([
        "Northwind",
        "2024-17",
      ]);
      expect(await focused(page)).toBe("Change the metadata");
    });
  });
});
