import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import { SCAN } from "../backend/fake/documents";
import type { DocumentSummary } from "../backend/wire";
import { DocumentsView } from "../document/DocumentsView";
import { App } from "../frame/App";
import { TableView } from "../table/TableView";
import { show } from "../test_workspace";
import { gathered } from "./useCollections";

const user = userEvent.setup();

/** Two of three documents are in a collection. */
const SHELF: DocumentSummary[] = [
  { ...SAMPLE, collections: ["Smith 2024"], other_names: ["copy.pdf"] },
  { ...SCAN, collections: ["Smith 2024"] },
  LETTER_DOCUMENT,
];

async function titles(): Promise<string[]> {
  const grid = await screen.findByLabelText("Documents", { selector: "[role=grid]" });
  return [...grid.querySelectorAll(".document-title")].map((title) => title.textContent ?? "").sort();
}

function bar(): HTMLElement {
  return screen.getByRole("region", { name: "Collections" });
}

async function choose(name: RegExp): Promise<void> {
  await user.click(await within(bar()).findByRole("button", { name }));
}

describe("collections in Documents", () => {
  it("limit the list, are asked, and leave the documents when they are deleted", async () => {
    const { routes } = show(DocumentsView, createFakeBackend({ documents: SHELF }), { view: "documents" });
    expect(await titles()).toHaveLength(3);
    expect(screen.getByText("also named copy.pdf")).toBeTruthy();
    await choose(/^Smith 2024 2/);
    expect(await titles()).toEqual([SAMPLE.title, SCAN.title].sort());
    await user.click(screen.getByRole("button", { name: "Ask this collection" }));
    expect(routes).toEqual([{ view: "ask", documentIds: [SAMPLE.id, SCAN.id] }]);
    await user.click(screen.getByRole("button", { name: "Change" }));
    await user.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await screen.findByText("Deleted the collection Smith 2024. Its documents stay.");
    expect(await titles()).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: "Undo" }));
    expect(await within(bar()).findByRole("button", { name: "Smith 2024 2" })).toBeTruthy();
  });

  it("get and lose a document by the keyboard alone, and a new one is made for all that are listed", async () => {
    show(DocumentsView, createFakeBackend({ documents: SHELF }), { view: "documents" });
    await user.click(await screen.findByText(LETTER_DOCUMENT.title, { selector: ".document-title" }));
    const pane = await screen.findByRole("region", { name: LETTER_DOCUMENT.title });
    within(pane).getByRole("button", { name: /^Collections/ }).focus();
    await user.keyboard("{Enter}{Enter}{Escape}");
    expect(await within(bar()).findByRole("button", { name: "Smith 2024 3" })).toBeTruthy();
    within(pane).getByRole("button", { name: /^Collections/ }).focus();
    await user.keyboard("{Enter}{Enter}{Escape}");
    expect(await within(bar()).findByRole("button", { name: "Smith 2024 2" })).toBeTruthy();

    await user.click(screen.getByRole("button", { name: /^Put the 3 listed into/ }));
    await user.click(await screen.findByRole("menuitem", { name: "New collection…" }));
    await user.type(await screen.findByLabelText("Name"), "2024{Enter}");
    expect(await within(bar()).findByRole("button", { name: "2024 3" })).toBeTruthy();
  });

  it("are renamed, and a name that cannot be is said", async () => {
    show(DocumentsView, createFakeBackend({ documents: SHELF }), { view: "documents" });
    await screen.findByRole("region", { name: "Collections" });
    await choose(/^Smith 2024/);
    await user.click(screen.getByRole("button", { name: "Change" }));
    await user.click(await screen.findByRole("menuitem", { name: "Rename…" }));
    const box = await screen.findByLabelText("Name");
    await user.clear(box);
    await user.type(box, "Smith and Sons{Enter}");
    expect(await within(bar()).findByRole("button", { name: "Smith and Sons 2" })).toBeTruthy();
    await user.click(within(bar()).getByRole("button", { name: "New collection…" }));
    await user.type(await screen.findByLabelText("Name"), "a=b{Enter}");
    expect(await screen.findByText(/This cannot be the name of a collection/)).toBeTruthy();
  });
});

