import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { SAMPLE } from "../backend/fake/document";
import { laidOut } from "../evidence/test_layout";
import { printPage } from "../kit/printPage";
import { App } from "./App";
import { VIEWS } from "./views";

vi.mock("../kit/printPage", () => ({ printPage: vi.fn(async () => undefined) }));

const user = userEvent.setup();
laidOut();

function currentView(): string | null {
  return screen.getByRole("main").getAttribute("aria-label");
}

describe("the empty window", () => {
  it("says what to do, and the sample is one click away from an answer", async () => {
    render(<App backend={createFakeBackend()} />);
    const start = await screen.findByRole("region", { name: "Getting started" });
    await user.click(within(start).getByRole("button", { name: "Open the sample" }));
    const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Question" });
    await waitFor(() => expect(box.value).toBe("What is the annual premium?"));
    expect(document.activeElement).toBe(box);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: `Ask ${SAMPLE.title}` }).checked).toBe(true);
    await user.keyboard("{Enter}");
    const card = await screen.findByRole("region", { name: "Answer" });
    expect(within(card).getByText("Answered")).toBeTruthy();
    expect(await screen.findByRole("img", { name: /^Citation 1, .*shown now/ })).toBeTruthy();
  });

  it("offers the sample's questions; one click puts one into the box", async () => {
    render(<App backend={createFakeBackend()} />);
    await user.click(await screen.findByRole("button", { name: "Open the sample" }));
    await user.click(await screen.findByRole("button", { name: "What is not insured?" }));
    const box = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Question" });
    expect(box.value).toBe("What is not insured?");
    expect(document.activeElement).toBe(box);
  });

  it("shows why an import failed and what helps", async () => {
    const importFailure = { kind: "document", message: "The file is encrypted.", help: "Save it without a password." };
    render(<App backend={createFakeBackend({ importFailure })} />);
    await user.click(await screen.findByRole("button", { name: "Open the sample" }));
    expect((await screen.findByRole("alert")).textContent).toBe("The file is encrypted.Save it without a password.");
  });
});

describe("navigation", () => {
  it("goes to every view by click and by Ctrl and its number", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await screen.findByRole("textbox", { name: "Question" });
    const views = screen.getByRole("navigation", { name: "Views" });
    for (const [index, { title }] of VIEWS.entries()) {
      await user.click(within(views).getByRole("button", { name: new RegExp(`^${title}`) }));
      expect(currentView()).toBe(title);
      await user.keyboard("{Control>}2{/Control}");
      expect(currentView()).toBe("Ask");
      await user.keyboard(`{Control>}${index + 1}{/Control}`);
      expect(currentView()).toBe(title);
    }
  });

  it("leaves a view as it was", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await user.type(await screen.findByRole("textbox", { name: "Question" }), "What is due?");
    await user.keyboard("{Control>}9{/Control}");
    expect(currentView()).toBe("Settings");
    await user.keyboard("{Control>}2{/Control}");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Question" }).value).toBe("What is due?");
  });

  it("comes to the question by a slash, but not while something is written", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    const box = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Question" });
    screen.getByRole("checkbox", { name: `Ask ${SAMPLE.title}` }).focus();
    box.blur();
    document.body.focus();
    await user.keyboard("/");
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe("");
    await user.keyboard("1/2");
    expect(box.value).toBe("1/2");
  });
});

describe("the command palette", () => {
  it("finds an act by some letters and does it", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await screen.findByRole("textbox", { name: "Question" });
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("searchbox", { name: "Find a command" }), "go to audit");
    await user.keyboard("{Enter}");
    await waitFor(() => expect(currentView()).toBe("Audit"));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("asks one document of several", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await user.click(await screen.findByRole("checkbox", { name: `Ask ${SAMPLE.title}` }));
    await user.keyboard("{Control>}k{/Control}");
    await user.type(await screen.findByRole("searchbox", { name: "Find a command" }), `Ask ${SAMPLE.title}`);
    await user.keyboard("{Enter}");
    await waitFor(() => {
      expect(screen.getByRole<HTMLInputElement>("checkbox", { name: `Ask ${SAMPLE.title}` }).checked).toBe(true);
    });
  });
});

describe("keys that work everywhere", () => {
  it("the help lists them on its last page and says which version this is; Escape closes it", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await user.keyboard("{F1}");
    const help = await screen.findByRole("dialog", { name: "Help" });
    await user.click(within(help).getByRole("button", { name: "Keys and About" }));
    expect(within(help).getByText("Print the evidence report of the answer")).toBeTruthy();
    expect(await within(help).findByText(/^Attest \d/)).toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("Ctrl+Z takes a removal back, but not while something is written", async () => {
    const backend = createFakeBackend({ documents: [SAMPLE] });
    const restore = vi.spyOn(backend.documents, "restore");
    render(<App backend={backend} />);
    await user.keyboard("{Control>}1{/Control}");
    await user.click(await screen.findByRole("rowheader", { name: SAMPLE.title }));
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    await screen.findByText(`Removed ${SAMPLE.title}.`);
    await user.keyboard("{Control>}z{/Control}");
    await screen.findByText(`${SAMPLE.title} is in the list again.`);
    await user.keyboard("{Control>}z{/Control}");
    expect(restore).toHaveBeenCalledTimes(1);
  });

  it("Ctrl+P prints the report of the answer, and says where there is none", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    const box = await screen.findByRole("textbox", { name: "Question" });
    await user.keyboard("{Control>}p{/Control}");
    await screen.findByText(/There is no answer here to print/);
    await user.type(box, "What is the annual premium?{Enter}");
    await screen.findByRole("region", { name: "Answer" });
    await user.keyboard("{Control>}p{/Control}");
    await waitFor(() => expect(vi.mocked(printPage).mock.calls.at(-1)?.[0]).toContain("What is the annual premium?"));
  });

  it("Ctrl with plus, minus and 0 changes the size of text", async () => {
    render(<App backend={createFakeBackend({ documents: [SAMPLE] })} />);
    await screen.findByRole("textbox", { name: "Question" });
    const size = () => document.documentElement.style.fontSize;
    await user.keyboard("{Control>}+{/Control}");
    await waitFor(() => expect(size()).toBe("110%"));
    await user.keyboard("{Control>}+{/Control}");
    await waitFor(() => expect(size()).toBe("125%"));
    await user.keyboard("{Control>}-{/Control}");
    await waitFor(() => expect(size()).toBe("110%"));
    await user.keyboard("{Control>}0{/Control}");
    await waitFor(() => expect(size()).toBe("100%"));
  });
});
