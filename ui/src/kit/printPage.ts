/** Prints an HTML page that is not shown: in a frame of its own, which is taken away afterwards. */

import { t } from "../language/language";

export function printPage(html: string): Promise<void> {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.className = "print-frame";
    frame.title = t("kit.printed");
    frame.setAttribute("aria-hidden", "true");
    frame.tabIndex = -1;
    frame.addEventListener("load", () => {
      const page = frame.contentWindow;
      page?.addEventListener("afterprint", () => frame.remove());
      page?.focus();
      page?.print();
      resolve();
    });
    frame.srcdoc = html;
    document.querySelector(".print-frame")?.remove();
    document.body.append(frame);
  });
}
