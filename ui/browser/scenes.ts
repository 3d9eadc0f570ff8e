/** States of the window that are worth a look: every view, and what it shows when it is used. */

import type { Page } from "playwright-core";
import { goTo, slowly, VIEWS } from "./support";

export interface Scene {
  name: string;
  open: (page: Page) => Promise<void>;
}

export const views: Scene[] = VIEWS.map((view) => ({ name: view, open: (page) => goTo(page, view) }));

/** Opens the sample and waits for its first question. */
export async function sample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open the sample" }).click();
  await page.getByRole("button", { name: /^Type: Amount/ }).waitFor();
}

async function answered(page: Page, question: string, state: string): Promise<void> {
  await sample(page);
  const box = page.getByRole("textbox", { name: "Question", exact: true });
  await box.fill(question);
  await box.press("Enter");
  await page.getByRole("region", { name: "Answer" }).getByText(state, { exact: true }).waitFor();
}

/** The sample, and a question that is not asked yet. */
async function written(page: Page, question: string): Promise<void> {
  await sample(page);
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(question);
  await page.getByRole("button", { name: /^Only/ }).last().waitFor();
}

async function addCondition(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: /^Only…/ }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** The sample opened in Documents, at what is known of it. */
async function about(page: Page): Promise<void> {
  await sample(page);
  await goTo(page, "Documents");
  await page.getByRole("rowheader", { name: "sample-policy.pdf" }).click();
  await page.getByRole("tab", { name: /^About/ }).click();
  await page.getByRole("button", { name: "Change the metadata" }).click();
}

async function contract(page: Page, example: string): Promise<void> {
  await goTo(page, "Answer types");
  await page.getByRole("button", { name: example }).click();
  await compiled(page);
}

function compiled(page: Page): Promise<void> {
  return page.getByRole("textbox", { name: "Grammar, read-only" }).getByText("root ::=").waitFor();
}

