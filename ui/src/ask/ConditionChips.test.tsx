import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import type { Condition, DocumentSummary } from "../backend/wire";
import { laidOut } from "../evidence/test_layout";
import { App } from "../frame/App";

const user = userEvent.setup();
laidOut();

const PAGE_3: Condition = { kind: "pages", first: 3, last: 3 };
const NORTHWIND: Condition = { kind: "metadata", key: "client", value: "Northwind" };
const SECTION_7: Condition = { kind: "section", number: "7", title: null };

async function write(question: string, others: DocumentSummary[] = []): Promise<Backend> {
  const backend = createFakeBackend({ documents: [SAMPLE, ...others] });
  const parsed = vi.spyOn(backend.questions, "parse");
  render(<App backend={backend} />);
  await user.type(await screen.findByRole("textbox", { name: "Question" }), question);
  // Where letters come slowly, there are chips of half a question before.
  await waitFor(() => expect(parsed.mock.lastCall?.[0].text).toBe(question));
  await screen.findByRole("button", { name: /^Type:/ });
  return backend;
}

/** What the question is asked with. */
async function asked(backend: Backend): Promise<Condition[] | null | undefined> {
  const ask = vi.spyOn(backend.questions, "ask");
  await user.click(screen.getByRole("button", { name: "Ask", description: "" }));
  await screen.findByRole("region", { name: "Answer" });
  return ask.mock.calls[0]?.[0].conditions;
}

