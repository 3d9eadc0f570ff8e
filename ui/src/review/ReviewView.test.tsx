import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import type { FakeOptions } from "../backend/fake";
import { SAMPLE } from "../backend/fake/document";
import type { NewReview } from "../backend/wire";
import { laidOut } from "../evidence/test_layout";
import { show } from "../test_workspace";
import { ReviewView } from "./ReviewView";

const user = userEvent.setup();

laidOut();

/** A queue of 8 answers over 16 cells. */
function open(options: FakeOptions = { answered: { documents: 4, questions: 4 } }) {
  const fake = createFakeBackend({ documents: [SAMPLE], ...options });
  const given: NewReview[] = [];
  const give = (review: NewReview) => {
    given.push(review);
    return fake.reviews.give(review);
  };
  const backend = { ...fake, reviews: { ...fake.reviews, give } };
  return { given, backend, ...show(ReviewView, backend, { view: "review" }) };
}

async function turn(): Promise<HTMLElement> {
  const region = await screen.findByRole("region", { name: /^Answer to review/ });
  await within(region).findByRole("button", { name: /^Accept/ });
  return region;
}

describe("the queue", () => {
  it("is empty where nothing waits, and says where answers come from", async () => {
    const { routes } = open({});
    await user.click(await screen.findByRole("button", { name: "Go to Table" }));
    expect(routes).toEqual([{ view: "table" }]);
  });

  it("is worked through by keys alone", async () => {
    const { given } = open();
    await screen.findByText("8 wait, 0 done now");
    const keys = ["a", "r", "n"];
    for (const [index, key] of keys.entries()) {
      const region = await turn();
      await waitFor(() => expect(document.activeElement).toBe(region));
      await user.keyboard(key);
      await waitFor(() => expect(given).toHaveLength(index + 1));
      await screen.findByText(`${7 - index} wait, ${index + 1} done now`);
    }
    expect(given.map(({ verdict }) => verdict)).toEqual(["confirm", "reject", "absent"]);
    expect(given.map(({ reviewer }) => reviewer)).toEqual(["Adaeze", "Adaeze", "Adaeze"]);
    expect(new Set(given.map(({ answer_id }) => answer_id)).size).toBe(3);
  });

  it("goes to the next with Tab, and gives Tab back with Escape", async () => {
    open();
    const list = await screen.findByRole("list", { name: "Answers that wait" });
    const here = () => within(list).getAllByRole("button").findIndex((one) => one.getAttribute("aria-current") === "true");
    await waitFor(() => expect(here()).toBe(0));
    const region = await turn();
    await waitFor(() => expect(document.activeElement).toBe(region));
    await user.keyboard("{Tab}");
    await waitFor(() => expect(here()).toBe(1));
    await turn();
    await user.keyboard("{Escape}{Tab}");
    expect(here()).toBe(1);
    expect(document.activeElement?.tagName).not.toBe("SECTION");
  });

  it("takes a correction with its lines, and refuses what is no value", async () => {
    const { given } = open();
    const region = await turn();
    await waitFor(() => expect(document.activeElement).toBe(region));
    await user.keyboard("e");
    const value = within(region).getByLabelText("The right value, as the document writes it");
    expect(document.activeElement).toBe(value);
    await user.clear(value);
    await user.type(value, "much{Enter}");
    expect((await within(region).findByRole("alert")).textContent).toContain("no value of the type amount");
    await user.clear(value);
    await user.type(value, "GBP 9{Enter}");
    await screen.findByText("7 wait, 1 done now");
    expect(given.at(-1)).toMatchObject({
      verdict: "correct",
      correction: { value: "GBP 9", place: { document_id: SAMPLE.id, line_start: 14, line_end: 14 } },
    });
  });

  it("needs a name, and keeps it", async () => {
    const { given } = open();
    const region = await turn();
    const name = within(region).getByLabelText<HTMLInputElement>("Your name (stands in the record)");
    // The settings come after the view, and the name with them.
    await waitFor(() => expect(name.value).toBe("Adaeze"));
    await user.clear(name);
    await user.type(name, "Ben{Enter}");
    await user.type(within(region).getByLabelText("Why (kept with it)"), "looked");
    await user.click(within(region).getByRole("button", { name: /^Accept/ }));
    await waitFor(() => expect(given[0]).toMatchObject({ reviewer: "Ben", reason: "looked" }));
  });

  it("shows where a second person differs", async () => {
    const { backend } = open();
    const queue = await backend.reviews.queue({ batch_id: null, all: false, second_opinion_of: null, limit: 1 });
    const [first] = queue.entries;
    await backend.reviews.give({ answer_id: first?.answer_id ?? "", verdict: "reject", reviewer: "Ben", reason: "", correction: null });
    await user.click(screen.getByLabelText("Second opinion"));
    const list = await screen.findByRole("list", { name: "Answers that wait" });
    await user.click((await within(list).findByText("Rejected")).closest("button") as HTMLElement);
    const region = await turn();
    expect(await within(region).findByText(/rejected it/)).toBeTruthy();
    await user.click(within(region).getByRole("button", { name: /^Accept/ }));
    await screen.findByText("Accept: recorded; people differ.");
    expect(within(list).getByText("Disputed")).toBeTruthy();
  });
});
