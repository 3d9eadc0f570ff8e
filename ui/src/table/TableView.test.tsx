import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import type { FakeOptions } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import { laidOut } from "../evidence/test_layout";
import { show } from "../test_workspace";
import { TableView } from "./TableView";

const user = userEvent.setup();
const OTHERS = ["c", "d", "e"].map((sign) => ({ ...SAMPLE, id: sign.repeat(64), title: `contract-${sign}.pdf` }));

laidOut();

function open(options: FakeOptions = {}, change: (backend: Backend) => Partial<Backend> = () => ({})) {
  const fake = createFakeBackend({ documents: [SAMPLE, LETTER_DOCUMENT, ...OTHERS], ...options });
  return { backend: fake, ...show(TableView, { ...fake, ...change(fake) }, { view: "table" }) };
}

/** Selects these words in an element, over the marks in it. */
function select(element: Element | null, words: string): void {
  const walker = document.createTreeWalker(element as Element, NodeFilter.SHOW_TEXT);
  const start = element?.textContent?.indexOf(words) ?? -1;
  const range = document.createRange();
  let before = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.textContent?.length ?? 0;
    const inside = (at: number): boolean => at >= before && at <= before + length;
    if (start >= 0 && inside(start)) range.setStart(node, start - before);
    if (inside(start + words.length)) range.setEnd(node, start + words.length - before);
    before += length;
  }
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  document.dispatchEvent(new Event("selectionchange"));
}

async function make(): Promise<HTMLElement> {
  await user.click(await screen.findByRole("button", { name: "Make a table" }));
  const documents = screen.getByRole("group", { name: "Documents" });
  await waitFor(() => expect(within(documents).getAllByRole("checkbox")).toHaveLength(5));
  await user.click(within(documents).getByRole("button", { name: "All" }));
  await user.selectOptions(screen.getByLabelText("Add a set"), await screen.findByRole("option", { name: /^Insurance policies/ }));
  await screen.findByDisplayValue("Who is the broker?");
  await user.click(screen.getByRole("button", { name: "Make the table" }));
  return screen.findByRole("grid", { name: "Answers" });
}

