/** What axe does not measure: sizes of text, names of controls, what goes out of sight. */

import type { Page } from "playwright-core";

const SMALLEST = 12;

/** Texts in sight that are smaller than 12 px at this size of text. */
export function smallText(page: Page): Promise<string[]> {
  return page.evaluate((smallest) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !element.checkVisibility()) continue;
      const { fontSize, color } = getComputedStyle(element);
      // The text over a drawn page is there to be selected; the page is seen.
      const unseen = color.endsWith(", 0)");
      const size = Number.parseFloat(fontSize);
      if (size < smallest && !unseen) found.push(`${size}px: ${node.textContent.trim().slice(0, 40)}`);
    }
    return found;
  }, SMALLEST);
}

/** Controls in sight that have no name in the accessibility tree. */
export async function nameless(page: Page): Promise<string[]> {
  const tree = await page.locator("body").ariaSnapshot();
  const control =
    /^\s*- (button|link|textbox|searchbox|combobox|checkbox|radio|slider|spinbutton|switch|tab|option|menuitem|listbox|menu|dialog)(\s\[.*\])?:?$/;
  return tree.split("\n").filter((line) => control.test(line));
}

/** What can be scrolled sideways, but for what is wider than a window by nature: code, tables, pages. */
export function sidewaysRegions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => element.checkVisibility() && /auto|scroll/.test(getComputedStyle(element).overflowX))
      .filter(
        (element) => element.scrollWidth > element.clientWidth + 1 && !element.matches("textarea, pre, .cm-scroller, [role=grid]"),
      )
      .filter((element) => !element.querySelector("table, [role=grid], pre, article"))
      .map((element) => `${element.className} scrolls ${element.scrollWidth - element.clientWidth} px sideways`),
  );
}

/** How far the page can be scrolled sideways, in px. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return Math.max(scrollWidth - clientWidth, document.body.scrollWidth - document.body.clientWidth);
  });
}

/** Controls that cannot be brought into sight: the window or an edge without a scroll bar cuts them off. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      "button, input, select, textarea, summary, a[href], [contenteditable=true]",
    );
    /** Scrolling moves what hides its overflow too, though no person can. */
    const pushed = (element: Element): boolean => {
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        const moved =
          (overflowX === "hidden" && around.scrollLeft > 1) || (overflowY === "hidden" && around.scrollTop > 1);
        if (moved) around.scrollTo(0, 0);
        if (moved) return true;
      }
      return false;
    };
    /** There for screen readers only: in a box of one picture element. */
    const spoken = (element: Element | null): boolean =>
      element !== null &&
      ((element.clientWidth <= 1 && getComputedStyle(element).overflow === "hidden") ||
        spoken(element.parentElement));
    const lost = (element: HTMLElement): boolean => {
      element.scrollIntoView({ block: "nearest", inline: "nearest" });
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0 || spoken(element)) return false;
      return pushed(element) || left < -1 || right > innerWidth + 1 || bottom < 8 || top > innerHeight - 8;
    };
    return [...controls]
      .filter((element) => element.checkVisibility() && lost(element))
      .map(
        (element) =>
          element.getAttribute("aria-label") ?? (element.textContent?.trim() || element.outerHTML.slice(0, 80)),
      );
  });
}

/** What moves by itself or would glide; a bar of progress without an end may. */
export function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => {
        const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
        const glides = transitionDuration.split(",").some((duration) => Number.parseFloat(duration) > 0);
        return (animationName !== "none" || glides || scrollBehavior === "smooth") && element.tagName !== "PROGRESS";
      })
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`),
  );
}

/** What stands over the right edge of a region, or makes it scroll sideways. */
export function overEdge(page: Page, region: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const around = document.querySelector(selector);
    if (!around) return [`there is no ${selector}`];
    const edge = around.getBoundingClientRect().left + around.clientWidth;
    const over = [...around.querySelectorAll("*")]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > edge + 1)
      .map((element) => `${element.tagName.toLowerCase()}: ${Math.round(element.getBoundingClientRect().right - edge)} px over the edge`);
    const wider = around.scrollWidth - around.clientWidth;
    return wider > 0 ? [...over, `${selector} scrolls ${wider} px sideways`] : over;
  }, region);
}
