"""Backups of the vault in the view Audit, with the system's own dialogs: a plain one, a sealed one that the command line puts
back into another data directory, and the list of key files."""

import json
import subprocess
from pathlib import Path

from desktop import Desktop
from page import Page, squeeze
from stage import Stage
from stamping import MENU, SAID, choose
from webdriver import PATIENCE

WORDS = "The lease of the mill ends on 30 June 2031."
ERASED = "The wisteria fee is 5 USD."
PLAIN_PLACE = "Back up the vault into a folder"
SEALED_PLACE = "Back up the vault, sealed, into a folder"
KEYS_PLACE = "Make the key file, elsewhere than the backup"
LIST = "Key files of sealed backups"
DIALOG = "const words = document.querySelector('[role=dialog]')?.innerText ?? ''; return words.includes(arguments[0]) ? words : null"
CLOSED = "return !document.querySelector('[role=dialog]')"
NAMED = """
const { invoke } = window.__TAURI_INTERNALS__;
return invoke(arguments[0], arguments[1]).then(() => "done", (error) => error.kind ?? String(error));
"""


def backed_up(home, checks, options):
    home = home / "backing"
    backups, elsewhere = home / "backups", home / "elsewhere"
    for folder in (home, backups, elsewhere):
        folder.mkdir()
    opened = []
    for name, words in (("mill.txt", WORDS), ("fee.txt", ERASED)):
        (home / name).write_text(words + "\n")
        opened.append(str(home / name))
    keys = elsewhere / "keys.json"
    with Stage(home, "Adwaita") as stage:
        page = Page(stage.window(options.binary, opened))
        desktop, cli = Desktop(stage, page.window), CommandLine(stage, options.binary)
        page.wait_for_documents("mill.txt", "fee.txt")
        page.go("Audit")
        plain(page, checks, desktop, backups)
        sealed = made_sealed(page, checks, (desktop, cli), backups, keys, lambda: picture(stage, options, "window-sealed.png"))
        shown(page, checks, "Within reach", keys)
        picture(stage, options, "window-keys.png")
        page.press("Close")
        again(page, checks, desktop, backups, keys)
        page.window.close()
    # A document is erased while the key file is away; the window says so when it is opened next.
    away = elsewhere / "away"
    keys.rename(away)
    [fee] = [one["id"] for one in cli.json(home, "docs", "list") if one["title"] == "fee.txt"]
    cli.run(home, "docs", "remove", fee, "--erase")
    with Stage(home, "Adwaita:dark") as stage:
        page = Page(stage.window(options.binary))
        page.wait_for_documents("mill.txt")
        page.go("Audit")
        listed = shown(page, checks, "Cannot be used now: it is not there", keys)
        checks.that("the list counts what waits for the key file", "(1 time): keys of it still stand there" in listed, listed)
        picture(stage, options, "window-keys-dark.png")
        page.press("Close")
        seen_in_the_dark(page, checks, lambda: picture(stage, options, "window-sealed-dark.png"))
        away.rename(keys)
        listed = shown(page, checks, "Within reach", keys)
        checks.that("a key file that is back has its keys destroyed when the list is looked at", "still stand there" not in listed, listed)
        checks.that("in the file itself, too", fee not in keys.read_text())
        forgotten(page, checks, Desktop(stage, page.window), keys)
        page.window.close()
    put_back(checks, cli, home, sealed, keys)


class CommandLine:
    """`attest` beside the window's executable, on data directories below the test's folder."""

    def __init__(self, stage, binary):
        self.binary = str(Path(binary).with_name("attest"))
        self.environment = dict(stage.environment)

    def run(self, directory, *words):
        environment = {**self.environment, "ATTEST_HOME": str(directory), "ATTEST_STATE": f"{directory}/state"}
        command = [self.binary, *map(str, words)]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120 * PATIENCE, check=False)

    def json(self, directory, *words):
        done = self.run(directory, *words, "--json")
        if done.returncode != 0:
            raise AssertionError(f"attest {' '.join(map(str, words))}: {done.stderr}")
        return json.loads(done.stdout)


def plain(page, checks, desktop, backups):
    """A backup in clear is verified and lies in the folder that was chosen."""
    choose(page, "Back up…")
    desktop.dismiss(PLAIN_PLACE)
    choose(page, "Back up…")
    desktop.choose(PLAIN_PLACE, backups)
    said = squeeze(page.window.wait("word of the backup", SAID, 60, "Backup written to "))
    made = list(backups.glob("attest-*.sqlite"))
    checks.that("a backup lies in the chosen folder and is named", len(made) == 1 and str(made[0]) in said, (made, said))
    checks.that("it holds the words of the documents", all(WORDS.encode() in one.read_bytes() for one in made) and made != [])
    page.dismiss_word()


def seen_in_the_dark(page, checks, take):
    """What is said before a sealed backup, where no key file is in reach; none is made."""
    choose(page, "Back up sealed…")
    told = squeeze(page.window.wait("what a sealed backup is", DIALOG, 20, "key file"))
    checks.that("a key file that is out of reach is not offered", "A new one" in told and "keys.json" not in told, told)
    take()
    page.press("Cancel")
    page.window.wait("the end of the dialog", CLOSED, 10)