describe("a new table", () => {
  it("is made of documents and a set, and says what asking takes", async () => {
    open();
    await user.click(await screen.findByRole("button", { name: "Make a table" }));
    expect(screen.getByText("Choose documents and questions.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    const grid = await make();
    expect(grid.getAttribute("aria-rowcount")).toBe("6");
    expect(screen.getByText(/^20 cells to ask; 12 of the first 3 documents\./)).toBeTruthy();
  });

  it("takes the documents with a tag by its name", async () => {
    const documents = [SAMPLE, ...OTHERS.map((one, index) => ({ ...one, tags: index > 0 ? ["urgent"] : [] }))];
    open({ documents });
    await user.click(await screen.findByRole("button", { name: "Make a table" }));
    const rows = screen.getByRole("group", { name: "Documents" });
    await user.selectOptions(await within(rows).findByRole("combobox", { name: "Tag" }), "urgent");
    const ticked = within(rows).getAllByRole<HTMLInputElement>("checkbox", { checked: true });
    expect(ticked.map((one) => one.getAttribute("aria-label"))).toEqual(["contract-d.pdf", "contract-e.pdf"]);
  });

  it("that cannot be asked says why and keeps what was written", async () => {
    open({}, (fake) => ({
      tables: { ...fake.tables, keep: () => Promise.reject({ kind: "input", message: "question q1: no such type", help: "" }) },
    }));
    await user.click(await screen.findByRole("button", { name: "Make a table" }));
    await user.click(await screen.findByLabelText("sample-policy.pdf"));
    await user.click(screen.getByRole("button", { name: "Add a question" }));
    await user.type(screen.getByLabelText("Question 1"), "Who pays?");
    await user.click(screen.getByRole("button", { name: "Make the table" }));
    expect((await screen.findByRole("alert")).textContent).toContain("question q1: no such type");
    expect(screen.getByDisplayValue("Who pays?")).toBeTruthy();
  });
});

describe("asking", () => {
  it("begins with three documents and goes on with the rest", async () => {
    open();
    const grid = await make();
    await user.click(screen.getByRole("button", { name: "Try the first 3 documents" }));
    await screen.findByText(/^8 cells to ask/);
    expect(within(grid).getAllByText("not asked yet")).toHaveLength(8);
    expect(screen.queryByRole("button", { name: /^Try the first/ })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Ask what is missing" }));
    await screen.findByText("Every cell has its answer.");
    expect(within(screen.getByRole("grid")).queryByText("not asked yet")).toBeNull();
  });

  it("is paused after the cell under way, and goes on", async () => {
    open({ stepMs: 20 });
    await make();
    await user.click(screen.getByRole("button", { name: "Ask what is missing" }));
    await user.click(await screen.findByRole("button", { name: "Pause" }));
    await screen.findByText(/Paused: what is done is kept/);
    await user.click(screen.getByRole("button", { name: "Go on" }));
    await screen.findByText("Every cell has its answer.");
  });

  it("asks again only what a changed question made stale", async () => {
    open();
    const grid = await make();
    await user.click(screen.getByRole("button", { name: "Ask what is missing" }));
    await screen.findByText("Every cell has its answer.");
    await user.click(screen.getByRole("button", { name: "Change…" }));
    await user.type(screen.getByLabelText("Question 2"), " now");
    await user.click(screen.getByRole("button", { name: "Keep the changes" }));
    await screen.findByText(/^5 cells to ask/);
    expect(screen.getAllByText(/^Stale: /)).toHaveLength(5);
    expect(grid.isConnected).toBe(false);
  });
});

describe("the grid", () => {
  const answered = { documents: 40, questions: 3 };

  it("is sorted by a column and filtered by what is to check", async () => {
    open({ answered });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    const first = () => within(grid).getAllByRole("rowheader")[0]?.textContent;
    await waitFor(() => expect(first()).toBe("contract-0001.pdf"));
    await user.click(within(grid).getByRole("columnheader", { name: "Document" }));
    await user.click(within(grid).getByRole("columnheader", { name: "Document" }));
    await waitFor(() => expect(first()).toBe("contract-0040.pdf"));
    await user.selectOptions(screen.getByLabelText("Show"), "With something failed");
    await screen.findByText(/^15 of 40 documents/);
    await user.type(screen.getByLabelText("Filter by words"), "contract-0003");
    await screen.findByText(/^1 of 40 documents/);
  });

  it("is walked by keys; Enter opens a cell beside its evidence", async () => {
    open({ answered });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    await waitFor(() => expect(within(grid).getAllByRole("rowheader").length).toBeGreaterThan(3));
    grid.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowDown}{Enter}");
    const pane = await screen.findByRole("region", { name: "Cell" });
    expect(within(pane).getByRole("heading", { name: "What is figure 2 of the contract?" })).toBeTruthy();
    const quotes = await within(pane).findByRole("list", { name: "Where it stands" });
    expect(within(quotes).getByText(/GBP 1,284.50/)).toBeTruthy();
  });

  it("shows a correction in place of the answer", async () => {
    open({ answered });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    await user.click((await within(grid).findAllByText("Check"))[0] as HTMLElement);
    const pane = await screen.findByRole("region", { name: "Cell" });
    await user.click(await within(pane).findByRole("button", { name: "Edit" }));
    const value = within(pane).getByLabelText("The right value, as the document writes it");
    await user.clear(value);
    await user.type(value, "GBP 7{Enter}");
    await within(grid).findByText("GBP 7");
    expect(within(grid).getByText("Corrected")).toBeTruthy();
    expect(await within(pane).findByText("corrected it: GBP 7", { exact: false })).toBeTruthy();
  });

  it.each(["Reject", "Not in the document", "Edit"])("adds the answer's own amount again where it is accepted after “%s”", async (act) => {
    open({ answered: { documents: 8, questions: 3 } });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    const foot = () => within(within(grid).getAllByRole("row").at(-1) as HTMLElement).getAllByRole("gridcell")[0]?.textContent;
    await waitFor(() => expect(foot()).toBe("GBP 4273.504 left out"));
    // The first cell of the first row is sure: GBP 1284.50.
    const row = within(grid).getByRole("rowheader", { name: /contract-0001/ }).closest('[role="row"]') as HTMLElement;
    await user.click(within(row).getAllByRole("gridcell")[0] as HTMLElement);
    const pane = await screen.findByRole("region", { name: "Cell" });
    await user.click(await within(pane).findByRole("button", { name: act }));
    if (act === "Edit") {
      const value = within(pane).getByLabelText("The right value, as the document writes it");
      await user.clear(value);
      await user.type(value, "GBP 7{Enter}");
    }
    await waitFor(() => expect(foot()).toBe(act === "Edit" ? "GBP 29964 left out" : "GBP 29895 left out"));
    await user.click(await within(pane).findByRole("button", { name: "Accept" }));
    await waitFor(() => expect(foot()).toBe("GBP 4273.504 left out"));
    expect(within(grid).getByText("Confirmed")).toBeTruthy();
  });

  it("closes a total where other rows are shown or other groups made", async () => {
    open({ answered: { documents: 8, questions: 3 } });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    const foot = () => within(within(grid).getAllByRole("row").at(-1) as HTMLElement).getAllByRole("gridcell")[0] as HTMLElement;
    const total = async () => {
      await waitFor(() => expect(foot().textContent).toContain("GBP"));
      await user.click(foot());
      return screen.findByRole("region", { name: "Total" });
    };
    expect(await total()).toBeTruthy();
    await user.type(screen.getByLabelText("Filter by words"), "contract");
    expect(screen.queryByRole("region", { name: "Total" })).toBeNull();
    expect(await total()).toBeTruthy();
    await user.selectOptions(screen.getByLabelText("Group by"), "state: What is figure 1 of the contract?");
    expect(screen.queryByRole("region", { name: "Total" })).toBeNull();
  });

  it("shows what was said of an answer in another view, when the person comes back", async () => {
    const backend = createFakeBackend({ documents: [SAMPLE], answered });
    const { go } = show(TableView, backend, { view: "table" });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    await within(grid).findAllByText("Check");
    const { cells } = await backend.tables.open("large");
    const one = cells.find(({ state }) => state === "check");
    await backend.reviews.give({ answer_id: one?.record_id ?? "", verdict: "confirm", reviewer: "Ada", reason: "", correction: null });
    act(() => go({ view: "review" }));
    expect(within(grid).queryByText("Confirmed")).toBeNull();
    act(() => go({ view: "table" }));
    expect(await within(grid).findByText("Confirmed")).toBeTruthy();
  });

  it("takes words that are selected on the page as the value", async () => {
    open({ answered });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    await user.click((await within(grid).findAllByText("Check"))[0] as HTMLElement);
    const pane = await screen.findByRole("region", { name: "Cell" });
    expect(within(pane).queryByRole("button", { name: "Use as value" })).toBeNull();
    await waitFor(() => expect(pane.querySelector('.page-text [data-line="14"]')).toBeTruthy());
    select(pane.querySelector('.page-text [data-line="14"]'), "GBP 1,284.50");
    const use = await within(pane).findByRole("button", { name: "Use as value" });
    expect(use.parentElement?.textContent).toContain("“GBP 1,284.50”line 14");
    await user.click(use);
    await within(grid).findByText("Corrected");
    expect(await within(pane).findByText(/line 14: GBP 1,284.50/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Use as value" })).toBeNull();
  });

  it("adds up a column and lists the cells that make the total", async () => {
    open({ answered: { documents: 8, questions: 3 } });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    // The first column of 8 rows: 3 sure, 1 to check, and one each not found, unsure, failed, contradicting itself.
    const foot = () => within(grid).getAllByRole("row").at(-1) as HTMLElement;
    await waitFor(() => expect(within(foot()).getByRole("rowheader").textContent).toContain("Totals"));
    expect(within(foot()).getAllByRole("gridcell").map((one) => one.textContent)).toHaveLength(3);
    const [first] = within(foot()).getAllByRole("gridcell");
    expect(first?.textContent).toBe("GBP 4273.504 left out");
    await user.click(first as HTMLElement);
    const pane = await screen.findByRole("region", { name: "Total" });
    const sum = within(pane).getByRole("region", { name: "GBP 4273.50" });
    expect(within(sum).getByText("from 4 cells, 1 of them to check")).toBeTruthy();
    expect(within(sum).getAllByRole("listitem")).toHaveLength(4);
    expect(within(pane).getByText("Not sure enough to be an answer: 1")).toBeTruthy();
    await user.click(within(sum).getAllByRole("button")[0] as HTMLElement);
    await screen.findByRole("region", { name: "Cell" });
    expect(screen.queryByRole("region", { name: "Total" })).toBeNull();
  });

  it("groups by what a column says, folds a group, and adds up each", async () => {
    open({ answered: { documents: 8, questions: 3 } });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    await user.selectOptions(await screen.findByLabelText("Group by"), "state: What is figure 1 of the contract?");
    const head = await within(grid).findByRole("rowheader", { name: /Sure \(3\)/ });
    expect(head.getAttribute("aria-expanded")).toBe("true");
    const heads = within(grid).getAllByRole("rowheader").length;
    await user.click(head);
    await waitFor(() => expect(within(grid).getAllByRole("rowheader")).toHaveLength(heads - 3));
    const row = within(grid).getByRole("rowheader", { name: /Sure \(3\)/ }).closest('[role="row"]') as HTMLElement;
    await user.click(within(row).getAllByRole("gridcell")[0] as HTMLElement);
    const pane = await screen.findByRole("region", { name: "Total" });
    expect(within(pane).getByText("Group: Sure")).toBeTruthy();
    expect(within(pane).getByRole("heading", { name: "GBP 3853.50" })).toBeTruthy();
  });

  it("pins a column by P and by its button", async () => {
    open({ answered });
    const grid = await screen.findByRole("grid", { name: "Answers" });
    const names = () => within(grid).getAllByRole("columnheader").map((one) => one.title);
    await waitFor(() => expect(names()).toHaveLength(4));
    grid.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}p");
    await waitFor(() => expect(names()[1]).toBe("What is figure 2 of the contract?"));
    await user.click(within(grid).getByRole("button", { name: "Pin the column: What is figure 3 of the contract?" }));
    await waitFor(() => expect(names()[2]).toBe("What is figure 3 of the contract?"));
    expect(document.activeElement).toBe(grid);
    await user.click(within(grid).getByRole("button", { name: "Pin the column: What is figure 2 of the contract?" }));
    await waitFor(() => expect(names()[1]).toBe("What is figure 3 of the contract?"));
  });

  it("is written in every form", async () => {
    open({ answered });
    await user.selectOptions(await screen.findByLabelText("Export the table"), "Spreadsheet (XLSX)");
    expect(await screen.findByText("The table was written to /home/adaeze/table.xlsx.")).toBeTruthy();
  });
});
