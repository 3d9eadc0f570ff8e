/** A window for every test, and the acts that many tests share. */

import { AxeBuilder } from "@axe-core/playwright";
import { chromium } from "playwright-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, inject } from "vitest";

export const VIEWS = ["Documents", "Ask", "Table", "Review", "Answer types", "Models", "Compare", "Audit", "Settings"] as const;
export type ViewTitle = (typeof VIEWS)[number];

export const WIDE = { width: 1280, height: 800 };
export const COMPACT = { width: 1024, height: 768 };
export const LARGE = { width: 1920, height: 1080 };
export const NARROW = { width: 900, height: 700 };

/** The policy of the real window (`src-tauri/tauri.conf.json`), without its IPC. */
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";

let browser: Browser;

/** A suite in the browser; skipped where there is none. */
export function inBrowser(name: string, suite: () => void): void {
  describe.skipIf(inject("address") === "")(name, () => {
    beforeAll(async () => {
      browser = await chromium.connect(inject("endpoint"));
    });
    afterAll(async () => {
      await browser.close();
    });
    suite();
  });
}

/** Opens a fresh window, does something with it, closes it; errors of the page end the test. */
export async function inWindow(options: BrowserContextOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: WIDE, locale: "en-GB", timezoneId: "UTC", ...options });
  const errors: Error[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(8_000);
    page.on("pageerror", (error) => errors.push(error));
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(new Error(message.text()));
    });
    await page.addInitScript(hurry);
    await underPolicy(page);
    await page.goto(inject("address"));
    await page.getByRole("navigation", { name: "Views" }).waitFor();
    await act(page);
  } finally {
    await context.close();
  }
  if (errors[0]) throw errors[0];
}

/** The fake backend pauses 250 ms at every step (`backend/open.ts`), for people to see them. */
function hurry(): void {
  const wait = window.setTimeout;
  const pace = window as unknown as { step?: number };
  const hurried = (act: () => void, milliseconds = 0): number =>
    wait(act, milliseconds === 250 ? (pace.step ?? 20) : milliseconds);
  window.setTimeout = hurried as typeof window.setTimeout;
}

/** From now on every step of the fake backend takes seconds, so that a long act can be looked at. */
export async function slowly(page: Page): Promise<void> {
  await page.evaluate(() => {
    (window as unknown as { step?: number }).step = 3_000;
  });
}

async function underPolicy(page: Page): Promise<void> {
  await page.route(inject("address"), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": POLICY } });
  });
}

export async function goTo(page: Page, view: ViewTitle): Promise<void> {
  await page.keyboard.press(`Control+${VIEWS.indexOf(view) + 1}`);
  await page.getByRole("main", { name: view }).waitFor();
}

/** What axe finds, one line each; none is good. Without `colours` texts are not compared with their ground. */
export async function violations(page: Page, colours = true): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"])
    .disableRules(colours ? [] : ["color-contrast"])
    // Without the second page that frames of other origins would need.
    .setLegacyMode()
    .analyze();
  // Around an open list of a field React Aria hides everything from screen readers; Tab closes the list before it leaves
  // the field, which a test of the keyboard shows, so what is hidden is never reached.
  const listed = (await page.locator("[role=combobox][aria-expanded=true]").count()) > 0;
  const around = ["aria-hidden-focus", "page-has-heading-one", "region"];
  return found.filter(({ id }) => !(listed && around.includes(id))).flatMap(({ id, nodes }) =>
    nodes
      // The cursor keys of a field move in these and scroll them.
      .filter(({ html }) => !(id === "scrollable-region-focusable" && /palette-menu|cm-ac-/.test(html)))
      .map(({ target, failureSummary }) => `${id} ${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}

/** Texts that cannot be told from their ground. */
export async function pale(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withRules(["color-contrast"])
    .setLegacyMode()
    .analyze();
  return found.flatMap(({ nodes }) =>
    nodes.map(({ target, failureSummary }) => `${target.join(" ")}: ${failureSummary ?? ""}`),
  );
}

/** The words and name of what has the focus. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (!element || element === document.body) return "";
    return (
      element.getAttribute("aria-label") ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      ""
    );
  });
}

/** Presses Tab until this has the focus; the number of presses, or an error. */
export async function tabTo(page: Page, name: RegExp, most = 60): Promise<number> {
  for (let presses = 0; presses <= most; presses += 1) {
    if (name.test(await focused(page))) return presses;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${name} is not reached by ${most} presses of Tab`);
}
