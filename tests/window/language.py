"""The real window of a person whose system speaks German. Part of run.py; alone: python3 tests/window/language.py BINARY"""

import subprocess
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace

from stage import Missing, Stage
from webdriver import PATIENCE

TITLES = "return [...document.querySelectorAll('.navigation li .navigation-entry > span:first-of-type')].map((one) => one.innerText)"
GERMAN = ["Dokumente", "Fragen", "Tabelle", "Durchsicht", "Antworttypen", "Modelle", "Vergleich", "Protokoll", "Einstellungen"]


def spoken(home, checks, options):
    """The titles of the views in German."""
    stage = Stage(home / "german", "Adwaita")
    stage.environment.update(german(home))
    with stage:
        window = stage.window(options.binary)
        titles = window.wait("the views", f"const seen = (() => {{ {TITLES} }})(); return seen.length > 0 && seen", 30)
        checks.that("the window speaks German where the system does", titles == GERMAN, titles)
        tongue = window.script("return document.documentElement.lang")
        checks.that("the page says so to a screen reader", tongue == "de", tongue)
        heading = window.script("return document.querySelector('main:not([hidden]) h1')?.innerText")
        checks.that("the view has its German title", heading == "Fragen", heading)
        if options.pictures:
            stage.picture(Path(options.pictures) / "window-german.png")
        window.close()


def german(home):
    """A German locale of this run's own: WebKit asks the C library, which knows only locales that are installed."""
    locales = home / "locales"
    locales.mkdir(parents=True, exist_ok=True)
    made = locales / "de_DE.UTF-8"
    command = ["localedef", "--no-archive", "--inputfile=de_DE", "--charmap=UTF-8", str(made)]
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60 * PATIENCE, check=False)
    except FileNotFoundError:
        raise Missing("localedef is not installed") from None
    if not made.is_dir():
        raise Missing("the locale de_DE is not there to be compiled (package locales)")
    return {"LOCPATH": str(locales), "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LANGUAGE": "de_DE:de"}


class Said:
    def __init__(self):
        self.failed = 0

    def that(self, sentence, truth, seen=None):
        self.failed += not truth
        print(f"{'ok  ' if truth else 'FAIL'} {sentence}{'' if truth else f': {seen!r}'}")


def main():
    binary = sys.argv[1] if len(sys.argv) > 1 else "target/release/attest-desktop"
    said = Said()
    with tempfile.TemporaryDirectory(prefix="attest-german-") as folder:
        spoken(Path(folder), said, SimpleNamespace(binary=str(Path(binary).resolve()), pictures=None))
    return 1 if said.failed else 0


if __name__ == "__main__":
    sys.exit(main())
