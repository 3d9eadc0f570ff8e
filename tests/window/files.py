"""Documents and models come in: a folder at the start, files dropped on the window, native dialogs; models are compared."""

from pathlib import Path

from comparing import comparing, other_model
from desktop import Desktop
from page import VIEW, Page, squeeze
from stage import Stage, lend_models

LEASE = "The lease ends on 30 June {year}.\n"
ADDED = f"""
const models = [...document.querySelectorAll('{VIEW} .model')].map((one) => one.innerText);
return models.find((one) => one.includes('Added by you'));
"""
ALERT = f"return document.querySelector('{VIEW} [role=alert]')?.innerText"


def files(home, checks, options):
    home = home / "files"
    home.mkdir()
    lend_models(home)
    with Stage(home, "Adwaita") as stage:
        window = stage.window(options.binary, [str(folder(home / "cabinet"))])
        page, desktop = Page(window), Desktop(stage, window)
        folder_at_start(page, checks)
        dropped(page, checks, desktop, home)
        chosen(page, checks, desktop, home)
        model_added(page, checks, desktop, home, options)
        comparing(page, checks, desktop, home, lambda name: options.pictures and stage.picture(Path(options.pictures) / name))
        window.close()


def folder(path):
    """A folder with documents at two depths, and files that are none."""
    inner = path / "older"
    inner.mkdir(parents=True)
    (path / "lease.txt").write_text(LEASE.format(year=2031))
    (inner / "Lease of 2019.TXT").write_text(LEASE.format(year=2019))
    (path / ".hidden.txt").write_text(LEASE.format(year=2040))
    (path / "program.bin").write_bytes(b"\0\1\2")
    return path


def folder_at_start(page, checks):
    there = page.wait_for_documents("lease.txt", "Lease of 2019.TXT")
    checks.that("of a folder the program was opened with, documents at every depth are imported, nothing else", len(there) == 2, there)


def dropped(page, checks, desktop, home):
    file = home / "addendum & notes.txt"
    file.write_text(LEASE.format(year=2032))
    said, taken = desktop.drop(file, folder(home / "drawer"))
    checks.that("files held over the window are told where to go", "Drop files or folders" in said, said)
    checks.that("the window takes what is dropped", taken)
    there = page.wait_for_documents(file.name)
    checks.that("a dropped file is imported", True)
    page.go("Documents")
    told = page.window.wait("how the import ended", "return document.querySelector('.import-ended [role=status]')?.innerText", 60)
    checks.that("of a dropped folder, what was there before is said to be", "1 new in the list, 2 there before" in told, (told, there))
    gone = page.window.text(".drop-words")
    checks.that("after the drop the window is as before", gone is None, gone)


def chosen(page, checks, desktop, home):
    page.press("Import files…")
    desktop.dismiss("Import documents")
    file = home / "protocol.md"
    file.write_text("# Protocol\n\nThe meeting ended at noon.\n")
    page.press("Import files…")
    desktop.choose("Import documents", file)
    page.go("Ask")
    there = page.wait_for_documents(file.name)
    checks.that("a dialog closed without a choice imports nothing; a file chosen in it is imported", len(there) == 4, there)
    shelf = home / "shelf"
    shelf.mkdir()
    (shelf / "rent.csv").write_text("month,rent\nJune,1200\n")
    page.go("Documents")
    page.press("Import a folder…")
    desktop.choose("Import a folder", shelf)
    page.go("Ask")
    there = page.wait_for_documents("rent.csv")
    checks.that("a folder chosen in the dialog is imported", len(there) == 5, there)


def model_added(page, checks, desktop, home, options):
    page.go("Models")
    broken = home / "broken.gguf"
    broken.write_text("no model")
    page.press("Add a model file…")
    desktop.choose("Add a model", broken)
    why = page.window.wait("why the file was refused", ALERT, 20)
    checks.that("a file that is no model is refused, with the reason", "GGUF" in why, why)
    page.press("Add a model file…")
    desktop.choose("Add a model", other_model(home, options))
    words = squeeze(page.window.wait("the model in the list", ADDED, 60))
    checks.that("a model chosen in the dialog is in the list, and can be used", "Use for answers" in words, words)