describe("a folder that is watched for a collection", () => {
  it("brings its files, tells what it does not, is paused, and is let go", async () => {
    const backend = createFakeBackend({ documents: SHELF });
    const paused = vi.spyOn(backend.collections, "pauseWatching");
    show(DocumentsView, backend, { view: "documents" });
    await screen.findByRole("region", { name: "Collections" });
    await choose(/^Smith 2024 2/);
    await user.click(screen.getByRole("button", { name: "Watch a folder…" }));
    const watched = await screen.findByRole("region", { name: "Watched folder" });
    expect(within(watched).getByTitle("/home/adaeze/leases")).toBeTruthy();
    await within(watched).findByText("Watched while the window is open · 1 file imported · 1 not imported · 1 skipped.");
    expect(await titles()).toContain("lease-0417.pdf");
    await user.click(within(watched).getByText("Which, and why"));
    expect(within(watched).getByText(/is damaged: it has no pages/)).toBeTruthy();
    await user.click(within(watched).getByRole("button", { name: "Pause" }));
    await within(watched).findByText(/^Paused · 1 file imported/);
    await user.click(within(watched).getByRole("button", { name: "Go on" }));
    await within(watched).findByText(/^Watched while the window is open/);
    await user.click(within(watched).getByRole("button", { name: "Stop watching" }));
    expect(await screen.findByRole("button", { name: "Watch a folder…" })).toBeTruthy();
    await waitFor(() => expect(paused).toHaveBeenCalledTimes(2));
    expect(await titles()).toContain("lease-0417.pdf");
  });

  it("is told in every view, and why it ended", async () => {
    const backend = createFakeBackend({ documents: SHELF });
    await backend.collections.chooseWatched("Smith 2024");
    render(<App backend={backend} />);
    const status = await screen.findByRole("region", { name: "Watched folders" });
    await within(status).findByText("1 file imported · 1 not imported");
    await user.click(within(status).getByRole("button", { name: "Pause" }));
    expect(await within(status).findByText("The watch over folders is paused.")).toBeTruthy();
    vi.spyOn(backend.collections, "watch").mockRejectedValue({ kind: "vault", message: "The vault is held.", help: "" });
    await user.click(within(status).getByRole("button", { name: "Go on" }));
    expect(await within(status).findByText("Folders are not watched any more. The vault is held.")).toBeTruthy();
    expect(within(status).getByRole("button", { name: "Try again" })).toBeTruthy();
  });
});

describe("the palette", () => {
  it("asks a collection by its name", async () => {
    render(<App backend={createFakeBackend({ documents: SHELF })} />);
    await screen.findByRole("combobox", { name: "Collection" });
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("Ask Smith");
    await user.click(await screen.findByRole("menuitem", { name: /^Ask Smith 2024/ }));
    expect(await screen.findByText("2 of 3 asked")).toBeTruthy();
  });
});

describe("a table of a collection", () => {
  it("begins with its documents and its own questions", async () => {
    const backend = createFakeBackend({ documents: SHELF });
    await backend.collections.setQuestions("Smith 2024", "policy");
    show(TableView, backend, { view: "table", collection: "Smith 2024" });
    const form = await screen.findByRole("form", { name: "New table" });
    expect(within(form).getByLabelText<HTMLInputElement>("Title").value).toBe("Smith 2024");
    const first = within(form).getByLabelText<HTMLInputElement>("Question 1");
    expect(first.value).toBe("Who is the policyholder?");
    await waitFor(() => expect(within(form).getByText(/^2 documents, 4 questions/)).toBeTruthy());
  });
});

describe("who is in a collection", () => {
  it("follows from the documents, also where no file names it", () => {
    const kept = [{ name: "Empty", document_ids: ["gone"], questions: null, answer_type: null, watched_folder: null }];
    const found = gathered(kept, SHELF).map(({ name, document_ids }) => [name, document_ids]);
    expect(found).toEqual([
      ["Empty", []],
      ["Smith 2024", [SAMPLE.id, SCAN.id]],
    ]);
  });
});
