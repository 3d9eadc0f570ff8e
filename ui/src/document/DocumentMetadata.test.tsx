import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import { show } from "../test_workspace";
import { DocumentsView } from "./DocumentsView";

const user = userEvent.setup();

/** The metadata of a document, beside another one. */
async function open(change: (backend: Backend) => Backend = (same) => same): Promise<{ part: HTMLElement; backend: Backend }> {
  const backend = change(createFakeBackend({ documents: [SAMPLE, { ...LETTER_DOCUMENT, metadata: { matter: "2024-17" } }] }));
  show(DocumentsView, backend, { view: "documents" });
  await user.click(await screen.findByText(SAMPLE.title, { selector: ".document-title" }));
  await user.click(await screen.findByRole("tab", { name: "About" }));
  return { part: screen.getByRole("region", { name: "Metadata" }), backend };
}

function field(row: string, name: "Key" | "Value"): HTMLInputElement {
  return within(screen.getByRole("group", { name: row })).getByRole<HTMLInputElement>("combobox", { name });
}

async function said(backend: Backend): Promise<Record<string, string> | undefined> {
  return (await backend.documents.list()).find(({ id }) => id === SAMPLE.id)?.metadata;
}

describe("the metadata of a document", () => {
  it("are added, changed and removed at once, and taken back by undo", async () => {
    const { part, backend } = await open();
    await user.click(within(part).getByRole("button", { name: "Change the metadata" }));
    await waitFor(() => expect(document.activeElement).toBe(field("client", "Key")));
    await user.clear(field("client", "Value"));
    await user.type(field("client", "Value"), "Acme");
    await user.click(within(part).getByRole("button", { name: "Add a key" }));
    expect(document.activeElement).toBe(field("row 2", "Key"));
    await user.keyboard("matter{Tab}2024-18");
    const set = vi.spyOn(backend.documents, "setMetadata");
    await user.click(within(part).getByRole("button", { name: "Save the metadata" }));
    expect(await within(part).findByText("2024-18")).toBeTruthy();
    expect(set.mock.calls).toEqual([[SAMPLE.id, { client: "Acme", matter: "2024-18" }]]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Change the metadata"));

    await user.click(within(part).getByRole("button", { name: "Change the metadata" }));
    await user.click(within(part).getByRole("button", { name: "Remove client" }));
    expect(document.activeElement?.textContent).toBe("Add a key");
    await user.click(within(part).getByRole("button", { name: "Save the metadata" }));
    await waitFor(async () => expect(await said(backend)).toEqual({ matter: "2024-18" }));
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await within(part).findByText("Acme")).toBeTruthy();
    expect(await said(backend)).toEqual({ client: "Acme", matter: "2024-18" });
  });

  it("are offered keys and values that other documents have, and are right by keys alone", async () => {
    const { part, backend } = await open();
    within(part).getByRole("button", { name: "Change the metadata" }).focus();
    await user.keyboard("{Enter}");
    within(part).getByRole("button", { name: "Add a key" }).focus();
    await user.keyboard("{Enter}{ArrowDown}");
    const list = await screen.findByRole("listbox");
    const offered = () => within(list).getAllByRole("option").map(({ textContent }) => textContent);
    await waitFor(() => expect(offered()).toEqual(["client", "knowledge_type", "matter"]));
    await user.keyboard("mat{ArrowDown}{Enter}{Tab}{ArrowDown}{ArrowDown}{Enter}");
    expect(field("matter", "Value").value).toBe("2024-17");
    // With the list closed, Enter saves.
    await user.keyboard("{Enter}");
    await waitFor(async () => expect(await said(backend)).toEqual({ client: "Northwind", matter: "2024-17" }));
  });

  it("that cannot be kept say why at the field, which then has the focus, and nothing is sent", async () => {
    const { part, backend } = await open();
    const set = vi.spyOn(backend.documents, "setMetadata");
    await user.click(within(part).getByRole("button", { name: "Change the metadata" }));
    await user.click(within(part).getByRole("button", { name: "Add a key" }));
    await user.keyboard("date{Tab}2024");
    await user.click(within(part).getByRole("button", { name: "Save the metadata" }));
    const key = field("date", "Key");
    await waitFor(() => expect(document.activeElement).toBe(key));
    expect(key.getAttribute("aria-invalid")).toBe("true");
    const words = (key.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent);
    expect(words.join("")).toContain("“date” is a condition of its own. Use another key.");
    expect(set).not.toHaveBeenCalled();
    await user.clear(key);
    await user.type(key, "year");
    expect(screen.queryByText(/condition of its own/)).toBeNull();
    await user.click(within(part).getByRole("button", { name: "Save the metadata" }));
    expect(await within(part).findByText("year")).toBeTruthy();
  });

  it("that say a kind of knowledge say what the policy makes of it", async () => {
    const { part } = await open();
    await user.click(within(part).getByRole("button", { name: "Change the metadata" }));
    await user.click(within(part).getByRole("button", { name: "Add a key" }));
    await user.keyboard("knowledge_type{Tab}");
    expect(await screen.findByText("The policy lets be shown: document. Where nobody says a kind, it is document.")).toBeTruthy();
    await user.keyboard("draft{Tab}");
    expect(screen.getByText("The policy lets only document be shown: a document of this kind is not asked.")).toBeTruthy();
    await user.click(within(part).getByRole("button", { name: "Save the metadata" }));
    expect((await within(part).findByRole("note")).textContent).toContain("(draft): questions pass this document over.");
  });

  it("that the service refuses stay as they are written, with the reason", async () => {
    const failure = { kind: "vault", message: "The data cannot be written.", help: "Free some space." };
    const { part } = await open((backend) => ({
      ...backend,
      documents: { ...backend.documents, setMetadata: () => Promise.reject(failure) },
    }));
    await user.click(within(part).getByRole("button", { name: "Change the metadata" }));
    await user.clear(field("client", "Value"));
    await user.type(field("client", "Value"), "Acme");
    await user.click(within(part).getByRole("button", { name: "Save the metadata" }));
    expect((await within(part).findByRole("alert")).textContent).toContain("The data cannot be written.");
    expect(field("client", "Value").value).toBe("Acme");
    await user.click(screen.getByRole("tab", { name: "Questions" }));
    await user.click(screen.getByRole("tab", { name: "About" }));
    expect(field("client", "Value").value).toBe("Acme");
    await user.click(screen.getByRole("button", { name: "Leave as it was" }));
    expect(within(screen.getByRole("region", { name: "Metadata" })).getByText("Northwind")).toBeTruthy();
  });
});
