import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { Passage } from "../backend/wire";
import { WhyHeldBack } from "./WhyHeldBack";

const user = userEvent.setup();

function passage(first_line: number, part: Partial<Passage> = {}): Passage {
  return { anchor: null, document_id: "d1", document_title: "lease.pdf", page: 2, first_line, last_line: first_line + 1, ...part };
}

describe("what was held back", () => {
  it("stands under its reason in words, with its place, and opens there", async () => {
    const onLines = vi.fn();
    const duplicates = [passage(4), passage(8, { page: null }), passage(9, { document_title: null })];
    render(
      <WhyHeldBack
        heldBack={[
          { reason: "near_duplicate", count: 3, passages: duplicates },
          { reason: "over_budget", count: 1, passages: [passage(30)] },
        ]}
        onLines={onLines}
      />,
    );
    await user.click(screen.getByText("Held back: 4 passages"));
    const group = screen.getByRole("region", { name: "Held back: nearly the same as a better one" });
    expect(within(group).getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "lease.pdf, page 2, lines 4 to 5",
      "lease.pdf, lines 8 to 9",
      "A document that was removed since, lines 9 to 10",
    ]);
    await user.click(screen.getByRole("button", { name: "lease.pdf, page 2, lines 30 to 31" }));
    expect(onLines).toHaveBeenCalledWith({ documentId: "d1", first: 30, last: 31, label: "–" });
  });

  it("that is much is listed in part, with the count of the rest, and in full on request", async () => {
    const many = Array.from({ length: 12 }, (_, index) => passage(index + 1));
    render(<WhyHeldBack heldBack={[{ reason: "max_chunks", count: 12, passages: many }]} onLines={() => undefined} />);
    await user.click(screen.getByText("Held back: 12 passages"));
    expect(screen.getAllByRole("listitem")).toHaveLength(5);
    await user.click(screen.getByRole("button", { name: "Show 7 more passages" }));
    expect(screen.getAllByRole("listitem")).toHaveLength(12);
    expect(screen.queryByRole("button", { name: /^Show/ })).toBeNull();
  });

  it("of an earlier version's record is counted, and an unknown reason is told by its name", async () => {
    render(<WhyHeldBack heldBack={[{ reason: "some_new_reason", count: 2, passages: [] }]} onLines={() => undefined} />);
    await user.click(screen.getByText("Held back: 2 passages"));
    expect(screen.getByText("2 passages: some new reason. Which they were is not in this record.")).toBeTruthy();
    expect(screen.queryByRole("listitem")).toBeNull();
  });

  it("that is nothing is not told", () => {
    const { container } = render(<WhyHeldBack heldBack={[]} onLines={() => undefined} />);
    expect(container.textContent).toBe("");
  });
});
