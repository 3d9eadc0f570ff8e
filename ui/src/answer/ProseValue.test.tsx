import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Citation } from "../backend/wire";
import { AnswerValue } from "./ProseValue";

const citations = ["C3", "C0"].map((anchor) => ({ anchor }) as Citation);

function shown(type: string, value: unknown): string {
  const onCitation = () => undefined;
  const { container } = render(<AnswerValue type={type} value={value} citations={citations} onCitation={onCitation} />);
  return container.textContent ?? "";
}

describe("answers of other contracts", () => {
  it("in prose have a button for each anchor that leads to its citation", async () => {
    const onCitation = vi.fn();
    const value = "The fee is EUR 5. [C0] It is due monthly. [C3][C9]";
    render(<AnswerValue type="cited_text" value={value} citations={citations} onCitation={onCitation} />);
    await userEvent.click(screen.getByRole("button", { name: "Citation 2" }));
    expect(onCitation).toHaveBeenCalledWith(1);
    expect(screen.getAllByRole("button")).toHaveLength(2);
    expect(document.body.textContent).toContain("[C9]");
  });

  it("are read as what they are", () => {
    expect(shown("verification", { response: "No" })).toBe("No, the documents do not say so.");
    expect(shown("classification", "lease")).toBe("lease");
    const reply = { draft_reply: "Please restart it. [C0]", internal_next_steps: ["Call back"], citations: [], needs_human_review: true };
    expect(shown("support_reply", reply)).toContain("Call back");
    const structured = { answer: "It is due.", confidence: 0.5, reasoning_steps: [{ thought: "Near the fee.", conclusion: "It is due." }] };
    expect(shown("structured_answer", structured)).toContain("Near the fee.");
  });

  it("are shown whole when they are not in their form", () => {
    expect(shown("verification", { response: "Maybe" })).toContain("Maybe");
    expect(shown("cited_text", { odd: 1 })).toContain("odd");
  });
});
