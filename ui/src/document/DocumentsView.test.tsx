import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import { SCAN } from "../backend/fake/documents";
import type { FakeOptions } from "../backend/fake";
import type { Machine } from "../backend/wire";
import { show } from "../test_workspace";
import { DocumentsView } from "./DocumentsView";

const user = userEvent.setup();
const ALL = [SAMPLE, LETTER_DOCUMENT, SCAN];

function open(options: FakeOptions = {}, change: (backend: Backend) => Backend = (same) => same) {
  return show(DocumentsView, change(createFakeBackend(options)), { view: "documents" });
}

async function titles(): Promise<string[]> {
  const grid = await screen.findByLabelText("Documents", { selector: "[role=grid]" });
  return [...grid.querySelectorAll(".document-title")].map((title) => title.textContent ?? "");
}

async function openDocument(title: string): Promise<HTMLElement> {
  await user.click(await screen.findByText(title, { selector: ".document-title" }));
  return screen.findByRole("region", { name: title });
}

describe("the list of documents", () => {
  it("that is empty says the next acts", async () => {
    open();
    const empty = await screen.findByRole("region", { name: "No documents yet" });
    await user.click(within(empty).getByRole("button", { name: "Open the sample" }));
    expect(await titles()).toEqual([SAMPLE.title]);
  });

  it("says kind, coverage and dates in words", async () => {
    open({ documents: ALL });
    const row = await screen.findByRole("row", { name: new RegExp(SCAN.title) });
    expect(within(row).getByText("PDF")).toBeTruthy();
    expect(within(row).getByText("2 of 3 without text")).toBeTruthy();
    expect(within(row).getByText("Not known")).toBeTruthy();
    expect(within(row).getByText("1 note on the reading")).toBeTruthy();
    const letter = screen.getByRole("row", { name: new RegExp(LETTER_DOCUMENT.title) });
    expect(within(letter).getByText("Mail")).toBeTruthy();
  });

  it("is sorted by a column, and back", async () => {
    open({ documents: ALL });
    expect(await titles()).toEqual([SCAN.title, LETTER_DOCUMENT.title, SAMPLE.title]);
    await user.click(screen.getByRole("columnheader", { name: /Title/ }));
    expect(await titles()).toEqual([LETTER_DOCUMENT.title, SAMPLE.title, SCAN.title]);
    await user.click(screen.getByRole("columnheader", { name: /Title/ }));
    expect(await titles()).toEqual([SCAN.title, SAMPLE.title, LETTER_DOCUMENT.title]);
  });

  it("without a date comes last whichever way the dates are sorted", async () => {
    open({ documents: ALL });
    await screen.findByRole("grid");
    for (const turn of [1, 2]) {
      await user.click(screen.getByRole("columnheader", { name: /Speaks of/ }));
      expect((await titles()).at(-1), `turn ${turn}`).toBe(SCAN.title);
    }
  });

  it("is filtered by words, and says when nothing fits", async () => {
    open({ documents: ALL });
    const box = await screen.findByLabelText("Filter documents");
    await user.type(box, "pdf sample");
    expect(await titles()).toEqual([SAMPLE.title]);
    expect(screen.getByText("1 of 3 documents")).toBeTruthy();
    await user.type(box, " zebra");
    expect(await screen.findByText("No document fits this filter.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Show all documents" }));
    expect(await titles()).toHaveLength(3);
  });

  it("is walked with arrow keys, which open nothing; Enter opens and goes to the document", async () => {
    open({ documents: ALL });
    await screen.findByText(SCAN.title);
    await user.click(screen.getByLabelText("Filter documents"));
    await user.keyboard("{Tab}{ArrowDown}");
    expect(document.activeElement?.textContent).toContain(LETTER_DOCUMENT.title);
    expect(screen.queryByRole("region", { name: LETTER_DOCUMENT.title })).toBeNull();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H2"));
    expect(document.activeElement?.textContent).toBe(LETTER_DOCUMENT.title);
    expect(screen.getByRole("region", { name: LETTER_DOCUMENT.title })).toBeTruthy();
  });

  it("of very many documents shows some, and more on request", async () => {
    const documents = Array.from({ length: 101 }, (_, index) => ({ ...SAMPLE, id: `${index}`, title: `file ${index}.pdf` }));
    open({ documents });
    expect(await titles()).toHaveLength(100);
    expect(screen.getByText("100 of 101 documents are shown.")).toBeTruthy();
    await user.click(screen.getByText("Show more"));
    expect(await titles()).toHaveLength(101);
    expect(screen.queryByText("Show more")).toBeNull();
  });

  it("takes the focus back to its row when a document is closed", async () => {
    open({ documents: ALL });
    const pane = await openDocument(LETTER_DOCUMENT.title);
    await user.click(within(pane).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: LETTER_DOCUMENT.title })).toBeNull();
    await waitFor(() => expect(document.activeElement?.textContent).toContain(LETTER_DOCUMENT.title));
  });

  it("that cannot be loaded says why and what to do", async () => {
    const failure = { kind: "vault", message: "The data is locked.", help: "Close the other window." };
    open({}, (backend) => ({ ...backend, documents: { ...backend.documents, list: () => Promise.reject(failure) } }));
    expect((await screen.findByRole("alert")).textContent).toBe("The data is locked.Close the other window.");
    expect(screen.getByRole("button", { name: "Load the list again" })).toBeTruthy();
  });
});

