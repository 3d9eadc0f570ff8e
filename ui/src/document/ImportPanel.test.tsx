import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Documents } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import type { FakeOptions } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import type { ImportProgress } from "../backend/wire";
import { show } from "../test_workspace";
import { DocumentsView } from "./DocumentsView";

const user = userEvent.setup();

function open(options: FakeOptions = {}, change: Partial<Documents> = {}): void {
  const backend = createFakeBackend(options);
  show(DocumentsView, { ...backend, documents: { ...backend.documents, ...change } }, { view: "documents" });
}

describe("an import", () => {
  it("says what became of each file, and keeps the failures until they are dismissed", async () => {
    open({ documents: [SAMPLE] });
    await user.click(screen.getByRole("button", { name: "Import a folder…" }));
    const panel = await screen.findByRole("region", { name: "Import" });
    expect(await within(panel).findByText("7 files: 2 new in the list, 1 there before, 1 not imported, 3 skipped.")).toBeTruthy();
    const failures = within(panel).getByRole("alert");
    expect(failures.textContent).toContain("locked-report.pdf: The file is encrypted. Save it without a password");
    await user.click(within(panel).getByText("7 files"));
    expect(within(panel).getAllByText("In the list")).toHaveLength(2);
    expect(within(panel).getByText("Was there before")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Import files…" }));
    expect(await within(panel).findByText("1 file: 1 there before.")).toBeTruthy();
    expect(within(panel).getByRole("alert").textContent).toContain("locked-report.pdf");
    await user.click(within(panel).getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("region", { name: "Import" })).toBeNull();
  });

  it("of bytes that are there under another name says which document they are", async () => {
    open({ documents: [SAMPLE] }, { chooseFiles: async () => ["copy.pdf"] });
    await user.click(screen.getByRole("button", { name: "Import files…" }));
    const panel = await screen.findByRole("region", { name: "Import" });
    await within(panel).findByText("1 file: 1 there before.");
    await user.click(within(panel).getByText("1 file"));
    expect(within(panel).getByText(`has the same bytes as ${SAMPLE.title}`)).toBeTruthy();
  });

  it("says what of a folder was skipped, and why", async () => {
    open();
    await user.click(screen.getAllByRole("button", { name: "Import a folder…" })[0]!);
    const panel = await screen.findByRole("region", { name: "Import" });
    await user.click(await within(panel).findByText("3 files skipped"));
    const reasons = within(panel).getByText("3 files skipped").closest("details")!;
    const told = within(reasons).getAllByRole("listitem").map((one) => one.textContent);
    expect(told).toEqual([
      "Links, which are not followed: import what they lead to: shared",
      "Office formats from before 2007: save them as DOCX or XLSX: offer.doc",
      "Of no format that is read: plan.dwg",
    ]);
  });

  it("under way says how far it is, and can be stopped", async () => {
    const files = ["one.pdf", "two.pdf", "three.pdf"].map((name): ImportProgress => ({
      path: name,
      name,
      bytes: 1000,
      state: "waiting",
      document: null,
      failure: null,
      skipped: null,
    }));
    let stop: () => void = () => undefined;
    const importing: Documents["import"] = (_paths, _metadata, report) => {
      for (const file of files) report(file);
      report({ ...files[0]!, state: "done", document: SAMPLE });
      report({ ...files[1]!, state: "reading" });
      return new Promise((resolve) => {
        stop = () => {
          report({ ...files[1]!, state: "done", document: SAMPLE });
          report({ ...files[2]!, state: "cancelled" });
          resolve();
        };
      });
    };
    open({}, { import: importing, cancelImport: async () => stop() });
    await user.click(screen.getAllByRole("button", { name: "Import files…" })[0]!);
    const panel = await screen.findByRole("region", { name: "Import" });
    expect(within(panel).getByText("1 of 3")).toBeTruthy();
    expect(within(panel).getByText("Reading two.pdf…")).toBeTruthy();
    expect(within(panel).getByText("Waiting")).toBeTruthy();
    expect(within(panel).getByRole<HTMLProgressElement>("progressbar").value).toBe(1000);
    await user.click(within(panel).getByRole("button", { name: "Cancel" }));
    expect(await within(panel).findByText("3 files: 2 new in the list, 1 not read because you stopped.")).toBeTruthy();
  });

  it("of a folder without documents says so", async () => {
    open({}, { import: async () => undefined });
    await user.click(screen.getAllByRole("button", { name: "Import a folder…" })[0]!);
    expect((await screen.findByRole("alert")).textContent).toContain("There is no file in it that can be imported.");
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("that failed can be tried again", async () => {
    let locked = true;
    const importing: Documents["import"] = async (paths, _metadata, report) => {
      const [path = ""] = paths;
      const file = { path, name: path, bytes: 1 };
      const failure = { kind: "document", message: "The file is open elsewhere.", help: "Close it." };
      report(locked ? { ...file, state: "failed", document: null, failure, skipped: null } : { ...file, state: "done", document: SAMPLE, failure: null, skipped: null });
    };
    open({}, { import: importing });
    await user.click(screen.getAllByRole("button", { name: "Import files…" })[0]!);
    const again = await screen.findByRole("button", { name: /^Try again/ });
    locked = false;
    await user.click(again);
    await waitFor(() => expect(screen.queryByText(/open elsewhere/)).toBeNull());
    expect(await screen.findByRole("row", { name: new RegExp(SAMPLE.title) })).toBeTruthy();
  });

  it("gives every file the metadata written for it, once, and says so", async () => {
    open({ documents: [SAMPLE] });
    await user.click(await screen.findByRole("button", { name: "Import with metadata…" }));
    const panel = screen.getByRole("region", { name: "Import" });
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole("combobox", { name: "Key" })));
    await user.keyboard("matter{Tab}2024-17");
    await user.click(within(panel).getByRole("button", { name: "Choose a folder…" }));
    expect(await within(panel).findByText("Metadata of each: matter “2024-17”.")).toBeTruthy();
    expect(within(panel).queryByRole("region", { name: "Metadata for an import" })).toBeNull();
    await within(panel).findByText(/^7 files: /);
    expect(await metadataOf(SAMPLE.title)).toEqual(["clientNorthwind", "matter2024-17"]);
    expect(await metadataOf(LETTER_DOCUMENT.title)).toEqual(["matter2024-17"]);
    await user.click(screen.getByRole("button", { name: "Import files…" }));
    expect(await within(panel).findByText("1 file: 1 there before.")).toBeTruthy();
    expect(within(panel).queryByText(/Metadata of each/)).toBeNull();
  });

  it("that begins before another one has ended says which files get what", async () => {
    const importing: Documents["import"] = async ([path = ""], _metadata, report) => {
      report({ path, name: path, bytes: 1, state: "waiting", document: null, failure: null, skipped: null });
      await new Promise(() => undefined);
    };
    const chosen = ["one.pdf", "two.pdf"];
    open({}, { import: importing, chooseFiles: async () => [chosen.shift() ?? ""] });
    await user.click(await screen.findByRole("button", { name: "Import with metadata…" }));
    const panel = screen.getByRole("region", { name: "Import" });
    await user.type(within(panel).getByRole("combobox", { name: "Key" }), "matter");
    await user.type(within(panel).getByRole("combobox", { name: "Value" }), "7");
    await user.click(within(panel).getByRole("button", { name: "Choose files…" }));
    expect(await within(panel).findByText("Metadata of each: matter “7”.")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "Import files…" })[0]!);
    expect(await within(panel).findByText("Metadata of 1 file: matter “7”.")).toBeTruthy();
  });

  it("with metadata that are not complete imports nothing, whatever way the files come", async () => {
    const asked: string[][] = [];
    const importing: Documents["import"] = async (paths) => void asked.push(paths);
    open({}, { import: importing });
    await user.click(await screen.findByRole("button", { name: "Import with metadata…" }));
    const panel = screen.getByRole("region", { name: "Import" });
    await user.type(within(panel).getByRole("combobox", { name: "Key" }), "matter");
    await user.click(within(panel).getByRole("button", { name: "Choose files…" }));
    expect(within(panel).getByText("Write a value, or remove the row.")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "Import files…" })[0]!);
    expect((await within(panel).findByRole("alert")).textContent).toContain("nothing was imported");
    expect(asked).toEqual([]);
    expect(within(panel).getByRole<HTMLInputElement>("combobox", { name: "Key" }).value).toBe("matter");
  });

  it("with metadata that the service refuses keeps what was written", async () => {
    const refused = { kind: "input", message: "Such a key cannot be kept.", help: "Use another." };
    open({}, { import: () => Promise.reject(refused) });
    await user.click(await screen.findByRole("button", { name: "Import with metadata…" }));
    const panel = screen.getByRole("region", { name: "Import" });
    await user.type(within(panel).getByRole("combobox", { name: "Key" }), "matter");
    await user.type(within(panel).getByRole("combobox", { name: "Value" }), "7");
    await user.click(within(panel).getByRole("button", { name: "Choose files…" }));
    expect((await within(panel).findByRole("alert")).textContent).toContain("Such a key cannot be kept.");
    expect(within(panel).getByRole<HTMLInputElement>("combobox", { name: "Value" }).value).toBe("7");
  });

  it("that failed is tried again with its metadata", async () => {
    const given: Record<string, string>[] = [];
    const failure = { kind: "document", message: "The file is open elsewhere.", help: "Close it." };
    const importing: Documents["import"] = async ([path = ""], metadata, report) => {
      given.push(metadata);
      report({ path, name: path, bytes: 1, state: "failed", document: null, failure, skipped: null });
    };
    open({}, { import: importing });
    await user.click(await screen.findByRole("button", { name: "Import with metadata…" }));
    const panel = screen.getByRole("region", { name: "Import" });
    await user.type(within(panel).getByRole("combobox", { name: "Key" }), "matter");
    await user.type(within(panel).getByRole("combobox", { name: "Value" }), "7");
    await user.click(within(panel).getByRole("button", { name: "Choose files…" }));
    await user.click(await screen.findByRole("button", { name: /^Try again/ }));
    await waitFor(() => expect(given).toEqual([{ matter: "7" }, { matter: "7" }]));
  });
});

/** What the list says of a document, pair by pair. */
async function metadataOf(title: string): Promise<string[]> {
  await user.click(await screen.findByText(title, { selector: ".document-title" }));
  await user.click(await screen.findByRole("tab", { name: /^About/ }));
  const pairs = screen.getByRole("region", { name: "Metadata" }).querySelectorAll("dl > div");
  return [...pairs].map((pair) => pair.textContent ?? "");
}
