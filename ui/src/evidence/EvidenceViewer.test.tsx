import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { describe, expect, it, vi } from "vitest";
import type { Backend } from "../backend/backend";
import { createFakeBackend } from "../backend/fake";
import { LETTER_DOCUMENT, lineWith, SAMPLE } from "../backend/fake/document";
import { LONG_DOCUMENT, PICTURE_PAGE, SHEET_DOCUMENT } from "../backend/fake/long_document";
import { WorkspaceContext } from "../frame/workspace";
import type { Workspace } from "../frame/workspace";
import { EvidenceViewer } from "./EvidenceViewer";
import type { Cited } from "./EvidenceViewer";
import { laidOut } from "./test_layout";

const user = userEvent.setup();
laidOut();

function backendWithAll(): Backend {
  return createFakeBackend({ documents: [SAMPLE, LETTER_DOCUMENT, LONG_DOCUMENT, SHEET_DOCUMENT] });
}

function framed(backend: Backend, view: ReactNode): ReactNode {
  return <WorkspaceContext.Provider value={{ backend } as Workspace}>{view}</WorkspaceContext.Provider>;
}

function body(): HTMLElement {
  return screen.getByRole("region", { name: /^Text of/ });
}

function citedAt(words: string, label: string, quote: string | null = words): Cited {
  const { number } = lineWith(words);
  return { first: number, last: number, quote, label };
}

/** The number in a length of the style. */
function pixels(element: HTMLElement, side: "left" | "top" | "width" | "height"): number {
  return Number.parseFloat(element.style[side]);
}

describe("a drawn document", () => {
  const cited = [citedAt("1,284.50", "1"), citedAt("GBP 420,000", "2")];

  it("has a frame around the cited lines, where they stand on the page", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={SAMPLE.id} cited={cited} active={0} />));
    const frame = await screen.findByRole("img", { name: /^Citation 1, line 14, shown now/ });
    const bounds = lineWith("1,284.50").bounds;
    const scale = (632 - 32) / 595;
    expect(pixels(frame, "left")).toBeCloseTo(((bounds?.left ?? 0) - 3) * scale, 3);
    expect(pixels(frame, "top")).toBeCloseTo(((bounds?.top ?? 0) - 3) * scale, 3);
    expect(pixels(frame, "height")).toBeCloseTo(20 * scale, 3);
    expect(screen.getByRole("img", { name: "Citation 2, line 13" }).classList).not.toContain("active");
  });

  it("marks the quoted words in its text, and only them", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={SAMPLE.id} cited={cited} active={0} />));
    await waitFor(() => expect(document.querySelector("mark.active-quote")?.textContent).toBe("1,284.50"));
    expect(document.querySelector("mark.quote")?.textContent).toBe("GBP 420,000");
  });

  it("moves when another citation is the active one", async () => {
    const backend = backendWithAll();
    const later = [citedAt("Sample Household", "1"), citedAt("1 April 2025", "2")];
    const { rerender } = render(framed(backend, <EvidenceViewer documentId={SAMPLE.id} cited={later} active={0} />));
    await screen.findByRole("img", { name: /Citation 1.*shown now/ });
    const before = body().scrollTop;
    rerender(framed(backend, <EvidenceViewer documentId={SAMPLE.id} cited={later} active={1} />));
    await waitFor(() => expect(body().scrollTop).toBeGreaterThan(before + 842));
  });

  it("shows the same lines as text on request, with what was cited said in words", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={SAMPLE.id} cited={cited} active={0} />));
    await user.click(await screen.findByRole("button", { name: "Lines" }));
    await waitFor(() => expect(document.querySelector(".line.active")?.textContent).toMatch(/^14cited 1The annual premium/));
  });
});

