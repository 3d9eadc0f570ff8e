import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import { SCAN } from "../backend/fake/documents";
import { laidOut } from "../evidence/test_layout";
import { App } from "../frame/App";

const user = userEvent.setup();
laidOut();

const SHELF = [
  { ...SAMPLE, collections: ["Smith 2024"] },
  { ...SCAN, collections: ["Smith 2024"], tags: ["urgent"] },
  { ...LETTER_DOCUMENT, tags: ["urgent", "to sign"] },
];

async function start(stepMs = 0) {
  const backend = createFakeBackend({ documents: SHELF, stepMs });
  render(<App backend={backend} />);
  const box = await screen.findByRole("textbox", { name: "Question" });
  return { backend, box };
}

describe("several documents", () => {
  it("are asked each by itself, which gives a table that says how many say what", async () => {
    const { backend, box } = await start();
    const kept = vi.spyOn(backend.tables, "keep");
    await user.type(box, "What is the annual premium?");
    expect(await screen.findByRole("radio", { name: "each document", checked: true })).toBeTruthy();
    await user.keyboard("{Enter}");
    const table = await screen.findByRole("region", { name: "What each document says" });
    await within(table).findByText("2 documents say GBP 1,284.50; 1 document says GBP 420.");
    const rows = within(table).getAllByRole("listitem");
    expect(rows).toHaveLength(3);
    expect(kept.mock.calls[0]?.[1].document_ids).toHaveLength(3);
    await user.click(within(rows[0]!).getByRole("button"));
    expect(within(rows[0]!).getByRole("button").getAttribute("aria-pressed")).toBe("true");
    await user.click(within(table).getByRole("button", { name: "Open it in Table" }));
    expect(await screen.findByRole("main", { name: "Table" })).toBeTruthy();
  });

  it("say before and while they are asked how long that takes, of all of them", async () => {
    const backend = createFakeBackend({ documents: SHELF, stepMs: 300 });
    const paced = { ...backend, questions: { ...backend.questions, pace: async () => ({ answer_ms: 4_000, answers: 9 }) } };
    render(<App backend={paced} />);
    await user.type(await screen.findByRole("textbox", { name: "Question" }), "What is the annual premium?");
    await screen.findByRole("radio", { name: "each document", checked: true });
    expect(screen.getByText(/takes about 12 s, by the last 9 answers/)).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "all together" }));
    expect(screen.getByText(/takes about 4 s, by the last 9 answers/)).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "each document" }));
    await user.type(screen.getByRole("textbox", { name: "Question" }), "{Enter}");
    expect(await screen.findByText(/documents asked, about \d s left/)).toBeTruthy();
  });

  it("are asked all together where a person says so", async () => {
    const { backend, box } = await start();
    const asked = vi.spyOn(backend.questions, "ask");
    await user.type(box, "What is the annual premium?");
    await screen.findByRole("radio", { name: "each document", checked: true });
    await user.click(screen.getByRole("radio", { name: "all together" }));
    await user.type(box, "{Enter}");
    expect(await screen.findByRole("region", { name: "Answer" })).toBeTruthy();
    expect(asked.mock.calls[0]?.[0].document_ids).toHaveLength(3);
    expect(screen.queryByRole("region", { name: "What each document says" })).toBeNull();
  });

  it("of a collection are ticked by its name", async () => {
    const { box } = await start();
    await user.selectOptions(await screen.findByRole("combobox", { name: "Collection" }), "Smith 2024");
    expect(screen.getByText("2 of 3 asked")).toBeTruthy();
    await user.type(box, "What is the annual premium?");
    expect(await screen.findByRole("radio", { name: "each document", checked: true })).toBeTruthy();
  });

  it("with a tag are ticked by its name, and asked alone", async () => {
    const { backend, box } = await start();
    const asked = vi.spyOn(backend.questions, "ask");
    const tags = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Tag" });
    expect([...tags.options].map((one) => one.text)).toEqual(["as ticked", "to sign (1)", "urgent (2)"]);
    await user.selectOptions(tags, "urgent");
    expect(screen.getByText("2 of 3 asked")).toBeTruthy();
    await user.selectOptions(tags, "to sign");
    expect(screen.getByText("1 of 3 asked")).toBeTruthy();
    await user.type(box, "What is the annual premium?{Enter}");
    expect(await screen.findByRole("region", { name: "Answer" })).toBeTruthy();
    expect(asked.mock.calls[0]?.[0].document_ids).toEqual([LETTER_DOCUMENT.id]);
    // Ticking another one by hand leaves the tag.
    await user.click(screen.getByRole("checkbox", { name: `Ask ${SAMPLE.title}` }));
    expect(tags.value).toBe("");
  });

  it("are asked until a person stops it, and what is done stays", async () => {
    const { box } = await start(400);
    await user.type(box, "What is the annual premium?");
    await screen.findByRole("radio", { name: "each document", checked: true });
    await user.keyboard("{Enter}");
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(await screen.findByText(/^Stopped\. The documents below/)).toBeTruthy();
  });
});
