import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, SAMPLE } from "../backend/fake/document";
import { DocumentsView } from "../document/DocumentsView";
import { show } from "../test_workspace";
import { isWhole, partsOf, periodOf } from "./period";

const user = userEvent.setup();

function open(change: (backend: Backend) => void = () => undefined): Backend {
  const backend = createFakeBackend({ documents: [SAMPLE, LETTER_DOCUMENT] });
  change(backend);
  show(DocumentsView, backend, { view: "documents" });
  return backend;
}

async function panel(): Promise<HTMLElement> {
  await user.click(await screen.findByRole("button", { name: "Keep and erase…" }));
  return screen.findByRole("region", { name: "Keep and erase" });
}

async function holds(title: string): Promise<HTMLElement> {
  await user.click(await screen.findByText(title, { selector: ".document-title" }));
  const pane = await screen.findByRole("region", { name: title });
  await user.click(within(pane).getByRole("tab", { name: /^About/ }));
  return within(pane).findByRole("region", { name: "Holds" });
}

describe("a hold", () => {
  it("needs a reason, is shown with the name, and ends for a reason", async () => {
    open();
    const over = await holds(SAMPLE.title);
    expect(await within(over).findByText(/^Nothing holds it/)).toBeTruthy();
    await user.click(within(over).getByRole("button", { name: "Hold…" }));
    const reason = within(over).getByLabelText("Reason");
    expect(document.activeElement).toBe(reason);
    expect(within(over).getByLabelText<HTMLInputElement>("Your name").value).toBe("Adaeze");
    await user.click(within(over).getByRole("button", { name: "Hold it" }));
    expect(within(over).getByRole("alert").textContent).toMatch(/^Write why/);
    expect(reason.getAttribute("aria-invalid")).toBe("true");
    await user.type(reason, "A lawsuit");
    await user.click(within(over).getByRole("button", { name: "Hold it" }));
    expect(await within(over).findByText("A lawsuit")).toBeTruthy();
    expect(within(over).getByText(/^Held since .* by Adaeze$/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(within(over).getByRole("button", { name: "Hold…" })));

    await user.click(within(over).getByRole("button", { name: "End this hold…" }));
    await user.type(within(over).getByLabelText("Reason"), "It is settled");
    await user.click(within(over).getByRole("button", { name: "End the hold" }));
    expect(await within(over).findByText(/^Nothing holds it/)).toBeTruthy();
    expect(screen.getByText("The hold is ended.")).toBeTruthy();
  });

  it("that is refused says why and keeps what was written", async () => {
    open((backend) => {
      backend.keeping.hold = async () => {
        throw { kind: "vault", message: "The disk is full.", help: "Free some space." };
      };
    });
    const over = await holds(SAMPLE.title);
    await user.click(within(over).getByRole("button", { name: "Hold…" }));
    await user.type(within(over).getByLabelText("Reason"), "A lawsuit");
    await user.click(within(over).getByRole("button", { name: "Hold it" }));
    expect((await within(over).findByRole("alert")).textContent).toContain("The disk is full.");
    expect(within(over).getByLabelText<HTMLTextAreaElement>("Reason").value).toBe("A lawsuit");
  });
});

describe("periods of retention", () => {
  it("are set, list what is past them, and erase only when asked", async () => {
    const backend = open();
    const keep = await panel();
    expect(await within(keep).findByText("Nothing is past its period.")).toBeTruthy();
    const documents = within(keep).getByRole("group", { name: /^Documents/ });
    await user.selectOptions(within(documents).getByLabelText("Unit"), "years");
    await user.type(within(documents).getByLabelText("Number"), "ten");
    await user.click(within(keep).getByRole("button", { name: "Set the periods" }));
    expect(within(keep).getByRole("alert").textContent).toMatch(/^Write a whole number/);
    expect((await backend.keeping.state()).documents).toBeNull();
    await user.clear(within(documents).getByLabelText("Number"));
    await user.type(within(documents).getByLabelText("Number"), "10");
    await user.click(within(keep).getByRole("button", { name: "Set the periods" }));
    const due = await within(keep).findByRole("list", { name: "Past their period" });
    expect((await backend.keeping.state()).documents).toBe("10y");
    expect(within(due).getByText(SAMPLE.title)).toBeTruthy();
    expect(await backend.documents.list()).toHaveLength(2);

    await user.click(within(keep).getByRole("button", { name: "Erase what is past its period…" }));
    const sure = await screen.findByRole("alertdialog");
    await user.click(within(sure).getByRole("button", { name: "Erase for good" }));
    expect(await screen.findByText("1 erased; held and left: 0.")).toBeTruthy();
    expect((await backend.documents.list()).map(({ id }) => id)).toEqual([LETTER_DOCUMENT.id]);
    expect(await within(keep).findByText("Nothing is past its period.")).toBeTruthy();
  });

  it("leave what is held, and offer nothing to erase then", async () => {
    const backend = open();
    await backend.keeping.hold({ what: "document", id: SAMPLE.id }, { reason: "A lawsuit", by: "" });
    await backend.keeping.setRetention("10y", null);
    const keep = await panel();
    expect(await within(keep).findByText("Held, and stays")).toBeTruthy();
    expect(within(keep).queryByRole("button", { name: "Erase what is past its period…" })).toBeNull();
  });
});

describe("removed documents", () => {
  it("are listed with what holds them, and can be erased", async () => {
    const backend = open();
    await backend.keeping.hold({ what: "document", id: SAMPLE.id }, { reason: "A lawsuit", by: "" });
    await backend.documents.remove(SAMPLE.id);
    const keep = await panel();
    const removed = await within(keep).findByRole("region", { name: "Removed documents" });
    await user.click(await within(removed).findByText(SAMPLE.title));
    expect(within(removed).getByText("Held", { exact: true })).toBeTruthy();
    expect(within(removed).getByText("A lawsuit")).toBeTruthy();
    await user.click(within(removed).getByRole("button", { name: `Erase ${SAMPLE.title}…` }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Erase for good" }));
    expect(await within(keep).findByText("No removed document is kept.")).toBeTruthy();
  });
});

describe("a period", () => {
  it("is read and written as the service does", () => {
    for (const period of ["90d", "18m", "10y", null]) expect(periodOf(partsOf(period))).toBe(period);
    expect(periodOf({ count: " 007 ", unit: "d" })).toBe("7d");
    const wrong = ["", "0", "-1", "1.5", "ten", "65536", "100000"];
    expect(wrong.filter((count) => isWhole({ count, unit: "d" }))).toEqual([]);
    expect(isWhole({ count: "65535", unit: "y" })).toBe(true);
    expect(isWhole({ count: "", unit: "none" })).toBe(true);
  });
});
