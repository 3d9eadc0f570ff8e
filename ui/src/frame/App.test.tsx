import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { lineWith, SAMPLE } from "../backend/fake_document";
import "../test_support";
import { App } from "./App";

const user = userEvent.setup();

async function ask(question: string): Promise<void> {
  const box = await screen.findByLabelText("Question");
  await user.clear(box);
  await user.type(box, `${question}{Enter}`);
}

function answerCard(): Promise<HTMLElement> {
  return screen.findByRole("region", { name: "Answer" });
}

describe("the empty window", () => {
  it("says what to do, and the sample is one click away", async () => {
    render(<App backend={createFakeBackend()} />);
    const start = await screen.findByRole("region", { name: "Getting started" });
    await user.click(within(start).getByRole("button", { name: "Open the sample" }));
    const box = await screen.findByLabelText<HTMLTextAreaElement>("Question");
    await waitFor(() => expect(box.value).toBe("What is the annual premium?"));
    expect(screen.getByLabelText<HTMLInputElement>(`Ask ${SAMPLE.title}`).checked).toBe(true);
    await user.click(screen.getByRole("button", { name: "What is not insured?" }));
    expect(box.value).toBe("What is not insured?");
    expect(document.activeElement).toBe(box);
  });

  it("shows why an import failed and what helps", async () => {
    const importFailure = { kind: "document", message: "The file is encrypted.", help: "Save it without a password." };
    render(<App backend={createFakeBackend({ importFailure })} />);
    const start = await screen.findByRole("region", { name: "Getting started" });
    await user.click(within(start).getByRole("button", { name: "Open the sample" }));
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("The file is encrypted.Save it without a password.");
  });
});

describe("a question", () => {
  it("is answered with a typed value, its source and the marked line", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await ask("What is the annual premium?");
    const card = await answerCard();
    expect(within(card).getByText("Answered")).toBeTruthy();
    expect(card.querySelector(".value")?.textContent).toBe("GBP\u00a01,284.50");
    const { number, page } = lineWith("1,284.50");
    expect(within(card).getByRole("button").textContent).toBe(`${SAMPLE.title}, page ${page}, line ${number}`);
    await waitFor(() => {
      const marked = document.querySelectorAll(".line.cited");
      expect([...marked].map((line) => line.getAttribute("data-line"))).toEqual([String(number)]);
      expect(marked[0]?.querySelector("mark")?.textContent).toBe("GBP 1,284.50");
    });
  });

  it("without an answer is said not to be found, and marks nothing", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await ask("What is the annual premium?");
    await waitFor(() => expect(document.querySelector(".line.cited")).not.toBeNull());
    await ask("Who is the broker?");
    await screen.findByText("Not found");
    expect(screen.getByText("The document does not say.")).toBeTruthy();
    await waitFor(() => expect(document.querySelector(".line.cited")).toBeNull());
  });

  it("shows all values where the document contradicts itself; arrow keys move between them", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await ask("When does the policy take effect?");
    const card = await answerCard();
    expect(within(card).getByText("Conflicting")).toBeTruthy();
    expect([...card.querySelectorAll("time")].map((time) => time.dateTime)).toEqual(["2025-03-01", "2025-04-01"]);
    const [first, second] = within(card).getAllByRole("button");
    first?.focus();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement).toBe(second);
    expect(second?.getAttribute("aria-pressed")).toBe("true");
    const { number } = lineWith("1 April 2025");
    await waitFor(() => {
      expect(document.querySelector(".line.cited")?.getAttribute("data-line")).toBe(String(number));
    });
  });

  it("tells its progress in words and can be cancelled", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE], stepMs: 50 })} />);
    await ask("What is the annual premium?");
    expect(await screen.findByText(/passages…/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Cancelled.")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Answer" })).toBeNull();
  });

  it("that fails shows what happened and what to do", async () => {
    const askFailure = { kind: "model", message: "The model file was altered.", help: "Fetch it again." };
    render(<App backend={createFakeBackend({ documents: [SAMPLE], askFailure })} />);
    await ask("What is the annual premium?");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe("The model file was altered.Fetch it again.");
  });

  it("cannot be asked of no document, and the window says why", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await user.click(await screen.findByLabelText(`Ask ${SAMPLE.title}`));
    await user.type(screen.getByLabelText("Question"), "What is the annual premium?");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Ask" }).disabled).toBe(true);
    expect(screen.getByText("Tick a document on the left to ask it.")).toBeTruthy();
  });
});

describe("the audit trail", () => {
  it("is checked on request and the verdict is words", async () => {
    render(<App backend={createFakeBackend()} />);
    await user.click(await screen.findByRole("button", { name: "Check the audit trail" }));
    expect(await screen.findByText("Audit trail intact: 3 records")).toBeTruthy();
  });

  it("that is damaged says where", async () => {
    const backend = { ...createFakeBackend(), verifyAudit: async () => ({ records: 3, ok: false, first_bad: "number 2" }) };
    render(<App backend={backend} />);
    await user.click(await screen.findByRole("button", { name: "Check the audit trail" }));
    expect(await screen.findByText(/damaged.*number 2/)).toBeTruthy();
  });
});