describe("a document of 500 pages", () => {
  it("opens with the pages in sight only", async () => {
    const backend = backendWithAll();
    const lines = vi.spyOn(backend.documents, "lines");
    const picture = vi.spyOn(backend.documents, "picture");
    render(framed(backend, <EvidenceViewer documentId={LONG_DOCUMENT.id} />));
    await screen.findByRole("article", { name: "Page 1 of 500, printed i" });
    expect(screen.getAllByRole("article").length).toBeLessThan(5);
    await waitFor(() => expect(picture).toHaveBeenCalled());
    expect(picture.mock.calls.length).toBeLessThan(5);
    for (const [, first, last] of lines.mock.calls) expect(last - first).toBeLessThan(1000);
  });

  it("goes to a page by its number, within the document", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={LONG_DOCUMENT.id} />));
    const box = await screen.findByLabelText("Go to page");
    await user.clear(box);
    await user.type(box, "437{Enter}");
    fireEvent.scroll(body());
    expect(await screen.findByRole("article", { name: "Page 437 of 500" })).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Go to page").value).toBe("437"));
  });

  it("goes to a page by what is printed on it, and says both", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={LONG_DOCUMENT.id} />));
    const box = await screen.findByLabelText("Go to page");
    expect(screen.getByText(/printed “i”/)).toBeTruthy();
    await user.clear(box);
    await user.type(box, "iv{Enter}");
    fireEvent.scroll(body());
    expect(await screen.findByRole("article", { name: "Page 4 of 500, printed iv" })).toBeTruthy();
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("Go to page").value).toBe("4"));
  });

  it("says of a page that is a picture that it holds no text", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={LONG_DOCUMENT.id} focusLine={(PICTURE_PAGE - 1) * 40} />));
    await waitFor(() => expect(document.querySelector(".evidence-body")?.scrollTop).toBeGreaterThan(3000));
    fireEvent.scroll(body());
    const page = await screen.findByRole("article", { name: `Page ${PICTURE_PAGE} of 500` });
    expect(within(page).getByRole("note").textContent).toContain("holds no text");
  });
});

describe("finding words", () => {
  it("counts the lines, moves with Enter and Shift+Enter, and marks the one in sight", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={SAMPLE.id} />));
    const box = await screen.findByLabelText("Find in this document");
    await user.type(box, "premium");
    expect(await screen.findByText("1 of 3 lines")).toBeTruthy();
    expect(document.querySelector("mark.active-found")?.closest("[data-line]")?.getAttribute("data-line")).toBe("14");
    await user.keyboard("{Enter}");
    expect(screen.getByText("2 of 3 lines")).toBeTruthy();
    await user.keyboard("{Shift>}{Enter}{Enter}{/Shift}");
    expect(screen.getByText("3 of 3 lines")).toBeTruthy();
  });

  it("says when there are none, and Ctrl+F comes to the box", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={SAMPLE.id} />));
    const box = await screen.findByLabelText("Find in this document");
    await user.keyboard("{Control>}f{/Control}");
    expect(document.activeElement).toBe(box);
    await user.type(box, "zebra");
    expect(await screen.findByText("Not found")).toBeTruthy();
  });
});

describe("a document without drawn pages", () => {
  it("that is a sheet is a table with the lines of its rows", async () => {
    const cited = [{ first: 4, last: 4, quote: null, label: "1" }];
    render(framed(backendWithAll(), <EvidenceViewer documentId={SHEET_DOCUMENT.id} cited={cited} active={0} />));
    await screen.findAllByRole("columnheader", { name: "Paid (GBP)" });
    const row = document.querySelector('tr[data-line="4"]');
    expect([...(row?.querySelectorAll(".active") ?? [])].map((cell) => cell.textContent)).toEqual([
      "C-1001",
      "2025-02-15",
      "Storm",
      "112.50",
    ]);
    expect(row?.querySelector("td:last-child")?.classList).toContain("figure");
    expect(document.querySelectorAll("tr").length).toBeLessThan(400);
  });

  it("that is a mail shows its head apart", async () => {
    render(framed(backendWithAll(), <EvidenceViewer documentId={LETTER_DOCUMENT.id} />));
    await screen.findByText("From:");
    const head = [...document.querySelectorAll(".mail-heading b")].map((name) => name.textContent?.trim());
    expect(head).toEqual(["From:", "To:", "Date:", "Subject:"]);
  });

  it("that is gone says so", async () => {
    render(framed(createFakeBackend(), <EvidenceViewer documentId="gone" />));
    expect((await screen.findByRole("alert")).textContent).toContain("There is no such document");
  });
});