async function locked(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/?passphrase=red`);
  await page.getByLabel("Passphrase").waitFor();
}

export const locks: Scene[] = [
  { name: "Lock screen", open: locked },
  { name: "Lock screen after nobody used the window", open: idle },
  {
    name: "Lock screen after a wrong passphrase",
    open: async (page) => {
      await locked(page);
      await page.keyboard.type("blue");
      await page.keyboard.press("Enter");
      await page.getByRole("alert").waitFor();
    },
  },
];

/** The window of an encrypted vault after nobody used it for a while: the page's clock is put forward. */
async function idle(page: Page): Promise<void> {
  await locked(page);
  await page.keyboard.type("red");
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Views" }).waitFor();
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 3_600_000;
  });
  await page.mouse.move(200, 200);
  await page.getByText(/^The window locked itself/).waitFor();
}

export const answers: Scene[] = [
  { name: "Ask with the sample", open: sample },
  {
    name: "Ask with an answer and why",
    open: async (page) => {
      await answered(page, "What is the annual premium?", "Answered");
      await page.getByRole("button", { name: "Why this answer" }).click();
      await page.getByText("cdcdcdcd").first().waitFor();
    },
  },
  {
    name: "Ask with what was held back",
    open: async (page) => {
      await answered(page, "What is the annual premium?", "Answered");
      await page.getByRole("button", { name: "Why this answer" }).click();
      await page.getByText("Held back: 9 passages").click();
      await page.getByRole("button", { name: "Show 2 more passages" }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: "Ask with conditions",
    open: async (page) => {
      await written(page, "What is the premium on page 3 in section 7 in the emails?");
      await page.getByRole("button", { name: "Remove: only section 7" }).click();
      await addCondition(page, "Documents dated…");
      await page.getByLabel("From", { exact: true }).fill("2025");
      await page.getByLabel("To", { exact: true }).fill("2025");
      await page.getByRole("button", { name: "Ask only these documents" }).click();
      await page.getByText("Nothing to read: nothing stands in documents of kind mail.").waitFor();
    },
  },
  {
    name: "Ask with a condition being written",
    open: async (page) => {
      await written(page, "What is the annual premium?");
      await addCondition(page, "Documents dated…");
      await page.getByLabel("From", { exact: true }).fill("2025-02-30");
      await page.getByRole("dialog", { name: "Only documents dated" }).waitFor();
    },
  },
  {
    name: "Ask with a menu of conditions",
    open: async (page) => {
      await written(page, "What is the annual premium?");
      await page.getByRole("button", { name: /^Only…/ }).click();
      await page.getByRole("menu", { name: "Only…" }).waitFor();
    },
  },
  {
    name: "Ask with the values of a key",
    open: async (page) => {
      await written(page, "What is the annual premium?");
      await addCondition(page, "client is…");
      await page.getByRole("menuitemradio", { name: "Northwind" }).waitFor();
    },
  },
  {
    name: "Ask under a condition on metadata",
    open: async (page) => {
      await written(page, "What is the annual premium?");
      await addCondition(page, "client is…");
      await page.getByRole("menuitemradio", { name: "Northwind" }).click();
      await page.getByRole("textbox", { name: "Question", exact: true }).press("Enter");
      await page.getByText("Only documents whose client is “Northwind”, as was set before asking.").waitFor();
      await page.getByRole("button", { name: "Why this answer" }).click();
      await page.getByText("Writing the answer").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "Ask without an answer within conditions",
    open: async (page) => {
      await written(page, "What is the annual premium?");
      await addCondition(page, "Spreadsheets");
      await page.getByRole("textbox", { name: "Question", exact: true }).press("Enter");
      await page.getByText("Nothing else was read: only spreadsheets").waitFor();
    },
  },
  { name: "Ask with a conflict", open: (page) => answered(page, "When does the policy take effect?", "Conflicting") },
  { name: "Ask without an answer", open: (page) => answered(page, "Who is the broker?", "Not sure") },
  { name: "Ask where the documents do not say", open: (page) => answered(page, "Is there a pool?", "Not found") },
  { name: "Ask with a table", open: (page) => answered(page, "What are the limits per item?", "Answered") },
  {
    name: "Ask with a menu of types",
    open: async (page) => {
      await sample(page);
      await page.getByRole("button", { name: /^Type: Amount/ }).click();
      await page.getByRole("menu", { name: "Type" }).waitFor();
    },
  },
  {
    name: "Documents with one open",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("rowheader", { name: "sample-policy.pdf" }).click();
      await page.getByRole("button", { name: "Ask this document" }).waitFor();
    },
  },
  {
    name: "Documents with what is known of one",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("rowheader", { name: "sample-policy.pdf" }).click();
      await page.getByRole("tab", { name: /^About/ }).click();
      await page.getByRole("button", { name: "Erase…", exact: true }).waitFor();
    },
  },
  {
    name: "Documents with a hold being written",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("rowheader", { name: "sample-policy.pdf" }).click();
      await page.getByRole("tab", { name: /^About/ }).click();
      await page.getByRole("button", { name: "Hold…" }).click();
      await page.getByLabel("Reason").fill("A lawsuit");
      await page.getByRole("button", { name: "Hold it" }).click();
      await page.getByRole("button", { name: "End this hold…" }).click();
      await page.getByRole("button", { name: "End the hold" }).click();
      await page.getByText("Write why: it stands with the record").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "Documents with what is kept and what is past its period",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("rowheader", { name: "sample-policy.pdf" }).click();
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      await page.getByRole("button", { name: "Keep and erase…" }).click();
      await page.getByRole("group", { name: /^Answers/ }).getByLabel("Unit").selectOption("y");
      await page.getByRole("group", { name: /^Answers/ }).getByLabel("Number").fill("10");
      await page.getByRole("button", { name: "Set the periods" }).click();
      await page.getByRole("button", { name: "Erase what is past its period…" }).waitFor();
      await page.getByText("sample-policy.pdf", { exact: true }).last().click();
    },
  },
  {
    name: "Documents with a tag, filtered by it",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("rowheader", { name: "sample-policy.pdf" }).click();
      await page.getByRole("tab", { name: /^About/ }).click();
      await page.getByLabel("New tag").fill("urgent");
      await page.getByRole("button", { name: "Give the tag" }).click();
      await page.getByLabel("Filter by tag").selectOption("urgent");
      await page.getByText("Tagged urgent").waitFor();
    },
  },
  {
    name: "Documents with metadata being written",
    open: async (page) => {
      await about(page);
      await page.getByRole("button", { name: "Add a key" }).click();
      await page.keyboard.type("date");
      await page.getByRole("button", { name: "Add a key" }).click();
      await page.keyboard.type("knowledge_type");
      await page.keyboard.press("Tab");
      await page.getByRole("group", { name: "knowledge_type" }).getByRole("combobox", { name: "Value", exact: true }).fill("draft");
      await page.getByRole("button", { name: "Save the metadata" }).click();
      await page.getByText("“date” is a condition of its own.").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "Documents with an offered key",
    open: async (page) => {
      await about(page);
      await page.getByRole("button", { name: "Add a key" }).click();
      await page.getByRole("group", { name: "row 2" }).getByRole("button", { name: "Show what key can be" }).click();
      await page.getByRole("option", { name: "knowledge_type" }).waitFor();
    },
  },
  {
    name: "Documents with metadata for an import",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("button", { name: "Import with metadata…" }).click();
      await page.keyboard.type("matter");
      await page.keyboard.press("Tab");
      await page.getByRole("combobox", { name: "Value", exact: true }).fill("2024-17");
    },
  },
  {
    name: "Documents imported with metadata",
    open: async (page) => {
      await goTo(page, "Documents");
      await page.getByRole("button", { name: "Import with metadata…" }).click();
      await page.keyboard.type("matter");
      await page.getByRole("combobox", { name: "Value", exact: true }).fill("2024-17");
      await page.getByRole("button", { name: "Choose a folder…" }).click();
      await page.getByText("Metadata of each: matter “2024-17”.").waitFor();
      await page.getByText("7 files:").waitFor();
    },
  },
];

export const works: Scene[] = [
  {
    name: "Answer types with a new type",
    open: async (page) => {
      await contract(page, "Measurement");
      await page.getByRole("textbox", { name: "Schema" }).getByText('"uncertainty"').click();
      await page.getByRole("textbox", { name: "Value to try" }).click();
      await page.keyboard.insertText('{"quantity": "mass", "value": "12", "unit": "kg"}');
      await page.getByText("From here it is outside of the grammar").waitFor();
    },
  },
  {
    name: "Answer types with a broken schema",
    open: async (page) => {
      await contract(page, "Invoice line");
      await page.getByRole("textbox", { name: "Schema" }).press("Control+Home");
      await page.keyboard.insertText('{ "pattern": tru, ');
      await page.getByText("Line 1, column").first().waitFor();
    },
  },
  {
    name: "Answer types with completion",
    open: async (page) => {
      await contract(page, "Invoice line");
      await page.getByRole("textbox", { name: "Schema" }).getByText('"exclusiveMinimum"').click();
      await page.keyboard.press("End");
      await page.keyboard.type(', "m');
      await page.getByRole("listbox", { name: "Completions" }).waitFor();
    },
  },
  {
    name: "Answer types with a built-in type",
    open: async (page) => {
      await goTo(page, "Answer types");
      await page.getByRole("option", { name: "Amount" }).click();
      await compiled(page);
    },
  },
  {
    name: "Audit with a record",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("button", { name: "Verify now" }).click();
      await page.getByRole("rowheader", { name: "What is the annual premium?" }).click();
      await page
        .getByText(/[0-9a-f]{32}/)
        .first()
        .waitFor();
    },
  },
  {
    name: "Audit with an answer that came out otherwise",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("rowheader", { name: "Who is the broker?" }).click();
      await page.getByRole("button", { name: "Give the answer again" }).click();
      await page.getByText("Another answer, first in its choice").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "Audit with what is carried elsewhere",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("button", { name: "Vault and time stamps" }).click();
      await page.getByRole("menuitem", { name: "Attach a time stamp…" }).waitFor();
    },
  },
  {
    name: "Audit with a sealed backup to be made",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("button", { name: "Vault and time stamps" }).click();
      await page.getByRole("menuitem", { name: "Back up sealed…" }).click();
      await page.getByRole("radio", { name: "A new one, whose place you choose" }).waitFor();
    },
  },
  {
    name: "Audit with the key files of sealed backups",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("button", { name: "Vault and time stamps" }).click();
      await page.getByRole("menuitem", { name: "Key files of sealed backups" }).click();
      await page.getByRole("button", { name: "Forget /media/ada/old-stick/keys.json" }).waitFor();
    },
  },
  {
    name: "Audit with a checkpoint that was saved",
    open: async (page) => {
      await goTo(page, "Audit");
      await page.getByRole("button", { name: "Vault and time stamps" }).click();
      await page.getByRole("menuitem", { name: "Save a checkpoint…" }).click();
      await page.getByText("Give the key by another way than the file").waitFor();
    },
  },
  {
    name: "Settings with layers that an administrator locked",
    open: async (page) => {
      await page.goto(`${new URL(page.url()).origin}/#administered`);
      await page.reload();
      await page.getByRole("navigation", { name: "Views" }).waitFor();
      await goTo(page, "Settings");
      await page.getByLabel("Layers of the answer model on the graphics processor").scrollIntoViewIfNeeded();
    },
  },
  {
    name: "Audit while it is verified",
    open: async (page) => {
      await goTo(page, "Audit");
      await slowly(page);
      await page.getByRole("button", { name: "Verify now" }).click();
      await page.getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "Audit after a cancelled verification",
    open: async (page) => {
      await goTo(page, "Audit");
      await slowly(page);
      await page.getByRole("button", { name: "Verify now" }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("Cancelled. Nothing was found out").waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "Models while a file is checked",
    open: async (page) => {
      await goTo(page, "Models");
      await slowly(page);
      await page.getByRole("button", { name: "Check the file" }).first().click();
      await page.getByRole("button", { name: "Cancel" }).waitFor();
    },
  },
  {
    name: "The command palette",
    open: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog", { name: "Commands" }).waitFor();
    },
  },
  {
    name: "Help beside a view",
    open: async (page) => {
      await page.keyboard.press("F1");
      await page.getByRole("dialog", { name: "Help" }).getByRole("button", { name: "How to read an answer" }).click();
      await page.getByRole("table").waitFor();
    },
  },
];

/** The sample as the row of a table with a ready-made set of questions. */
async function tableForm(page: Page): Promise<void> {
  await sample(page);
  await goTo(page, "Table");
  await page.getByRole("button", { name: "Make a table" }).click();
  await page.getByRole("checkbox", { name: "sample-policy.pdf" }).check();
  await page.getByLabel("Add a set").selectOption({ label: "Insurance policies (4)" });
  await page.getByRole("textbox", { name: "Question 4" }).waitFor();
}

async function answeredTable(page: Page): Promise<void> {
  await tableForm(page);
  await page.getByRole("button", { name: "Make the table" }).click();
  await page.getByRole("button", { name: "Ask what is missing" }).click();
  await page.getByText("Every cell has its answer.").waitFor();
}

async function review(page: Page): Promise<void> {
  await answeredTable(page);
  await goTo(page, "Review");
  await page.getByRole("region", { name: /^Answer to review/ }).getByRole("button", { name: /^Accept/ }).waitFor();
  await page.getByRole("img", { name: /Citation 1/ }).waitFor();
}

export const tables: Scene[] = [
  {
    name: "Table in groups with a total",
    open: async (page) => {
      await answeredTable(page);
      await page.getByLabel("Group by").selectOption("kind of document");
      await page.getByRole("gridcell", { name: /GBP 1284.50/ }).last().click();
      await page.getByRole("region", { name: "Total" }).getByText("Added up exactly").waitFor();
    },
  },
  {
    name: "Table with words selected on the page",
    open: async (page) => {
      await answeredTable(page);
      await page.getByRole("gridcell").filter({ hasText: "Check" }).click();
      await page.getByRole("img", { name: /Citation 1/ }).waitFor();
      await page.locator(".cell-pane .page-text [data-line='14']").selectText();
      await page.getByRole("button", { name: "Use as value" }).waitFor();
    },
  },
  {
    name: "Compare with a difference and its evidence",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Compare");
      await page.getByRole("button", { name: "Open a comparison…" }).click();
      await page.getByRole("button", { name: /What is the annual premium/ }).click();
      await page.getByRole("button", { name: /^large/ }).click();
      await page.getByRole("img", { name: /Citation 1/ }).waitFor();
    },
  },
  {
    name: "Compare with its plots",
    open: async (page) => {
      await goTo(page, "Compare");
      await page.getByRole("button", { name: "Open a comparison…" }).click();
      await page.getByRole("img", { name: /^Share that is right/ }).waitFor();
    },
  },
  {
    name: "Comparison being chosen",
    open: async (page) => {
      await goTo(page, "Compare");
      await page.getByRole("button", { name: "New comparison…" }).click();
      await page.getByRole("radio", { name: /A file of cases/ }).click();
      await page.getByRole("button", { name: "Choose a file…" }).click();
      await page.getByText(/6 questions on 2 documents/).waitFor();
    },
  },
  {
    name: "Comparison under way",
    open: async (page) => {
      await goTo(page, "Models");
      await page.getByRole("button", { name: "Add a model file…" }).click();
      await page.getByRole("heading", { name: "my-model" }).waitFor();
      await goTo(page, "Compare");
      await page.getByRole("button", { name: "New comparison…" }).click();
      await page.getByRole("checkbox", { name: "my-model" }).waitFor();
      for (const box of (await page.getByRole("group", { name: "Models" }).getByRole("checkbox").all()).slice(0, 2)) await box.check();
      await page.getByRole("button", { name: "Keep it in…" }).click();
      await slowly(page);
      await page.getByRole("button", { name: "Compare", exact: true }).last().click();
      await page.getByText("0 of 1 · sample-policy.pdf").waitFor();
    },
  },
  {
    name: "Comparison decided without names",
    open: async (page) => {
      await goTo(page, "Compare");
      await page.getByRole("button", { name: "Open a comparison…" }).click();
      await page.getByRole("button", { name: "Choose without names…" }).click();
      await page.getByRole("heading", { name: "What is the annual premium?" }).waitFor();
    },
  },
  {
    name: "Documents with a watched folder",
    open: async (page) => {
      await sample(page);
      await goTo(page, "Documents");
      await page.getByRole("button", { name: "New collection…" }).click();
      await page.getByLabel("Name", { exact: true }).fill("Leases");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Watch a folder…" }).click();
      await page.getByText("Which, and why").click();
      await page.getByText(/is damaged: it has no pages/).waitFor();
    },
  },
  { name: "Table being made", open: tableForm },
  { name: "Table with its answers", open: answeredTable },
  {
    name: "Table with a cell and its evidence",
    open: async (page) => {
      await answeredTable(page);
      await page.getByRole("gridcell").filter({ hasText: "Check" }).click();
      await page.getByRole("img", { name: /Citation 1/ }).waitFor();
    },
  },
  {
    name: "Table while it is asked",
    open: async (page) => {
      await tableForm(page);
      await page.getByRole("button", { name: "Make the table" }).click();
      await slowly(page);
      await page.getByRole("button", { name: "Ask what is missing" }).click();
      await page.getByRole("button", { name: "Pause" }).waitFor();
    },
  },
  { name: "Review with an answer", open: review },
  {
    name: "Review with a correction being written",
    open: async (page) => {
      await review(page);
      await page.getByRole("region", { name: /^Answer to review/ }).press("e");
      await page.getByRole("form", { name: "The right value" }).waitFor();
    },
  },
  {
    name: "Review with what people said",
    open: async (page) => {
      await review(page);
      const turn = page.getByRole("region", { name: /^Answer to review/ });
      await turn.press("r");
      await page.getByText(/1 done now/).waitFor();
      await page.getByRole("list", { name: "Answers that wait" }).getByText("Rejected").click();
      await page.getByRole("region", { name: "What people said" }).waitFor();
    },
  },
];