describe("a document", () => {
  it("is opened by the route, with its sections and the way to ask it", async () => {
    const { routes, go } = open({ documents: ALL });
    await screen.findByRole("grid");
    go({ view: "documents", documentId: SAMPLE.id });
    const pane = await screen.findByRole("region", { name: SAMPLE.title });
    await user.click(await within(pane).findByRole("button", { name: "Show 6 sections" }));
    expect(within(pane).getByRole("button", { name: "4. Limits per item" })).toBeTruthy();
    await user.click(within(pane).getByRole("button", { name: "Ask this document" }));
    expect(routes).toEqual([{ view: "ask", documentIds: [SAMPLE.id] }]);
  });

  it("with unread pages says which, and what helps on this machine", async () => {
    open({ documents: ALL }, (backend) => withOcr(backend, null));
    const pane = await openDocument(SCAN.title);
    const note = await within(pane).findByRole("note");
    await waitFor(() => expect(note.textContent).toContain("2 of 3 pages without text: page 2, 3"));
    await waitFor(() => expect(note.textContent).toContain("install Tesseract"));
  });

  it("shows the questions that were asked of it and opens an answer", async () => {
    const backend = createFakeBackend({ documents: ALL });
    const { record_id } = await backend.questions.ask(
      { text: "What is the annual premium?", document_ids: [SAMPLE.id], answer_type: null, answer_shape: null, labels: [], model: null, conditions: null },
      () => undefined,
    );
    const { routes } = show(DocumentsView, backend, { view: "documents" });
    const pane = await openDocument(SAMPLE.title);
    await user.click(within(pane).getByRole("tab", { name: "Questions" }));
    await user.click(await within(pane).findByRole("button", { name: "What is the annual premium?" }));
    expect(routes).toEqual([{ view: "ask", recordId: record_id }]);
  });

  it("is removed and the removal taken back", async () => {
    open({ documents: [SAMPLE, LETTER_DOCUMENT] });
    const pane = await openDocument(SAMPLE.title);
    await user.click(within(pane).getByRole("button", { name: "Remove" }));
    expect(await screen.findByText(`Removed ${SAMPLE.title}.`)).toBeTruthy();
    expect(await titles()).toEqual([LETTER_DOCUMENT.title]);
    expect(screen.queryByRole("region", { name: SAMPLE.title })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(async () => expect(await titles()).toContain(SAMPLE.title));
  });

  it("is erased only after a clear word, and for good", async () => {
    const erased: string[] = [];
    open({ documents: [SAMPLE, LETTER_DOCUMENT] }, (backend) => {
      const erase = async (id: string): Promise<void> => {
        erased.push(id);
        await backend.documents.erase(id);
      };
      return { ...backend, documents: { ...backend.documents, erase } };
    });
    const pane = await openDocument(SAMPLE.title);
    await user.click(within(pane).getByRole("tab", { name: /About/ }));
    await user.click(within(pane).getByRole("button", { name: "Erase…" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain("This cannot be undone.");
    expect(document.activeElement?.textContent).toBe("Leave as it is");
    await user.keyboard("{Escape}");
    expect(erased).toEqual([]);
    await user.click(within(pane).getByRole("button", { name: "Erase…" }));
    await user.click(await screen.findByRole("button", { name: "Erase for good" }));
    await waitFor(() => expect(erased).toEqual([SAMPLE.id]));
    expect(await titles()).toEqual([LETTER_DOCUMENT.title]);
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("that cannot be removed stays, and the window says why", async () => {
    const failure = { kind: "vault", message: "The data cannot be written.", help: "Free some space." };
    open({ documents: [SAMPLE] }, (backend) => ({ ...backend, documents: { ...backend.documents, remove: () => Promise.reject(failure) } }));
    const pane = await openDocument(SAMPLE.title);
    await user.click(within(pane).getByRole("button", { name: "Remove" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The data cannot be written.");
    expect(await titles()).toEqual([SAMPLE.title]);
  });
});

function withOcr(backend: Backend, ocr: string | null): Backend {
  const machine = async (): Promise<Machine> => ({ ...(await backend.desk.machine()), ocr });
  return { ...backend, desk: { ...backend.desk, machine } };
}

