/** States of what goes through the whole window: search, help, what is made in the background, the trail's tables. */

import { sample } from "./scenes";
import type { Scene } from "./scenes";
import { goTo, slowly } from "./support";

export const finds: Scene[] = [
  {
    name: "Help with the keys",
    open: async (page) => {
      await page.keyboard.press("F1");
      const help = page.getByRole("dialog", { name: "Help" });
      await help.getByRole("button", { name: "Keys and About" }).click();
      await help.getByText("Attest 0").waitFor();
    },
  },
  {
    name: "Documents with lines that were found",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("searchbox", { name: "Search in all documents" }).fill("premium");
      await page.getByRole("button", { name: /annual premium/i }).first().click();
      await page.getByRole("img", { name: /^Found/ }).waitFor();
    },
  },
  {
    name: "Commands with lines that were found",
    open: async (page) => {
      await sample(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox", { name: "Find a command" }).fill("annual premium");
      await page.getByRole("menuitem", { name: /^Found:/ }).first().waitFor();
    },
  },
  {
    name: "Documents with what was skipped",
    open: async (page) => {
      await goTo(page, "Documents");
      await page.getByRole("button", { name: "Import a folder…" }).first().click();
      await page.getByText("3 files skipped").click();
      await page.getByText(/^Office formats from before 2007/).waitFor();
    },
  },
  {
    name: "Ask while the search by meaning is prepared",
    open: async (page) => {
      await slowly(page);
      await page.getByRole("button", { name: "Open the sample" }).click();
      await page.getByRole("progressbar", { name: "Passages prepared for the search by meaning" }).waitFor({ timeout: 20_000 });
    },
  },
  {
    name: "Audit with the cells of a table",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("rowheader", { name: /^A table of 12 answers/ }).click();
      await page.getByRole("button", { name: /What is the annual premium.*GBP/ }).waitFor();
    },
  },
  {
    name: "Audit with a noted hash that no record has",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("textbox", { name: "A hash you noted elsewhere" }).fill("ab".repeat(32));
      await page.keyboard.press("Enter");
      await page.getByText(/^No record has the hash you noted/).waitFor();
    },
  },
];
