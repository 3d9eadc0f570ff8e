import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, lineWith, SAMPLE } from "../backend/fake/document";
import { laidOut } from "../evidence/test_layout";
import { App } from "../frame/App";

const user = userEvent.setup();
laidOut();

async function start(backend: Backend = createFakeBackend({ documents: [SAMPLE] })): Promise<Backend> {
  render(<App backend={backend} />);
  await screen.findByRole("textbox", { name: "Question" });
  return backend;
}

function box(): HTMLTextAreaElement {
  return screen.getByRole("textbox", { name: "Question" });
}

function askButton(): HTMLButtonElement | null {
  return document.querySelector("button[type=submit]");
}

async function ask(question: string): Promise<HTMLElement> {
  await user.clear(box());
  await user.type(box(), `${question}{Enter}`);
  const card = await screen.findByRole("region", { name: "Answer" });
  await within(card).findByText(question);
  return card;
}

function chip(name: RegExp): Promise<HTMLElement> {
  return screen.findByRole("button", { name });
}

describe("a question", () => {
  it("is answered with a typed value, its source and the framed line", async () => {
    await start();
    const card = await ask("What is the annual premium?");
    expect(within(card).getByText("Answered")).toBeTruthy();
    expect(card.querySelector(".value.figure")?.textContent).toContain("GBP\u00a01,284.50");
    const { number, page } = lineWith("1,284.50");
    const source = within(card).getByRole("button", { name: `1 ${SAMPLE.title}, page ${page}, line ${number}` });
    expect(source.getAttribute("aria-pressed")).toBe("true");
    expect(await screen.findByRole("img", { name: `Citation 1, line ${number}, shown now` })).toBeTruthy();
  });

  it("is not asked while a character is being composed, nor by Shift+Enter", async () => {
    const backend = await start();
    const asked = vi.spyOn(backend.questions, "ask");
    await user.type(box(), "What is{Shift>}{Enter}{/Shift}due");
    box().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
    expect(box().value).toBe("What is\ndue");
    expect(asked).not.toHaveBeenCalled();
  });

  it("without an answer says what was searched", async () => {
    await start();
    const card = await ask("Who is the broker?");
    expect(within(card).getByText("Not found")).toBeTruthy();
    expect(within(card).getByText("The document does not say.")).toBeTruthy();
    const searched = await within(card).findByText(/all 3 pages/);
    await waitFor(() => expect(searched.textContent).toBe(`${SAMPLE.title}: all 3 pages. Read closely: page 2.`));
    expect(document.querySelector(".frame")).toBeNull();
  });

  it("with contradicting answers shows both in boxes; arrow keys move between them and the page follows", async () => {
    await start();
    const card = await ask("When does the policy take effect?");
    expect(within(card).getByText("Conflicting")).toBeTruthy();
    const boxes = within(within(card).getByRole("list", { name: "Values that contradict each other" })).getAllByRole("listitem");
    expect(boxes.map((one) => one.querySelector("time")?.dateTime)).toEqual(["2025-03-01", "2025-04-01"]);
    expect(boxes.map((one) => one.querySelector("blockquote")?.textContent)).toEqual(["1 March 2025", "1 April 2025"]);
    const [first, second] = card.querySelectorAll<HTMLButtonElement>("[data-citation]");
    first?.focus();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(second);
    expect(second?.getAttribute("aria-pressed")).toBe("true");
    await waitFor(() => expect(document.querySelector(".evidence-body")?.scrollTop).toBeGreaterThan(1600));
  });

  it("shows its draft as unchecked while it is written, and can be cancelled", async () => {
    await start(createFakeBackend({ documents: [SAMPLE], stepMs: 30 }));
    await user.type(box(), "What is the annual premium?{Enter}");
    expect(await screen.findByText("The model is reading the passages…")).toBeTruthy();
    const draft = await screen.findByRole("group", { name: "Unchecked draft" });
    await within(draft).findByText("GBP 1284.5");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(/^Cancelled\./)).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Answer" })).toBeNull();
    expect(screen.queryByRole("group", { name: "Unchecked draft" })).toBeNull();
  });

  it("is cancelled by Escape too", async () => {
    await start(createFakeBackend({ documents: [SAMPLE], stepMs: 30 }));
    await user.type(box(), "What is the annual premium?{Enter}");
    await screen.findByRole("region", { name: "Progress" });
    await user.keyboard("{Escape}");
    expect(await screen.findByText(/^Cancelled\./)).toBeTruthy();
  });

  it("that fails shows what happened and what to do", async () => {
    const askFailure = { kind: "model", message: "The model file was altered.", help: "Fetch it again." };
    await start(createFakeBackend({ documents: [SAMPLE], askFailure }));
    await user.type(box(), "What is the annual premium?{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe("The model file was altered.Fetch it again.");
  });

  it("that was computed shows the steps", async () => {
    await start();
    await user.type(box(), "What is the total of the limits?");
    expect(await screen.findByText("The sum of all limits.")).toBeTruthy();
    const card = await ask("What is the total of the limits?");
    const steps = within(card).getByRole("region", { name: "How it was computed" });
    expect(within(steps).getByText(/The sum of GBP 2500/)).toBeTruthy();
    expect([...steps.querySelectorAll("dd")].map((row) => row.textContent)).toEqual([
      "GBP 2500",
      "GBP 1200",
      "GBP 4000",
      "GBP 7700",
    ]);
  });
});

