import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { parse } from "../backend/fake/explanation";
import type { Question } from "../backend/wire";
import { WhyUnderstood } from "./WhyUnderstood";

const QUESTION: Question = {
  text: "What is the contractual penalty?",
  document_ids: [],
  answer_type: null,
  answer_shape: null,
  labels: [],
  model: null,
  conditions: null,
};

describe("how a question was understood", () => {
  it("names the terms that were read in the document's language, and only where there were any", () => {
    const parsed = parse(QUESTION, []);
    const shown = render(<WhyUnderstood parsed={parsed} terms={["contractual penalty", "security deposit"]} />);
    expect(screen.getByText("Terms read in the document's language").nextSibling?.textContent).toBe("contractual penalty, security deposit");
    shown.rerender(<WhyUnderstood parsed={parsed} terms={[]} />);
    expect(screen.queryByText("Terms read in the document's language")).toBeNull();
  });
});
