"""What a person does beside the page: answer native dialogs, drag files from another program.

Keys and pointer are those of the display, so GTK itself is at work.
"""

import subprocess
import time
from pathlib import Path

from stage import Missing
from webdriver import PATIENCE, WebDriverError, wait

# The one that Debian's packages are for; the caller's may be another.
PYTHON = "/usr/bin/python3"
BINDINGS = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('Gdk', '3.0')"
DRAG_SOURCE = Path(__file__).with_name("drag_source.py")
DROP_WORDS = "return document.querySelector('.drop-words')?.innerText"


class Desktop:
    """Hands on the display of a stage, beside a window on it."""

    def __init__(self, stage, window):
        self.stage = stage
        self.window = window

    def do(self, *words):
        """Runs xdotool; returns what it prints."""
        command = ["xdotool", *map(str, words)]
        done = subprocess.run(command, env=self.stage.environment, capture_output=True, text=True, timeout=20 * PATIENCE, check=False)
        return done.stdout.strip()

    def titled(self, title):
        """The window with this title, or nothing."""
        return self.do("search", "--onlyvisible", "--name", f"^{title}$").partition("\n")[0]

    def wait_for(self, title):
        return wait(f"the window {title}", lambda: self.titled(title), 20)

    def choose(self, title, path):
        """Waits for the file dialog with this title, types a path and enters it."""
        self.do("windowfocus", "--sync", self.wait_for(title))

        def enter():
            self.do("key", "ctrl+l", "ctrl+a")
            self.do("type", path)
            self.do("key", "Return")

        self._answer(title, enter)

    def dismiss(self, title):
        """Closes a dialog without a choice."""
        self.do("windowfocus", "--sync", self.wait_for(title))
        self._answer(title, lambda: self.do("key", "Escape"))

    def accept(self, title):
        """Answers a question with the button that acts, which has the focus."""
        self.do("windowfocus", "--sync", self.wait_for(title))
        self._answer(title, lambda: self.do("key", "Return"))

    def _answer(self, title, act):
        """Acts until the dialog is gone: while it looks for files with such a name, it takes no key, and one that is
        still being drawn loses some."""

        def gone():
            if not self.titled(title):
                return True  # what is typed now would go to the window beneath
            act()
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                if not self.titled(title):
                    return True
                time.sleep(0.05)
            return False

        wait(f"the end of the dialog {title}", gone, 20)

    def clipboard(self):
        """The text on the clipboard, as another program gets it."""
        need_gtk()
        read = "from gi.repository import Gdk, Gtk; print(Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD).wait_for_text() or '')"
        program = [PYTHON, "-c", f"{BINDINGS}; {read}"]
        done = subprocess.run(program, env=self.stage.environment, capture_output=True, text=True, timeout=20 * PATIENCE, check=False)
        if done.returncode != 0:
            raise WebDriverError(f"the clipboard cannot be read: {done.stderr}")
        return done.stdout.strip()

    def clipboard_after(self, before):
        """The text on the clipboard, once it is another than before."""

        def changed():
            now = self.clipboard()
            return now if now != before else None

        return wait("another text on the clipboard", changed, 10)

    def drop(self, *paths):
        """Drags files over the window and lets go of them; returns what the window said before, and whether they were
        taken."""
        need_gtk()
        source = self.stage.start([PYTHON, str(DRAG_SOURCE), *map(str, paths)])
        self.wait_for("files")
        self.do("mousemove", 30, 750, "mousedown", 1)
        steps = iter(range(10_000))

        def carried():
            step = next(steps)
            self.do("mousemove", 40 + 10 * min(step, 60), 740 - 5 * min(step, 60) + step % 2)
            return self.window.script(DROP_WORDS)

        said = wait("words on files held over the window", carried, 20)
        self.do("mouseup", 1)
        return said, source.wait(20 * PATIENCE) == 0


def need_gtk():
    bound = [PYTHON, "-c", BINDINGS]
    if not Path(PYTHON).exists() or subprocess.run(bound, capture_output=True, check=False).returncode != 0:
        raise Missing("install these packages first: python3-gi, gir1.2-gtk-3.0")

