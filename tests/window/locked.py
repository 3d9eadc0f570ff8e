"""The lock screen of an encrypted vault in the real window: nothing behind it answers, a wrong passphrase is told, the right one
opens, and the window locks when it is told to and by itself.

It locks by itself after a minute at the earliest. That minute passes while the other windows are worked in; what the window
left alone says and shows meanwhile is noted in its own page, with the seconds."""

import atexit
import json
from contextlib import ExitStack

from backing import CommandLine, picture
from desktop import Desktop
from page import Page, squeeze
from stage import Stage
from stamping import choose
from webdriver import ENTER

WORDS = "The lease of the lock-keeper ends on 30 June 2031."
PASSPHRASE = "a red house by the sea"
LOCKED = "const words = document.querySelector('main.lock')?.innerText ?? ''; return words.includes(arguments[0]) ? words : null"
OPEN = "return document.querySelector('main.lock') === null && document.querySelector('nav') !== null"
ASKED = """
const { invoke } = window.__TAURI_INTERNALS__;
return invoke(arguments[0]).then(() => "done", (error) => error.kind ?? String(error));
"""
BEHIND = ("list_documents", "settings", "keeping", "key_files")
# Notes when a word of warning and when the lock screen is first there, in seconds from now.
LEFT_ALONE = """
const begun = performance.now(), noted = (window.leftAlone = { warned: null, locked: null });
const look = () => {
  const at = (performance.now() - begun) / 1000;
  const word = document.querySelector('.passing')?.innerText ?? '', screen = document.querySelector('main.lock')?.innerText ?? '';
  if (!noted.warned && word.includes('the window locks in')) noted.warned = { at, words: word };
  if (!noted.locked && screen !== '') noted.locked = { at, words: screen };
};
new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
"""
NOTED = "return window.leftAlone.locked && window.leftAlone"
# Seconds: the shortest time after which the window may lock itself, and how long before it is told.
SHORTEST, WARNING = 60, 30
CHECKPOINT = "const words = document.querySelector('[role=dialog]')?.innerText ?? ''; return words.includes(arguments[0]) ? words : null"


def locked(home, checks, options):
    """Works in the locked window; returns the look at another one, which is left alone until then."""
    home = home / "locked"
    home.mkdir()
    paper = home / "lock.txt"
    paper.write_text(WORDS + "\n")
    secret = home / "passphrase"
    secret.write_text(PASSPHRASE + "\n")
    secret.chmod(0o600)
    with Stage(home, "Adwaita") as stage:
        cli = CommandLine(stage, options.binary)
        for words in (("docs", "add", paper), ("vault", "encrypt", "--passphrase-file", secret)):
            done = cli.run(home, *words)
            checks.that(f"attest {words[0]} {words[1]} prepares the vault", done.returncode == 0, done.stderr)
        page = Page(stage.window(options.binary))
        shut(page, checks)
        picture(stage, options, "window-lock.png")
        page.craft(checks, "Lock screen")
        opened(page, checks)
        page.wait_for_documents(paper.name)
        checks.that("behind the lock are the documents of the vault", True)
        checkpoint(page, checks, Desktop(stage, page.window), (home, cli, secret), lambda: picture(stage, options, "window-checkpoint.png"))
        by_hand(page, checks, Desktop(stage, page.window))
        page.window.close()
    (home / "settings.json").write_text(json.dumps({"lock_minutes": 1}))
    with ExitStack() as until_the_end:
        stage = until_the_end.enter_context(Stage(home, "Adwaita:dark"))
        page = Page(stage.window(options.binary))
        opened(page, checks)
        page.wait_for_documents(paper.name)
        page.window.script(LEFT_ALONE)
        held = until_the_end.pop_all()

    # Whatever becomes of the other windows: no process is left behind.
    atexit.register(held.close)

    def left_alone(*_):
        with held:
            by_itself(page, checks)
            picture(stage, options, "window-lock-dark.png")
            page.window.close()

    return left_alone


