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

  it("says before it is asked how long its answer takes, once one was given here", async () => {
    await start();
    await user.type(box(), "What is the annual premium?");
    expect(screen.getByText(/How long it takes is not known before the first answer/)).toBeTruthy();
    await user.keyboard("{Enter}");
    await screen.findByRole("region", { name: "Answer" });
    expect(await screen.findByText(/Its answer takes about 3 s, by the last answer on this computer\./)).toBeTruthy();
  });

  it("says while it is asked how long its answer may still take", async () => {
    const backend = createFakeBackend({ documents: [SAMPLE], stepMs: 150 });
    await start({ ...backend, questions: { ...backend.questions, pace: async () => ({ answer_ms: 89_000, answers: 7 }) } });
    await user.type(box(), "What is the annual premium?");
    expect(await screen.findByText(/takes about 89 s, by the last 7 answers/)).toBeTruthy();
    await user.keyboard("{Enter}");
    expect(await screen.findByText(/so far, about 8\d s to go/)).toBeTruthy();
  });

  it("is not asked while a character is being composed, nor by Shift+Enter", async () => {
    const backend = await start();
    const asked = vi.spyOn(backend.questions, "ask");
    await user.type(box(), "What is{Shift>}{Enter}{/Shift}due");
    box().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true }));
    expect(box().value).toBe("What is\ndue");
    expect(asked).not.toHaveBeenCalled();
  });

  it("without a sure answer says so, what was searched and read, and shows the nearest passages in boxes", async () => {
    await start();
    const card = await ask("Who is the broker?");
    expect(within(card).getByText("Not sure")).toBeTruthy();
    expect(within(card).getByText("No answer sure enough.")).toBeTruthy();
    await within(card).findByText("Of 48 passages, 48 by words and 48 by meaning were searched; 12 read whole.");
    const nearest = within(card).getByRole("heading", { name: "The nearest passages" });
    // Their lines are read after the answer is shown.
    await waitFor(() => expect(nearest.nextElementSibling?.querySelectorAll("blockquote")).toHaveLength(3));
    const frames = await screen.findAllByRole("img", { name: /^Passage \d, lines/ });
    expect(frames.filter((frame) => frame.ariaLabel?.endsWith("shown now"))).toHaveLength(1);
    expect(within(card).getByText("A person should check this answer.")).toBeTruthy();
  });

  it("where everything was read and nothing speaks of it says that the documents do not say", async () => {
    await start();
    const card = await ask("Is there a pool?");
    expect(within(card).getByText("Not found")).toBeTruthy();
    expect(within(card).getByText("The documents do not say.")).toBeTruthy();
    await within(card).findByText("Of 12 passages, 12 by words and 12 by meaning were searched; all were read whole.");
    expect(within(card).queryByText(/This is no finding/)).toBeNull();
    expect(document.querySelector(".frame")).toBeNull();
  });

  it("says why by listing every round with its passages", async () => {
    await start();
    const card = await ask("Who is the broker?");
    await user.click(within(card).getByRole("button", { name: /Why this answer/ }));
    const rounds = (await within(card).findByText(/Asked again in other words, with 2 passages/)).closest("ol");
    expect(rounds?.querySelectorAll("details")).toHaveLength(2);
    await user.click(within(rounds!).getByText("The passage of this round"));
    expect(within(rounds!).getByRole("button", { name: /lines 24 to 26/ })).toBeTruthy();
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
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: `Ask ${LETTER_DOCUMENT.title}` })));
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
    // Once it is understood, a question of one value is put to each document, where a person does not say otherwise.
    await user.type(box(), "What");
    await screen.findByRole("radio", { name: "each document", checked: true });
    await user.click(screen.getByRole("radio", { name: "all together" }));
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

