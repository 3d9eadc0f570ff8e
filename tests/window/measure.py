#!/usr/bin/env python3
"""How a long PDF reads in the real window, under Xvfb.

    python3 tests/window/measure.py FILE.pdf [--binary target/release/attest-desktop]

Opens the file with the program, jumps to pages and scrolls for four seconds.
Prints seconds, and pictures a second.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

from page import Page
from stage import Stage, lend_models
from webdriver import Window

SHEETS = "[...document.querySelectorAll('main:not([hidden]) .page-sheet')]"
DRAWN = f"return {SHEETS}.some((one) => one.querySelector('img')?.naturalWidth > 100)"
DRAWN_PAGE = f"""
return {SHEETS}.some((one) => one.getAttribute('aria-label').startsWith(`Page ${{arguments[0]}} `)
  && one.querySelector('img')?.naturalWidth > 100);
"""
GO_TO = """
const box = document.querySelector('main:not([hidden]) .page-box input');
Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(box, String(arguments[0]));
box.dispatchEvent(new Event('input', { bubbles: true }));
box.form.requestSubmit();
"""
SCROLL = """
const body = document.querySelector('main:not([hidden]) .evidence-body');
const start = performance.now();
let pictures = 0, last = start, longest = 0;
window.scrolled = null;
(function step(now) {
  pictures += 1;
  longest = Math.max(longest, (now ?? start) - last);
  last = now ?? start;
  body.scrollTop -= 60;
  if (last - start < 4000) requestAnimationFrame(step);
  else window.scrolled = { pictures_a_second: pictures / 4, longest_gap_ms: Math.round(longest) };
})();
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--binary", default="target/release/attest-desktop")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="attest-window-") as home, Stage(home, "Adwaita") as stage:
        lend_models(Path(home))
        started = time.monotonic()
        window = Window(stage.driver_url, str(Path(options.binary).resolve()), [str(options.file.resolve())])
        window.wait("the window", "return document.querySelector('nav')", 60)
        print(f"usable window   {time.monotonic() - started:.2f} s (with WebDriver)")
        page = Page(window)
        listed = "return document.querySelector('[aria-label=\"Documents to ask\"]')?.innerText.includes(arguments[0])"
        window.wait("the import", listed, 600, options.file.name)
        print(f"imported        {time.monotonic() - started:.2f} s")
        page.go("Documents")
        clock = time.monotonic()
        page.open_row(options.file.name)
        window.wait("the first page", DRAWN, 60)
        print(f"first page      {time.monotonic() - clock:.2f} s")
        pages = window.script("return Number(document.querySelector('main:not([hidden]) .page-box').innerText.match(/of ([\\d.,]+)/)[1].replace(/\\D/g, ''))")
        for number in (pages // 2, pages - 1, 2, pages):
            clock = time.monotonic()
            window.script(GO_TO, number)
            window.wait(f"page {number}", DRAWN_PAGE, 60, number)
            print(f"page {number:<10} {time.monotonic() - clock:.2f} s")
        window.script(SCROLL)
        print(f"scrolling       {window.wait('the end of scrolling', 'return window.scrolled', 30)}")
        print(f"pages held      {window.script(f'return {SHEETS}.length')}")
        window.close()


if __name__ == "__main__":
    main()