describe("the documents that are asked", () => {
  const both = () => createFakeBackend({ documents: [SAMPLE, LETTER_DOCUMENT] });

  it("are a key away from the chips", async () => {
    await start(both());
    await user.type(box(), "What is due?");
    await user.click(await chip(/^Documents:/));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: `Ask ${SAMPLE.title}` })));
  });

  it("can be chosen; without any the window says what to do", async () => {
    const backend = await start(both());
    const asked = vi.spyOn(backend.questions, "ask");
    await user.click(screen.getByRole("button", { name: "None" }));
    await user.type(box(), "What is the annual premium?");
    expect(askButton()?.disabled).toBe(true);
    expect(screen.getByText("Tick a document to ask it.")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: `Ask ${LETTER_DOCUMENT.title}` }));
    await user.click(askButton() as HTMLElement);
    await screen.findByRole("region", { name: "Answer" });
    expect(asked.mock.calls[0]?.[0].document_ids).toEqual([LETTER_DOCUMENT.id]);
  });

  it("have their own history; an earlier answer opens as it was", async () => {
    await start(both());
    await ask("What is the annual premium?");
    await user.click(screen.getByRole("checkbox", { name: `Ask ${SAMPLE.title}` }));
    await ask("Who is the broker?");
    const history = screen.getByRole("region", { name: "Earlier questions" });
    await waitFor(() => expect(within(history).getAllByRole("listitem")).toHaveLength(2));
    await user.click(screen.getByRole("checkbox", { name: `Ask ${LETTER_DOCUMENT.title}` }));
    await user.click(screen.getByRole("checkbox", { name: `Ask ${SAMPLE.title}` }));
    await waitFor(() => expect(within(history).getAllByRole("listitem")).toHaveLength(1));
    await user.click(within(history).getByRole("button", { name: /What is the annual premium/ }));
    const card = await screen.findByRole("region", { name: "Answer" });
    expect(card.querySelector(".value.figure")?.textContent).toContain("1,284.50");
    expect(box().value).toBe("What is the annual premium?");
  });
});

describe("the chips", () => {
  it("take the type that was chosen in Contracts for the next question", async () => {
    await start();
    await user.keyboard("{Control>}3{/Control}");
    await user.click(await screen.findByRole("option", { name: /^Date/ }));
    await user.click(await screen.findByRole("button", { name: "Ask with this type" }));
    await user.type(box(), "What is the annual premium?");
    expect((await chip(/^Type:/)).textContent).toContain("Datechosen by you");
  });

  it("say how the question is understood, and how sure that is", async () => {
    await start();
    await user.type(box(), "Who signed it?");
    expect((await chip(/^Type:/)).textContent).toContain("Text");
    expect((await chip(/^Type:/)).textContent).toContain("a guess");
    expect(screen.getByText(/Unclear: Whom or what does “it” stand for/)).toBeTruthy();
  });

  it("can be changed by keyboard; what was changed is marked, asked, and can be put back", async () => {
    const backend = await start();
    const asked = vi.spyOn(backend.questions, "ask");
    await user.type(box(), "What is the annual premium?");
    (await chip(/^Type:/)).focus();
    await user.keyboard("{Enter}");
    await user.keyboard("{ArrowDown}");
    await user.click(await screen.findByRole("menuitemradio", { name: /^Date/ }));
    expect((await chip(/^Type:/)).textContent).toContain("Datechosen by you");
    await user.type(box(), "{Enter}");
    await screen.findByRole("region", { name: "Answer" });
    expect(asked.mock.calls[0]?.[0].answer_type).toBe("date");
    await user.click(screen.getByRole("button", { name: "Put back: Type" }));
    await waitFor(async () => expect((await chip(/^Type:/)).textContent).toContain("Amountsure"));
    expect(screen.queryByRole("button", { name: /^Put back/ })).toBeNull();
  });

  it("let the labels of a classification be written anew", async () => {
    const backend = await start();
    const asked = vi.spyOn(backend.questions, "ask");
    await user.type(box(), "What kind of document is this?");
    await user.click(await chip(/^Labels:/));
    const labels = await screen.findByLabelText(/^Labels to choose from/);
    await user.clear(labels);
    await user.type(labels, "policy, invoice,, policy{Enter}");
    expect((await chip(/^Labels:/)).textContent).toContain("policy, invoice");
    await user.type(box(), "{Enter}");
    await screen.findByRole("region", { name: "Answer" });
    expect(asked.mock.calls[0]?.[0].labels).toEqual(["policy", "invoice"]);
  });
});

describe("why an answer came out so", () => {
  it("is read from the record on demand; a passage that was shown can be looked at", async () => {
    const backend = await start();
    const explain = vi.spyOn(backend.questions, "explain");
    const card = await ask("What is the annual premium?");
    expect(explain).not.toHaveBeenCalled();
    await user.click(within(card).getByRole("button", { name: /Why this answer/ }));
    expect(await within(card).findByText(/probability of 86%; here an answer is given from 35% on/)).toBeTruthy();
    await user.click(within(card).getByRole("button", { name: `${SAMPLE.title}, page 2, lines 12 to 21` }));
    expect(await screen.findByRole("img", { name: "Citation C0, lines 12 to 21, shown now" })).toBeTruthy();
  });
});

describe("an answer", () => {
  it("is copied as a row, and its report says where it was saved", async () => {
    await start();
    const card = await ask("What is the annual premium?");
    await user.click(within(card).getByRole("button", { name: "Copy as CSV row" }));
    expect(await screen.findByText("Copied.")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toMatch(/^What is the annual premium\?,Answered,GBP 1284\.5,sample-policy\.pdf,2,14,/);
    await user.click(within(card).getByRole("button", { name: "Save evidence report…" }));
    expect(await screen.findByText("Evidence report saved: evidence-report.html")).toBeTruthy();
  });

  it("leads to its record in Audit", async () => {
    await start();
    const card = await ask("What is the annual premium?");
    await user.click(within(card).getByRole("button", { name: "Record in Audit" }));
    expect(screen.getByRole("main").getAttribute("aria-label")).toBe("Audit");
  });
});
