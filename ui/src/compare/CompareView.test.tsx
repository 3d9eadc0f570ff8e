import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
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
    open({ comparisons: { ...createFakeBackend().comparisons, choose: () => Promise.reject(failure) } });
    await user.click(screen.getByRole("button", { name: "Open a comparison…" }));
    expect((await screen.findByRole("alert")).textContent).toContain("no comparison of this version");
    expect(screen.getByRole("button", { name: "Open a comparison…" })).toBeTruthy();
  });
});

/** A service with two models for answers. */
async function twoModels(stepMs = 0): Promise<Backend> {
  const fake = createFakeBackend({ documents: [SAMPLE], stepMs });
  await fake.models.add(() => undefined);
  return fake;
}

/** Two models, the answers that were reviewed, and a folder. */
async function fill(): Promise<void> {
  await user.click(screen.getByRole("button", { name: "New comparison…" }));
  for (const name of ["smollm2-135m-instruct-q4_1", "my-model"]) await user.click(await screen.findByRole("checkbox", { name }));
  await user.click(screen.getByRole("button", { name: "Keep it in…" }));
  await screen.findByText(/answers: 4 questions to each of 2 models/);
}

describe("a comparison made here", () => {
  it("says what is missing, is told while it runs, and is shown when it is done", async () => {
    const fake = await twoModels(40);
    const compared = vi.spyOn(fake.comparisons, "compare");
    show(CompareView, fake, { view: "compare" });
    await user.click(screen.getByRole("button", { name: "New comparison…" }));
    const start = screen.getByRole<HTMLButtonElement>("button", { name: "Compare" });
    expect(start.disabled).toBe(true);
    expect(screen.getByText("Tick two models at least.")).toBeTruthy();
    await user.click(await screen.findByRole("checkbox", { name: "smollm2-135m-instruct-q4_1" }));
    expect(screen.getByText("Tick two models at least.")).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: "my-model" }));
    expect(screen.getByText("Choose a folder to keep it in.")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: /A file of cases/ }));
    expect(screen.getByText("Choose where the questions come from.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Choose a file…" }));
    expect(await screen.findByText("cases.jsonl: 6 questions on 2 documents")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Keep it in…" }));
    expect(await screen.findByText("12 answers: 6 questions to each of 2 models.")).toBeTruthy();
    await user.click(start);
    expect(await screen.findByText(/\d of 12 answers · /)).toBeTruthy();
    await screen.findByText(/large is significantly better than small/);
    expect(compared.mock.calls[0]?.[0]).toMatchObject({ cases_file: "/home/adaeze/cases.jsonl", folder: "/home/adaeze/comparison", as_shipped: false });
    expect(compared.mock.calls[0]?.[0].models).toHaveLength(2);
  });

  it("is cancelled, keeps what was chosen, and says when it failed", async () => {
    const fake = await twoModels(60);
    show(CompareView, fake, { view: "compare" });
    await fill();
    await user.click(screen.getByRole("button", { name: "Compare" }));
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await screen.findByText(/^Cancelled\. What is answered is kept/)).toBeTruthy();
    vi.spyOn(fake.comparisons, "compare").mockRejectedValue({ kind: "input", message: "x holds a comparison of something else.", help: "Choose another folder." });
    await user.click(screen.getByRole("button", { name: "Compare" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Choose another folder.");
  });

  it("needs two models that are there", async () => {
    const fake = createFakeBackend({ documents: [SAMPLE] });
    const { routes } = show(CompareView, { ...fake, models: { ...fake.models, list: async () => [] } }, { view: "compare" });
    await user.click(screen.getByRole("button", { name: "New comparison…" }));
    await user.click(await screen.findByRole("button", { name: "Go to Models" }));
    expect(routes).toEqual([{ view: "models" }]);
  });

  it("is decided without names, by keys, before it is shown", async () => {
    const fake = await twoModels();
    const decided = vi.spyOn(fake.comparisons, "decide");
    show(CompareView, fake, { view: "compare" });
    await fill();
    await user.click(screen.getByRole("checkbox", { name: /^First choose between the answers/ }));
    await user.click(screen.getByRole("button", { name: "Compare" }));
    const blind = await screen.findByRole("region", { name: "Choose without names" });
    const head = await within(blind).findByRole("heading", { name: "What is the annual premium?" });
    await waitFor(() => expect(document.activeElement).toBe(head));
    expect(blind.textContent).not.toMatch(/small|large/);
    expect(screen.queryByRole("region", { name: "Comparison" })).toBeNull();
    await user.keyboard("a");
    await within(blind).findByRole("heading", { name: "Who is the broker?" });
    await user.keyboard("n");
    await within(blind).findByText("All 2 pairs are decided.");
    expect(decided.mock.calls.map(([, number, choice]) => [number, choice])).toEqual([[1, "a"], [2, "neither"]]);
    await user.click(within(blind).getByRole("button", { name: "Show the comparison" }));
    const table = await screen.findByRole("table", { name: "Chosen without names" });
    expect(within(table).getByText("+120 (−40 to +260)")).toBeTruthy();
    expect(within(table).getByText("won 1, lost 0, tied 1")).toBeTruthy();
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