async function add(entry: string): Promise<void> {
  await user.click(screen.getByRole("button", { name: /^Only…/ }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

function chips(): string[] {
  const list = screen.getByRole("region", { name: "How the question is understood" });
  return [...list.querySelectorAll(".chip")].map((chip) => chip.textContent ?? "").filter((words) => /^(Only:|Where:)/.test(words));
}

describe("the conditions of a question", () => {
  it("are chips of their own; without a change the question is asked as it is", async () => {
    const backend = await write("What is the premium on page 3 in section 7?");
    expect(chips()).toEqual(["Only: page 3▾×", "Only: section 7×"]);
    expect(await asked(backend)).toBeNull();
  });

  it("are removed one by one, marked as set, and put back together", async () => {
    const backend = await write("What is the premium on page 3 in section 7?");
    await user.click(screen.getByRole("button", { name: "Remove: only page 3" }));
    expect(chips()).toEqual(["Only: section 7×"]);
    expect(document.activeElement?.textContent).toContain("Only…");
    await user.click(screen.getByRole("button", { name: "Remove: only section 7" }));
    expect(chips()).toEqual(["Where: everywherechosen by you"]);
    const parsed = vi.spyOn(backend.questions, "parse").mockClear();
    await user.click(screen.getByRole("button", { name: "Put back: Conditions" }));
    await waitFor(() => expect(chips()).toEqual(["Only: page 3▾×", "Only: section 7×"]));
    await waitFor(() => expect(parsed.mock.lastCall?.[0].conditions).toBeNull());
  });

  it("with pages are changed in place, by keyboard", async () => {
    const backend = await write("What is the premium on page 3 in section 7?");
    screen.getByRole("button", { name: /^Only: page 3/ }).focus();
    await user.keyboard("{Enter}");
    const dialog = await screen.findByRole("dialog", { name: "Only these pages" });
    const first = within(dialog).getByLabelText("First of the pages");
    const last = within(dialog).getByLabelText("Last of the pages");
    const done = within(dialog).getByRole<HTMLButtonElement>("button", { name: "Look only on these pages" });
    await user.clear(first);
    await user.type(first, "4");
    expect(done.disabled).toBe(true);
    expect(within(dialog).getByRole("status").textContent).toBe("Count pages from 1, the first before the last.");
    await user.clear(first);
    await user.type(first, "2");
    await user.clear(last);
    await user.type(last, "3{Enter}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(chips()).toEqual(["Only: pages 2 to 3chosen by you▾×", "Only: section 7×"]);
    expect(await asked(backend)).toEqual([{ kind: "pages", first: 2, last: 3 }, SECTION_7]);
  });

  it("are added where the question names none: pages, dates, a kind", async () => {
    const backend = await write("What is the annual premium?");
    expect(chips()).toEqual(["Where: everywhere"]);
    await add("Pages…");
    await user.type(await screen.findByLabelText("First of the pages"), "3{Enter}");
    await add("Documents dated…");
    const from = await screen.findByLabelText("From");
    await user.type(from, "2025-13");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Ask only these documents" }).disabled).toBe(true);
    await user.clear(from);
    await user.type(from, "2025-03");
    await user.type(screen.getByLabelText("To"), "2025{Enter}");
    await add("PDFs");
    const dated: Condition = { kind: "dated", from: "2025-03-01", to: "2025-12-31" };
    expect(chips()).toHaveLength(3);
    await user.click(screen.getByRole("button", { name: /^Only…/ }));
    expect(screen.queryByRole("menuitem", { name: "Documents dated…" })).toBeNull();
    expect(screen.queryByRole("menuitem", { name: "PDFs" })).toBeNull();
    await user.keyboard("{Escape}");
    expect(await asked(backend)).toEqual([PAGE_3, dated, { kind: "media_type", media_type: "pdf" }]);
  });

  it("that are a kind are changed by a menu; that leave nothing are told before and after asking", async () => {
    const backend = await write("What is the annual premium in the emails?");
    expect((await screen.findByRole("note")).textContent).toBe("Nothing to read: nothing stands in documents of kind mail.");
    await user.click(screen.getByRole("button", { name: /^Only: mails/ }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Spreadsheets" }));
    await waitFor(() => expect(screen.getByRole("note").textContent).toContain("of kind sheet"));
    expect(await asked(backend)).toEqual([{ kind: "media_type", media_type: "sheet" }]);
    const answer = screen.getByRole("region", { name: "Answer" });
    expect(within(answer).getByText("Nothing stands in documents of kind sheet.")).toBeTruthy();
    expect(within(answer).getByText(/only spreadsheets, as was set before asking/)).toBeTruthy();
    expect(answer.textContent).toContain("as far as the conditions let");
  });

  it("that were set are told by Why, and are there again when the answer is opened", async () => {
    const backend = await write("What is the annual premium on page 3?");
    await user.click(screen.getByRole("button", { name: "Remove: only page 3" }));
    await add("Pages…");
    await user.type(await screen.findByLabelText("First of the pages"), "2{Enter}");
    expect(await asked(backend)).toEqual([{ kind: "pages", first: 2, last: 2 }]);
    await user.click(screen.getByRole("button", { name: /Why this answer/ }));
    expect((await screen.findByText("Where")).nextSibling?.textContent).toBe("page 2 (set by a person)");
    expect(screen.getByText("The question says").nextSibling?.textContent).toBe("page 3");
    await user.clear(screen.getByRole("textbox", { name: "Question" }));
    const history = screen.getByRole("region", { name: "Earlier questions" });
    await user.click(within(history).getByRole("button", { name: /annual premium/ }));
    await waitFor(() => expect(chips()).toEqual(["Only: page 2chosen by you▾×"]));
  });

  it("on metadata are offered from what the chosen documents have, held to, shown, and there again later", async () => {
    const backend = await write("What is the annual premium?");
    await add("client is…");
    const values = await screen.findByRole("menu", { name: "Values of client" });
    await user.click(within(values).getByRole("menuitemradio", { name: "Northwind" }));
    expect(chips()).toEqual(["Only: documents whose client is “Northwind”chosen by you▾×"]);
    expect(document.activeElement?.textContent).toContain("Only…");
    expect(await asked(backend)).toEqual([NORTHWIND]);
    const answer = screen.getByRole("region", { name: "Answer" });
    expect(within(answer).getByText("Only documents whose client is “Northwind”, as was set before asking.")).toBeTruthy();

    await user.clear(screen.getByRole("textbox", { name: "Question" }));
    const history = screen.getByRole("region", { name: "Earlier questions" });
    await user.click(within(history).getByRole("button", { name: /annual premium/ }));
    await waitFor(() => expect(chips()).toEqual(["Only: documents whose client is “Northwind”chosen by you▾×"]));
    const again = vi.spyOn(backend.questions, "ask");
    await user.click(screen.getByRole("button", { name: "Ask", description: "" }));
    await waitFor(() => expect(again.mock.calls[0]?.[0].conditions).toEqual([NORTHWIND]));
  });

  it("on metadata are changed by a menu; that no document has leave nothing", async () => {
    const backend = await write("What is the annual premium?", [{ ...LETTER_DOCUMENT, metadata: { client: "Acme" } }]);
    await add("client is…");
    await user.click(await screen.findByRole("menuitemradio", { name: "Northwind" }));
    await user.click(screen.getByRole("button", { name: /^Only: documents whose client/ }));
    expect((await screen.findByRole("menuitemradio", { name: "Northwind" })).getAttribute("aria-checked")).toBe("true");
    await user.click(screen.getByRole("menuitemradio", { name: "Acme" }));
    expect(chips()).toEqual(["Only: documents whose client is “Acme”chosen by you▾×"]);
    await user.click(screen.getByRole("checkbox", { name: `Ask ${LETTER_DOCUMENT.title}` }));
    const nothing = "nothing stands in documents with client “Acme”";
    await waitFor(() => expect(screen.getByRole("note").textContent).toBe(`Nothing to read: ${nothing}.`));
    expect(await asked(backend)).toEqual([{ kind: "metadata", key: "client", value: "Acme" }]);
    const answer = screen.getByRole("region", { name: "Answer" });
    expect(within(answer).getByText(/only documents whose client is “Acme”, as was set before asking/)).toBeTruthy();
  });

  it("on metadata with many values are found by their letters", async () => {
    const others = Array.from({ length: 8 }, (_, at) => ({ ...LETTER_DOCUMENT, id: `${at}`, title: `${at}.eml`, metadata: { matter: `2024-${at}` } }));
    await write("What is the annual premium?", others);
    await add("matter is…");
    const box = await screen.findByRole("searchbox", { name: "Find a value of matter" });
    await waitFor(() => expect(document.activeElement).toBe(box));
    await user.keyboard("24-7");
    const values = screen.getByRole("menu", { name: "Values of matter" });
    await waitFor(() => expect(within(values).getAllByRole("menuitemradio")).toHaveLength(1));
    await user.keyboard("{ArrowDown}{Enter}");
    expect(chips()).toEqual(["Only: documents whose matter is “2024-7”chosen by you▾×"]);
  });
});

describe("a document that the policy does not let be shown", () => {
  it("is not asked, and says why", async () => {
    const draft = { ...LETTER_DOCUMENT, metadata: { knowledge_type: "draft" } };
    const backend = await write("What is the annual premium?", [draft]);
    const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: `Ask ${draft.title}` });
    await waitFor(() => expect(box.disabled).toBe(true));
    expect(box.checked).toBe(false);
    expect(box.getAttribute("aria-description")).toBe("The policy does not let this kind of knowledge be shown: draft.");
    const ask = vi.spyOn(backend.questions, "ask");
    await user.click(screen.getByRole("button", { name: "Ask", description: "" }));
    await waitFor(() => expect(ask.mock.calls[0]?.[0].document_ids).toEqual([SAMPLE.id]));
  });
});