def made_sealed(page, checks, hands, backups, keys, take):
    """A sealed one, whose key file is made where the second dialog says; its path."""
    window, (desktop, cli) = page.window, hands
    before = set(backups.iterdir())
    choose(page, "Back up sealed…")
    told = squeeze(window.wait("what a sealed backup is", DIALOG, 20, "key file"))
    checks.that("it is said what the key file is and that it lies elsewhere", "another disk than the backups" in told, told)
    take()
    page.press("Choose the folder…")
    desktop.choose(SEALED_PLACE, backups)
    desktop.choose(KEYS_PLACE, backups / "keys.json")
    alert = "return document.querySelector('main:not([hidden]) [role=alert]')?.innerText"
    refused = squeeze(window.wait("the refusal of keys beside the backup", alert, 60))
    checks.that("a key file beside the backup is refused in plain words", "in the folder of the backup" in refused and "attest vault" not in refused, refused)
    checks.that("and nothing is left behind", set(backups.iterdir()) == before, set(backups.iterdir()) - before)
    choose(page, "Back up sealed…")
    page.press("Choose the folder…")
    desktop.choose(SEALED_PLACE, backups)
    desktop.choose(KEYS_PLACE, keys)
    said = squeeze(window.wait("word of the sealed backup", SAID, 60, "Sealed backup written to "))
    [sealed] = set(backups.iterdir()) - before
    checks.that("a sealed backup is named with its key file", str(sealed) in said and str(keys) in said and "2 documents and answers" in said, said)
    hidden = [words for words in (WORDS, ERASED) if words.encode() not in sealed.read_bytes()]
    checks.that("no words of the documents stand in it", hidden == [WORDS, ERASED], hidden)
    page.dismiss_word()
    other = backups.parent / "other"
    done = cli.run(other, "vault", "restore", sealed, "--keys", keys)
    checks.that("the command line puts it back into another data directory", done.returncode == 0, done.stderr)
    titles = sorted(one["title"] for one in cli.json(other, "docs", "list"))
    checks.that("with both documents", titles == ["fee.txt", "mill.txt"], titles)
    done = cli.run(other, "audit", "verify")
    checks.that("and it verifies there", done.returncode == 0, done.stdout + done.stderr)
    return sealed


def again(page, checks, desktop, backups, keys):
    """The next one takes the same key file without asking for its place; a page alone can name no other."""
    window, before = page.window, set(backups.iterdir())
    told = window.script(NAMED, "back_up_sealed", {"keys": str(backups / "other.json")})
    checks.that("a key file that only the page names is not taken", told == "not_given", told)
    told = window.script(NAMED, "forget_keys", {"path": str(backups / "other.json")})
    checks.that("nor forgotten", told == "not_given", told)
    choose(page, "Back up sealed…")
    page.press("Choose the folder…")
    desktop.choose(SEALED_PLACE, backups)
    said = squeeze(window.wait("word of the next sealed backup", SAID, 60, "Sealed backup written to "))
    made = set(backups.iterdir()) - before
    checks.that("the next sealed backup takes the key file that is there", str(keys) in said and len(made) == 1, (said, made))
    page.dismiss_word()


def shown(page, checks, state, keys):
    """Opens the list of key files; what it says."""
    page.press_beginning(MENU)
    page.press_beginning(LIST)
    listed = squeeze(page.window.wait(f"a key file with the state {state}", DIALOG, 30, state))
    checks.that(f"the key file is listed: {state}", str(keys) in listed and "Since" in listed, listed)
    checks.that("the list says how a backup is put back", "vault restore FILE --keys KEYS" in listed, listed)
    return listed


def forgotten(page, checks, desktop, keys):
    """Forgetting is asked for in a native dialog; the file stays."""
    page.press(f"Forget {keys}")
    desktop.dismiss("Forget a key file")
    listed = squeeze(page.window.wait("the list as it was", DIALOG, 10, "Within reach"))
    checks.that("a key file stays where the native question is not answered with yes", str(keys) in listed, listed)
    page.press(f"Forget {keys}")
    desktop.accept("Forget a key file")
    page.window.wait("the empty list", DIALOG, 30, "There are none")
    checks.that("a key file is forgotten, and stays as it is", keys.is_file())
    page.press("Close")
    page.window.wait("the list closed", CLOSED, 10)
    page.craft(checks, "Audit with backups")


def put_back(checks, cli, home, sealed, keys):
    """What was erased after the backup was made is closed in it."""
    later = home / "later"
    done = cli.run(later, "vault", "restore", sealed, "--keys", keys)
    checks.that("what was erased later is told when the backup is put back", "its key was destroyed" in done.stdout, done.stdout + done.stderr)
    titles = [one["title"] for one in cli.json(later, "docs", "list")]
    checks.that("and only the other document comes back", titles == ["mill.txt"], titles)


def picture(stage, options, name):
    if options.pictures:
        stage.picture(Path(options.pictures) / name)
