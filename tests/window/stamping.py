"""Time stamps and the export of the vault, in the view Audit, with the system's own dialogs and `openssl ts` as authority."""

import json
import subprocess

from page import VIEW, squeeze

CONFIG = """[req]
distinguished_name = name
prompt = no
x509_extensions = usage
[name]
CN = A test authority
[usage]
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = one
[one]
serial = serial
signer_cert = cert.pem
signer_key = key.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
"""
MAKE = "req -x509 -nodes -days 30 -config config -newkey rsa:2048 -keyout key.pem -out cert.pem"
REPLY = "ts -reply -config config -queryfile request.tsq -out answer.tsr"
MENU = "Vault and time stamps"
SAID = "return document.querySelector('.passing')?.innerText.includes(arguments[0]) && document.querySelector('.passing').innerText"
VERDICT = f"const words = document.querySelector('{VIEW} .verdict')?.innerText ?? ''; return words.includes(arguments[0]) ? words : null"


def stamped_and_exported(page, checks, desktop, home, picture):
    """A request is written, answered by an authority, attached, and told by the verification; then the vault is exported."""
    window, folder, kept = page.window, home / "authority", home / "exports"
    folder.mkdir()
    kept.mkdir()
    (folder / "config").write_text(CONFIG)
    openssl(folder, MAKE)

    page.go("Audit")
    choose(page, "Request a time stamp…")
    desktop.dismiss("Save the request for a time stamp")
    choose(page, "Request a time stamp…")
    desktop.choose("Save the request for a time stamp", folder / "request.tsq")
    window.wait("word of the request", SAID, 20, "Request for a time stamp written")
    openssl(folder, REPLY)
    page.dismiss_word()
    # The trail grows before the answer comes.
    choose(page, "Export the vault…")
    desktop.choose("Export the vault into a folder", kept)
    said = window.wait("word of the export", SAID, 60, "Vault exported to ")
    exports = sorted(kept.glob("attest-export-*"))
    facts = json.loads((exports[0] / "export.json").read_text()) if exports else {}
    checks.that("the vault is exported into a folder of its own, which is named", len(exports) == 1 and str(exports[0]) in said, (exports, said))
    checks.that("the export says its form and its key", facts.get("format") == "attest-export/1" and bool(facts.get("key")), facts)
    sums = subprocess.run(["sha256sum", "-c", "--quiet", "SHA256SUMS"], cwd=exports[0], capture_output=True, text=True, check=False)
    checks.that("every file of the export has its hash", sums.returncode == 0, sums.stdout + sums.stderr)
    page.dismiss_word()

    choose(page, "Attach a time stamp…")
    desktop.choose("Choose the answer of the authority", folder / "answer.tsr")
    desktop.choose("Choose the certificate of the authority", folder / "cert.pem")
    said = squeeze(window.wait("word of the time stamp", SAID, 30, "Time stamp attached"))
    checks.that("a time stamp is attached to the checkpoint that it is of", "by CN=A test authority" in said, said)
    page.dismiss_word()

    page.press("Verify now")
    verdict = squeeze(window.wait("the verdict on the time stamp", VERDICT, 60, "time stamp"))
    checks.that("the verification counts the time stamps and says that each holds", "1 time stamp is attached, and it holds" in verdict and "by CN=A test authority" in verdict, verdict)
    checks.that("and which checkpoint is kept", "is kept on this machine" in verdict, verdict)
    picture("window-stamp.png")
    page.craft(checks, "Audit with a time stamp")


def choose(page, entry):
    page.press_beginning(MENU)
    page.press_beginning(entry)


def openssl(folder, words):
    subprocess.run(["openssl", *words.split()], cwd=folder, capture_output=True, check=True, timeout=120)
