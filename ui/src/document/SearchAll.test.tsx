import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { lineWith, SAMPLE } from "../backend/fake/document";
import { laidOut } from "../evidence/test_layout";
import { show } from "../test_workspace";
import { DocumentsView } from "./DocumentsView";

const user = userEvent.setup();
laidOut();

describe("the search in all documents", () => {
  it("lists lines, and a hit opens its document at the line, framed", async () => {
    show(DocumentsView, createFakeBackend({ documents: [SAMPLE] }), { view: "documents" });
    await user.type(await screen.findByLabelText("Search in all documents"), "annual premium");
    const lines = await screen.findByRole("list", { name: /^Lines with these words/ });
    const { number, page } = lineWith("1,284.50");
    const place = `${SAMPLE.title}, page ${page}, line ${number}`;
    await user.click(within(lines).getByRole("button", { name: new RegExp(place) }));
    expect(await screen.findByRole("region", { name: SAMPLE.title })).toBeTruthy();
    expect(await screen.findByRole("img", { name: `Found •, line ${number}, shown now` })).toBeTruthy();
    await user.clear(screen.getByLabelText("Search in all documents"));
    expect(await screen.findByRole("grid")).toBeTruthy();
  });

  it("says when nothing is found, and when too little is written", async () => {
    show(DocumentsView, createFakeBackend({ documents: [SAMPLE] }), { view: "documents" });
    const field = await screen.findByLabelText("Search in all documents");
    await user.type(field, "zz");
    expect(screen.getByText("Write at least 3 letters.")).toBeTruthy();
    await user.type(field, "zzz");
    expect(await screen.findByText(/^No document has these words/)).toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("grid")).toBeTruthy());
  });
});
