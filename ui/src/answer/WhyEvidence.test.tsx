import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Explanation, Passage } from "../backend/wire";
import { WorkspaceContext } from "../frame/workspace";
import type { Workspace } from "../frame/workspace";
import { WhyEvidence } from "./WhyEvidence";
import { WhyNumbers } from "./WhyNumbers";
import { WhyTexts } from "./WhyTexts";

function explanation(part: Partial<Explanation>): Explanation {
  const passages: Passage[] = Array.from({ length: 7 }, (_, index) => ({
    anchor: `C${index}`,
    document_id: "d1",
    document_title: "lease.pdf",
    page: null,
    first_line: index * 4 + 1,
    last_line: index * 4 + 4,
  }));
  return {
    record_id: "r1",
    time: "2026-01-02T03:04:05Z",
    parsed: null,
    rounds: [],
    searched: null,
    terms_reworded: [],
    program: "Attest 0.1.0",
    candidates: 1,
    probability: 0.9,
    threshold: 0.2,
    passages,
    held_back: [],
    hostile_signs: [],
    grammar: "root ::= answer",
    prompt: null,
    draft: "{}",
    attempts: 1,
    quality: 1,
    model: "attest-reader",
    backend: "",
    times: [],
    tokens: [],
    hashes: [],
    ...part,
  };
}

function show(one: Explanation): void {
  render(
    <WorkspaceContext.Provider value={{} as Workspace}>
      <WhyEvidence explanation={one} onLines={() => undefined} />
      <WhyTexts explanation={one} />
      <WhyNumbers explanation={one} />
    </WorkspaceContext.Provider>,
  );
}

describe("what ran", () => {
  it("is the reader alone, a model with its processor, or neither", () => {
    const ran = () => screen.getByText("Model").nextSibling?.textContent;
    show(explanation({}));
    expect(ran()).toBe("attest-reader alone; no model had to write");
    cleanup();
    show(explanation({ model: "small", backend: "CPU" }));
    expect(ran()).toBe("small, on CPU");
    cleanup();
    show(explanation({ model: "", passages: [] }));
    expect(ran()).toBe("none; there was nothing to read");
    expect(screen.getByText("Prompt: none. There was nothing to read.")).toBeTruthy();
  });
});

describe("what an answer was chosen from", () => {
  it("was read by the reader where nothing was written, and a model had no prompt", async () => {
    show(explanation({}));
    expect(screen.getByText("Read by the reader: 7 passages")).toBeTruthy();
    expect(screen.getByText("Prompt: none. The reader chose, and no model had to write.")).toBeTruthy();
    expect(screen.getByText("what was decided, before the checks")).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(5);
    await userEvent.click(screen.getByRole("button", { name: "Show 2 more passages" }));
    expect(screen.getAllByRole("listitem")).toHaveLength(7);
  });

  it("was shown to the model where one was asked, with its prompt or why there is none", () => {
    show(explanation({ backend: "CPU", model: "smollm2" }));
    expect(screen.getByText("Shown to the model: 7 passages")).toBeTruthy();
    expect(screen.getByText("Prompt: erased, or none.")).toBeTruthy();
    expect(screen.getByText("what it wrote, before the checks")).toBeTruthy();
  });
});
