"""The command line asks the window, which has the models loaded: `attest ask --shared`."""

import os
import stat
from pathlib import Path

from backing import CommandLine
from page import VIEW

SHOWN = f"const words = document.querySelector('{VIEW}')?.innerText ?? ''; return words.includes(arguments[0]) ? words : null"
# Asked nowhere else in the window's test, so that the list of records can show it.
ASKED = "How much is the annual premium for the policy?"


def workers(binary):
    """The window's processes that hold a model or the reader, by their numbers."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes().split(b"\0")
            if os.readlink(process / "exe") == str(binary) and words[1:2] == [b"worker"]:
                found.add(int(process.name))
        except OSError:
            continue
    return found


def shared(page, checks, home, stage, options):
    """A question of the command line is answered by the window's models, and its record lies in the one vault."""
    socket = home / "service.socket"
    mode = stat.S_IMODE(socket.stat().st_mode) if socket.is_socket() else None
    checks.that("the window's socket is its owner's alone", mode == 0o600, mode)
    before = workers(options.binary)
    cli = CommandLine(stage, options.binary)
    told = cli.run(home, "ask", ASKED, "--shared")
    checks.that("the command line is answered by the window", told.returncode == 0 and options.expect in told.stdout, told.stdout + told.stderr)
    after = workers(options.binary)
    checks.that("by the models that it has loaded", bool(before) and before == after, (before, after))
    page.go("Audit")
    page.window.wait("the record of what was asked", SHOWN, 20, ASKED)
    checks.that("the window lists what the command line asked", True)
    page.go("Ask")



def shared_again(checks, home, stage, options):
    """Another window answers where an earlier one, which the driver ended without its leave, left its socket."""
    told = CommandLine(stage, options.binary).run(home, "ask", ASKED, "--shared", "--doc", "samples/policy.pdf")
    checks.that("the next window answers at the same socket", told.returncode == 0 and options.expect in told.stdout, told.stdout + told.stderr)
