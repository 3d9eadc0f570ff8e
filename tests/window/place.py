"""Another data directory is chosen in the settings: the program starts again there."""

import subprocess

from desktop import Desktop
from page import VIEW, Page
from stage import Stage, free_port, listens
from webdriver import PATIENCE, WebDriverError, Window

OTHER = f"""
const sections = [...document.querySelectorAll('{VIEW} .setting-section')];
sections.find((one) => one.querySelector('h2').innerText === 'Data').querySelector('button').click();
"""
DIRECTORY = f"return document.querySelector('{VIEW} .data-directory')?.innerText"


def place(home, checks, options):
    home = home / "place"
    chosen = home / "chosen"
    chosen.mkdir(parents=True)
    stage = Stage(home, "Adwaita")
    # The variable would decide.
    del stage.environment["ATTEST_HOME"]
    inspector = free_port()
    with stage:
        # Started here and not by the driver, which would not follow to the second process.
        opened = home / "opened.txt"
        opened.write_text("The deposit is EUR 900.\n")
        program = stage.start([options.binary, str(opened)], WEBKIT_INSPECTOR_SERVER=f"127.0.0.1:{inspector}")
        page = working_at(stage, inspector, options)
        page.go("Ask")
        page.wait_for_documents(opened.name)
        usual = directory(page)
        checks.that("without a choice, data lies in the platform's directory", usual == str(home / "data/attest"), usual)
        page.window.script(OTHER)
        Desktop(stage, page.window).choose("Choose the data directory", chosen)
        ended = program.wait(30 * PATIENCE)
        checks.that("after another is chosen, the program ends", ended == 0, ended)

        page = working_at(stage, inspector, options)
        now = directory(page)
        checks.that("and starts again there", now == str(chosen), now)
        file = home / "lease.txt"
        file.write_text("The lease ends on 30 June 2031.\n")
        second = subprocess.run([options.binary, str(file)], env=stage.environment, timeout=60 * PATIENCE, check=False)
        page.go("Ask")
        there = page.wait_for_documents(file.name)
        checks.that("a second start finds the window there and hands its file over", second.returncode == 0, second.returncode)
        checks.that("what was opened at the first start is not imported anew there", there == [file.name], there)
        stored = (chosen / "attest.sqlite").is_file()
        checks.that("documents are kept in the chosen directory", stored)


def working_at(stage, inspector, options):
    if not listens(inspector, 30):
        raise WebDriverError("the window does not come")
    window = Window(stage.driver(inspector), options.binary)
    window.wait("the window", "return document.querySelector('nav button')", 30)
    return Page(window)


def directory(page):
    page.go("Settings")
    return page.window.wait("the data directory", DIRECTORY, 20)