def shut(page, checks):
    """Nothing of the vault is to be had before its passphrase was given, by the page neither."""
    window = page.window
    words = squeeze(window.wait("the lock screen", LOCKED, 30, "The vault is locked"))
    checks.that("an encrypted vault begins with the lock screen", WORDS not in words and "lock.txt" not in words, words)
    answers = {command: window.script(ASKED, command) for command in BEHIND}
    checks.that("no command of the page answers behind it", set(answers.values()) == {"encrypted"}, answers)
    window.type(window.find("#passphrase"), "a blue house" + ENTER)
    words = squeeze(window.wait("word of the wrong passphrase", LOCKED, 30, "This is not the passphrase"))
    kept = window.script("return document.querySelector('#passphrase').value")
    checks.that("a wrong passphrase is told, forgotten, and asked for again", kept == "", (words, kept))


def opened(page, checks):
    window = page.window
    window.wait("the lock screen", LOCKED, 30, "The vault is locked")
    window.type(window.find("#passphrase"), PASSPHRASE + ENTER)
    window.wait("the open window", OPEN, 30)
    checks.that("the right passphrase opens the window", True)


def by_hand(page, checks, desktop):
    desktop.do("key", "ctrl+k")
    page.window.wait("the palette", "return document.activeElement?.matches('[role=combobox], [type=search], input')", 10)
    page.window.type_here("Lock")
    page.press_beginning("Lock")
    words = squeeze(page.window.wait("the lock screen", LOCKED, 20, "The vault is locked"))
    checks.that("Lock in the palette asks for the passphrase again", "locked itself" not in words, words)
    told = page.window.script(ASKED, "list_documents")
    checks.that("and the key is forgotten", told == "encrypted", told)
    opened(page, checks)


def by_itself(page, checks):
    """Nobody typed or moved for a minute."""
    seen = page.window.wait("the window that locks itself", NOTED, SHORTEST + WARNING)
    warned, shut = seen["warned"], seen["locked"]
    is_told = warned is not None and "stopped" in warned["words"] and warned["at"] < shut["at"]
    checks.that("before the window locks itself it says so", is_told, seen)
    # Two seconds for the time between the last sign of a person and the first look.
    in_time = is_told and SHORTEST - WARNING - 2 <= warned["at"] and SHORTEST - 2 <= shut["at"]
    checks.that("neither comes before its time", in_time, seen)
    words = squeeze(page.window.wait("the lock screen", LOCKED, 20, "The window locked itself after 1 minute"))
    checks.that("a window that nobody uses locks itself, and says why", "without a sign of you" in words, words)
    told = page.window.script(ASKED, "list_documents")
    checks.that("and nothing answers then", told == "encrypted", told)


def checkpoint(page, checks, desktop, vault, take):
    """A checkpoint is saved from Audit; the command line finds the trail and the key by it."""
    home, cli, secret = vault
    place = home / "kept.checkpoint"
    page.go("Audit")
    choose(page, "Save a checkpoint…")
    desktop.dismiss("Save the checkpoint")
    choose(page, "Save a checkpoint…")
    desktop.choose("Save the checkpoint", place)
    said = squeeze(page.window.wait("the saved checkpoint", CHECKPOINT, 20, "Checkpoint saved"))
    key = page.window.script("return document.querySelector('[role=dialog] code').innerText")
    checks.that("a checkpoint is saved where it was wanted, and its key is told", str(place) in said and key.startswith("attest-vault/"), (said, key))
    take()
    page.press("Close")
    known = ["--checkpoint", place, "--key", key, "--passphrase-file", secret]
    done = cli.run(home, "audit", "verify", *known)
    checks.that("the command line believes it by that key, and the trail holds it", done.returncode == 0, done.stdout + done.stderr)
    other = key[:-2] + ("A=" if key[-2:] != "A=" else "E=")
    done = cli.run(home, "audit", "verify", *known[:2], "--key", other, *known[4:])
    checks.that("and not by another", done.returncode != 0, done.stdout + done.stderr)
    page.go("Ask")