describe("many documents", () => {
  const titles = ["lease 10.txt", "lease 2.txt", "Annex.txt", ...Array.from({ length: 9 }, (_, at) => `report ${at}.txt`)];
  const shelf = titles.map((title, at) => ({ ...LETTER_DOCUMENT, id: `${at}`.padStart(64, "0"), title }));
  const many = () => createFakeBackend({ documents: shelf });
  const boxes = () => screen.getAllByRole<HTMLInputElement>("checkbox", { name: /^Ask / });
  const ticked = () => boxes().filter(({ checked }) => checked).map((one) => one.ariaLabel ?? "");

  it("are sorted by name as a person counts, and none is asked before somebody says which", async () => {
    await start(many());
    expect(boxes().slice(0, 3).map((one) => one.ariaLabel)).toEqual(["Ask Annex.txt", "Ask lease 2.txt", "Ask lease 10.txt"]);
    expect(ticked()).toEqual([]);
    expect(screen.getByText("Tick a document to ask it.")).toBeTruthy();
  });

  it("are ticked from one to another with Shift, by pointer and by keyboard", async () => {
    await start(many());
    const listed = boxes();
    await user.click(listed[1]!);
    await user.keyboard("{Shift>}");
    await user.click(listed[3]!);
    await user.keyboard("{/Shift}");
    expect(ticked()).toEqual(["Ask lease 2.txt", "Ask lease 10.txt", "Ask report 0.txt"]);
    await user.keyboard("{ArrowDown}{ArrowDown}{Shift>} {/Shift}");
    expect(ticked()).toHaveLength(5);
  });

  it("are one stop of the Tab key, and the acts of a row are beside it", async () => {
    await start(many());
    const stops = () => boxes().filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([boxes()[0]]);
    boxes()[0]?.focus();
    await user.keyboard("{End}{ArrowUp}");
    expect(document.activeElement).toBe(boxes().at(-2));
    expect(stops()).toEqual([boxes().at(-2)]);
    await user.keyboard("{ArrowRight}");
    expect((document.activeElement as HTMLElement).ariaLabel).toBe("Read report 7.txt");
    await user.keyboard("{ArrowLeft}");
    expect(document.activeElement).toBe(boxes().at(-2));
  });

  it("come back with an earlier question, and the list of earlier questions stays as it was", async () => {
    await start(many());
    await user.click(boxes()[0]!);
    await ask("What is the annual premium?");
    await user.click(boxes()[0]!);
    await user.click(boxes()[5]!);
    await ask("Who is the broker?");
    await user.click(boxes()[5]!);
    const history = screen.getByRole("region", { name: "Earlier questions" });
    await waitFor(() => expect(within(history).getAllByRole("listitem")).toHaveLength(2));
    await user.click(within(history).getByRole("button", { name: /annual premium/ }));
    await waitFor(() => expect(ticked()).toEqual(["Ask Annex.txt"]));
    expect(within(history).getAllByRole("listitem")).toHaveLength(2);
    expect(within(history).getByText("about any document")).toBeTruthy();
  });

  it("have a list as wide as a person wants it", async () => {
    await start(many());
    const edge = screen.getByRole("separator", { name: "Width of the list of documents" });
    edge.focus();
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(edge.getAttribute("aria-valuenow")).toBe("16");
    await user.keyboard("{Home}{ArrowLeft}");
    expect(edge.getAttribute("aria-valuenow")).toBe("11");
    expect(document.querySelector<HTMLElement>(".ask-inner")?.style.getPropertyValue("--rail")).toBe("11rem");
  });
});

describe("the chips", () => {
  it("take the type that was chosen in Answer types for the next question", async () => {
    await start();
    await user.keyboard("{Control>}5{/Control}");
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
    expect(await screen.findByText(/Unclear: Whom or what does “it” stand for/)).toBeTruthy();
  });

  it("can be changed by keyboard; what was changed is marked, asked, and can be put back", async () => {
    const backend = await start();
    const asked = vi.spyOn(backend.questions, "ask");
    await user.type(box(), "What is the annual premium?");
    (await chip(/^Type: Amount/)).focus();
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
    expect(await screen.findByRole("img", { name: "Passage C0, lines 12 to 21, shown now" })).toBeTruthy();
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
