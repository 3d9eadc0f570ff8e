"""What the window does not let a page do, the walls around its processes, and a start without a display."""

import os
import subprocess
from pathlib import Path

from desktop import Desktop
from page import Page
from stage import Stage
from webdriver import PATIENCE

IMPORT = """
const { invoke } = window.__TAURI_INTERNALS__;
const refused = (error) => error.kind ?? String(error);
return invoke("import_documents", { paths: [arguments[0]], metadata: {}, onProgress: "__CHANNEL__:7" }).then(() => "imported", refused);
"""
SETTINGS = """
const { invoke } = window.__TAURI_INTERNALS__;
const refused = (error) => error.kind ?? String(error);
return invoke("settings").then((kept) => invoke("change_settings", { settings: { ...kept, policy_file: arguments[0] } })).then(() => "kept", refused);
"""
ERASE = """
const { invoke } = window.__TAURI_INTERNALS__;
invoke("list_documents").then(([first]) => invoke("erase_document", { id: first.id })).catch((error) => { window.refused = error.kind; });
"""


def guard(home, checks, options):
    home = home / "guard"
    (home / "given").mkdir(parents=True)
    given = home / "given" / "lease.txt"
    given.write_text("The lease ends on 30 June 2031.\n")
    other = home / "secret.txt"
    other.write_text("The code is 4711.\n")
    with Stage(home, "Adwaita") as stage:
        window = stage.window(options.binary, [str(given)])
        page = Page(window)
        page.wait_for_documents(given.name)
        walled(checks, Path(options.binary).name)
        told = window.script(IMPORT, str(other))
        checks.that("a file that only the page names is not imported", told == "not_given", told)
        told = window.script(IMPORT, str(given.parent / ".." / other.name))
        checks.that("nor by way of one that was given", told == "not_given", told)
        told = window.script(SETTINGS, str(other))
        checks.that("nor is it taken for a policy", told == "not_given", told)
        window.script(ERASE)
        Desktop(stage, window).dismiss("Erase a document")
        told = window.wait("the refusal", "return window.refused", 10)
        checks.that("a page alone erases nothing", told == "cancelled", told)
        checks.that("what was given is still there", page.wait_for_documents(given.name) == [given.name])
        window.close()
    for display in ("", ":4711"):
        environment = {**os.environ, "ATTEST_HOME": str(home / "none"), "DISPLAY": display}
        environment.pop("WAYLAND_DISPLAY", None)
        run = subprocess.run([options.binary], env=environment, capture_output=True, text=True, timeout=60 * PATIENCE, check=False)
        words = run.stderr
        plain = words.startswith("error: the window could not be opened") and "panicked" not in words
        checks.that(f"without a display ({display or 'none'}) that is said, and no panic", plain and run.returncode == 3, (run.returncode, words))


def walled(checks, name):
    """Every process of the window stands behind the wall: its own, and those of WebKit."""
    children = {}
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        except OSError:
            continue
        children.setdefault(fields["PPid"], []).append((fields["Pid"], fields))
    roots = [(pid, fields) for of in children.values() for pid, fields in of if fields["Name"] == name[:15]]
    below = list(roots)
    for pid, _ in below:
        below.extend(children.get(pid, []))
    names = sorted({fields["Name"] for _, fields in below})
    open_ones = [fields["Name"] for _, fields in below if fields["Seccomp"] != "2" or fields["NoNewPrivs"] != "1"]
    checks.that("every process of the window, WebKit's too, is behind the wall", len(names) > 1 and open_ones == [], (names, open_ones))
