import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { SAMPLE, LETTER_DOCUMENT } from "../backend/fake/document";
import { show } from "../test_workspace";
import { DocumentsView } from "./DocumentsView";

const user = userEvent.setup();

async function about(): Promise<HTMLElement> {
  await user.click(await screen.findByText(SAMPLE.title, { selector: ".document-title" }));
  await user.click(await screen.findByRole("tab", { name: "About" }));
  return screen.findByRole("region", { name: "Tags" });
}

function listed(): string[] {
  return [...document.querySelectorAll(".document-title")].map((one) => one.textContent ?? "");
}

describe("tags of a document", () => {
  it("are given and taken away, shown in its row, and the list is filtered by them", async () => {
    show(DocumentsView, createFakeBackend({ documents: [SAMPLE, LETTER_DOCUMENT] }), { view: "documents" });
    const tags = await about();
    expect(within(tags).getByText(/^None yet\./)).toBeTruthy();
    expect(screen.queryByLabelText("Filter by tag")).toBeNull();
    await user.type(within(tags).getByLabelText("New tag"), "urgent{Enter}");
    expect(await within(tags).findByText("urgent")).toBeTruthy();
    expect(await screen.findByText("Tagged urgent")).toBeTruthy();
    expect(listed()).toEqual(expect.arrayContaining([SAMPLE.title, LETTER_DOCUMENT.title]));

    await user.selectOptions(await screen.findByLabelText("Filter by tag"), "urgent");
    await waitFor(() => expect(listed()).toEqual([SAMPLE.title]));

    await user.click(within(tags).getByRole("button", { name: "Take the tag urgent away" }));
    await waitFor(() => expect(listed()).toHaveLength(2));
    expect(screen.queryByLabelText("Filter by tag")).toBeNull();
    await user.click(await screen.findByRole("button", { name: "Undo" }));
    expect(await within(tags).findByText("urgent")).toBeTruthy();
  });

  it("that cannot be kept say why, and what was written stays", async () => {
    show(DocumentsView, createFakeBackend({ documents: [SAMPLE] }), { view: "documents" });
    const tags = await about();
    const box = within(tags).getByLabelText<HTMLInputElement>("New tag");
    await user.type(box, "a=b{Enter}");
    expect((await within(tags).findByRole("alert")).textContent).toContain("cannot be the name of a tag");
    expect(box.value).toBe("a=b");
  });
});
