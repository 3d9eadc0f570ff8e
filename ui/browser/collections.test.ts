/** Collections, and one question of each of several documents, in every look. */

import type { Page } from "playwright-core";
import { examine } from "./examine";
import type { Scene } from "./scenes";
import { goTo } from "./support";

/** Three documents, two of them in a collection. */
async function collected(page: Page): Promise<void> {
  await goTo(page, "Documents");
  await page.getByRole("button", { name: "Import a folder…" }).first().click();
  await page.getByText("7 files:").waitFor();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await page.getByRole("searchbox", { name: "Filter documents" }).fill("pdf");
  await page.getByRole("button", { name: /^Put the 2 listed into/ }).click();
  await page.getByRole("menuitem", { name: "New collection…" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Water damage 2026");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Water damage 2026 2" }).click();
}

async function asked(page: Page): Promise<void> {
  await collected(page);
  await page.getByRole("button", { name: "Ask this collection" }).click();
  const box = page.getByRole("textbox", { name: "Question", exact: true });
  await box.fill("What is the annual premium?");
  await page.getByRole("radio", { name: "each document", checked: true }).waitFor();
}

const scenes: Scene[] = [
  { name: "Documents with a collection", open: collected },
  {
    name: "Documents with the menu of collections",
    open: async (page) => {
      await collected(page);
      await page.getByRole("button", { name: /^Put the 2 listed into/ }).click();
      await page.getByRole("menuitemcheckbox", { name: "Water damage 2026" }).waitFor();
    },
  },
  {
    name: "Documents with a collection being named",
    open: async (page) => {
      await collected(page);
      await page.getByRole("button", { name: "Change" }).click();
      await page.getByRole("menuitem", { name: "Rename…" }).click();
      await page.getByRole("textbox", { name: "Name", exact: true }).waitFor();
    },
  },
  { name: "Ask with several documents", open: asked },
  {
    name: "Ask with what each document says",
    open: async (page) => {
      await asked(page);
      await page.keyboard.press("Enter");
      const table = page.getByRole("region", { name: "What each document says" });
      await table.getByText("1 document says GBP 1,284.50; 1 document says GBP 420.").waitFor();
      await table.getByRole("listitem").first().getByRole("button").click();
    },
  },
  {
    name: "Table of a collection",
    open: async (page) => {
      await collected(page);
      await page.getByLabel("Its questions").selectOption({ label: "Insurance policies" });
      await page.getByRole("button", { name: "Make a table" }).click();
      await page.getByRole("textbox", { name: "Question 4" }).waitFor();
    },
  },
];

examine("collections", scenes);
