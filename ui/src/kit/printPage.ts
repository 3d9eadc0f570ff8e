/** Prints an HTML page that is not shown: in a frame of its own, which is taken away afterwards. */
export function printPage(html: string): Promise<void> {
  return new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.className = "print-frame";
    frame.title = "What is printed";
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
