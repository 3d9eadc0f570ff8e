import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { createFakeBackend } from "../backend/fake";
import { App } from "../frame/App";
import { VIEWS } from "../frame/views";
import { CONTENTS, FILE_NAMES, linkedPage, pageOf, PAGES } from "./pages";

const user = userEvent.setup();

describe("the manual", () => {
  it("lists every file, each with a title and a line about it", () => {
    expect(PAGES.map(({ name }) => name).sort()).toEqual([...FILE_NAMES].sort());
    for (const { name, title, about, text } of PAGES) {
      expect(text.startsWith("# "), name).toBe(true);
      expect(title.length, name).toBeGreaterThan(2);
      expect(about.length, name).toBeGreaterThan(5);
    }
  });

  it("has a page for every view", () => {
    expect(VIEWS.map(({ view }) => pageOf(view))).toEqual(VIEWS.map(({ view }) => view));
  });

  it("has no link that leads nowhere", () => {
    const links = PAGES.flatMap(({ text }) => [...text.matchAll(/\]\(([^)]*)\)/g)].map(([, href = ""]) => href));
    expect(links.length).toBeGreaterThan(PAGES.length);
    expect(links.filter((href) => linkedPage(href) === null)).toEqual([]);
    expect(linkedPage("https://example.org/ask.md")).toBeNull();
    expect(linkedPage("nothing.md")).toBeNull();
  });
});

describe("help in the window", () => {
  it("opens with F1 at the view's page, follows links, and goes with F1", async () => {
    render(<App backend={createFakeBackend()} />);
    await user.click(await screen.findByRole("button", { name: /^Audit/ }));
    await user.keyboard("{F1}");
    const help = await screen.findByRole("dialog", { name: "Help" });
    expect(within(help).getByRole("heading", { name: "Audit" })).toBeTruthy();
    await user.click(within(help).getByRole("button", { name: "First steps" }));
    expect(await within(help).findByRole("heading", { name: "First steps" })).toBeTruthy();
    await user.click(within(help).getByRole("link", { name: "How to read an answer" }));
    expect(await within(help).findByRole("heading", { name: "How to read an answer" })).toBeTruthy();
    expect(within(help).getByRole("table")).toBeTruthy();
    await user.keyboard("{F1}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Help" })).toBeNull());
  });

  it("opens from the view's head and from the palette, and closes with Escape", async () => {
    render(<App backend={createFakeBackend()} />);
    await user.click(await screen.findByRole("button", { name: "Help on Ask" }));
    expect(within(await screen.findByRole("dialog", { name: "Help" })).getByRole("heading", { name: "Ask" })).toBeTruthy();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Help" })).toBeNull());
    await user.keyboard("{Control>}k{/Control}");
    await user.keyboard("formats and versions{Enter}");
    const help = await screen.findByRole("dialog", { name: "Help" });
    expect(within(help).getByRole("heading", { name: "Formats and versions" })).toBeTruthy();
    expect(PAGES[0]?.name).toBe(CONTENTS);
  });
});
