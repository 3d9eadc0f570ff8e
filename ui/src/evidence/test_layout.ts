/** jsdom lays nothing out; the viewer needs a size and pictures to show pages at all. */

import { beforeEach, vi } from "vitest";


export const VIEWER = { width: 632, height: 900 };
const ROW = 24;

export function laidOut(): void {
  beforeEach(() => {
    const isBody = (element: HTMLElement) => ["evidence-body", "sheet", "queue"].some((name) => element.classList.contains(name));
    vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockImplementation(function (this: HTMLElement) {
      if (isBody(this)) return VIEWER.height;
      return ROW * Math.max(1, this.querySelectorAll("tr").length);
    });
    vi.spyOn(HTMLElement.prototype, "offsetWidth", "get").mockReturnValue(VIEWER.width);
    vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(VIEWER.height);
    vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(VIEWER.width);
    Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
      if (typeof options === "object") this.scrollTop = options.top ?? 0;
    };
    URL.createObjectURL = () => "blob:page";
    URL.revokeObjectURL = () => undefined;
  });
}
