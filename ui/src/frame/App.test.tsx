import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { SAMPLE } from "../backend/fake/document";
import { laidOut } from "../evidence/test_layout";
import { App } from "./App";
import { VIEWS } from "./views";

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
    await user.keyboard("{Control>}8{/Control}");
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
