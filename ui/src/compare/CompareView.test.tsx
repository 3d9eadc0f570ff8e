import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { COMPARISON } from "../backend/fake/comparisons";
import { SAMPLE } from "../backend/fake/document";
import { laidOut } from "../evidence/test_layout";
import { show } from "../test_workspace";
import { CompareView } from "./CompareView";
import { accuracyRows, costRows, pairInWords, shareInWords } from "./figures";

const user = userEvent.setup();

laidOut();

function open(change: Partial<Backend> = {}): void {
  show(CompareView, { ...createFakeBackend({ documents: [SAMPLE] }), ...change }, { view: "compare" });
}

describe("a comparison", () => {
  it("is opened, says who is better, and shows every figure in words", async () => {
    open();
    await user.click(screen.getByRole("button", { name: "Open a comparison…" }));
    await screen.findByText("large is significantly better than small. Only small is right on 2, only large on 11 (p = 0.022).");
    const right = within(screen.getByRole("table", { name: "How right they are" }));
    expect(right.getByText("55.0 % (22 of 40; 40.0 to 67.0)")).toBeTruthy();
    expect(right.getByText("Exactly right: amount")).toBeTruthy();
    const cost = within(screen.getByRole("table", { name: "Time and memory" }));
    expect(cost.getByText("0.90 s")).toBeTruthy();
    expect(cost.getAllByText("unknown")).toHaveLength(2);
    expect(screen.getByRole("img", { name: /^Share that is right/ }).querySelectorAll(".mark")).toHaveLength(8);
  });

  it("shows where two differ with the evidence boxed, or says why not", async () => {
    open();
    await user.click(screen.getByRole("button", { name: "Open a comparison…" }));
    await user.click(await screen.findByRole("button", { name: /What is the annual premium/ }));
    const pane = await screen.findByRole("region", { name: "Difference" });
    expect(await within(pane).findByText(/is not in this data directory/)).toBeTruthy();
    expect(within(pane).getByText("page 1, line 14")).toBeTruthy();
    await user.click(within(pane).getByRole("button", { name: /^large/ }));
    await waitFor(() => expect(within(pane).getByRole("img", { name: /^Citation 1, line 14/ })).toBeTruthy());
    await user.click(within(pane).getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("region", { name: "Difference" })).toBeNull();
  });

  it("that cannot be read says so, and another can be chosen", async () => {
    const failure = { kind: "input", message: "DIR/comparison.json is no comparison of this version.", help: "Make it again." };
    open({ comparisons: { choose: () => Promise.reject(failure) } });
    await user.click(screen.getByRole("button", { name: "Open a comparison…" }));
    expect((await screen.findByRole("alert")).textContent).toContain("no comparison of this version");
    expect(screen.getByRole("button", { name: "Open a comparison…" })).toBeTruthy();
  });
});

describe("figures in words", () => {
  const [pair] = COMPARISON.pairs;

  it("say when a difference is none", () => {
    const said = pair && pairInWords({ ...pair, is_significant: false, p_value_corrected: 0.5 });
    expect(said).toMatch(/^No significant difference between small and large\..*\(p = 0.500\)/);
    const sure = pair && pairInWords({ ...pair, only_first: 20, only_second: 0, p_value_corrected: 0.00001 });
    expect(sure).toMatch(/^small is significantly better than large\..*p < 0.001/);
  });

  it("have one figure for every contestant, and none where nothing was asked", () => {
    const rows = [...accuracyRows(COMPARISON.contestants), ...costRows(COMPARISON.contestants)];
    expect(rows.map(({ figures }) => figures.length)).toEqual(rows.map(() => 2));
    expect(shareInWords({ count: 0, of: 0, share: null, interval: null })).toBe("none of this kind");
  });
});
