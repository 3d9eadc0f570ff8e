#!/usr/bin/env python3
"""Evidence packs in WebKit: makes one with the executable, opens it in WebKitGTK's own small browser under WebDriver.

    tests/window/pack.py --attest target/release/attest [--picture FILE]

One that was not changed says that it is verified; changed ones say what failed; a document's words do not run. Exit code 0:
all held, 1: not, 2: the machine cannot do it.
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from stage import Missing, Stage
from webdriver import WebDriverError, Window

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
HOSTILE = """Fees </script><script>document.title = "taken"</script>
The fee is 5 USD </main><img src="x" onerror="document.title = 'taken'">
"""


class Failed(Exception):
    """A pack did not say what it has to say."""


def attest(binary, home, *words):
    environment = {**os.environ, "ATTEST_HOME": str(home / "data"), "ATTEST_STATE": str(home / "state")}
    done = subprocess.run([binary, *words], env=environment, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        raise Missing(f"attest {' '.join(words)}: {done.stderr}")
    return done.stdout


def pack_of(binary, home, document):
    """What names a type alone is answered without a model."""
    asked = json.loads(attest(binary, home, "ask", "List all amounts", "--doc", str(document), "--json"))
    out = home / "made.html"
    attest(binary, home, "audit", "pack", asked["record_id"], "--out", str(out))
    return out.read_text(encoding="utf-8")


def bent(html, before):
    """With another letter of base64 behind what the pattern finds."""
    at = re.search(before, html, re.DOTALL).end()
    return html[:at] + ("B" if html[at] == "A" else "A") + html[at + 1 :]


def once(html, before, after):
    if before not in html:
        raise Failed(f"{before} does not stand in the pack")
    return html.replace(before, after, 1)


def cases(sample, hostile):
    """Name, file, and the check that has to fail; none: it holds."""
    return [
        ("the pack", sample, None),
        ("a pack of a hostile document", hostile, None),
        ("a letter of the record", bent(sample, r'"proof":"c2sp.org/tlog-proof@v1\\nextra .{400}'), "The record"),
        ("a hash of the path", bent(sample, r"\\nindex \d+\\n.{9}"), "The record's place in the audit trail"),
        ("the signature of the checkpoint", bent(sample, r"\\u2014 attest-vault/\S+ .{20}"), "The signature of the checkpoint"),
        ("the seal", bent(sample, r'id="pack-seal">[^\u2014]*\u2014 attest-vault/\S+ .{20}'), "The signature of this file"),
        ("the question", once(sample, '"question":"List all', '"question":"List no'), "Question and answer"),
        ("a picture", bent(sample, r'src="data:image/png;base64,.{200}'), "The text and the pictures of this page"),
        ("a word that is shown", once(sample, "<h2>Answer</h2>", "<h2>Answers</h2>"), "The text and the pictures of this page"),
        (
            "a script of somebody else's",
            once(sample, "<h2>Answer</h2>", '<h2>Answer</h2><script>document.title = "taken"</script>'),
            "The text and the pictures of this page",
        ),
    ]


def look(window, file, expected):
    window.go(file.as_uri())
    verdict = window.wait("the verdict", "return document.documentElement.dataset.verdict", 60)
    failed = window.script("return Array.from(document.querySelectorAll('#checks li.bad strong'), (one) => one.textContent)")
    if (verdict == "verified") != (expected is None):
        raise Failed(f"it says {verdict}, with {failed}")
    if expected is not None and expected not in failed:
        raise Failed(f"{expected} did not fail, but {failed}")
    if not window.script("return document.title").startswith("Evidence pack: "):
        raise Failed("something else ran")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--attest", required=True)
    arguments.add_argument("--picture", help="write a picture of the pack here")
    given = arguments.parse_args()
    browsers = sorted(glob.glob(BROWSERS))
    held = 0
    try:
        if not browsers:
            raise Missing("WebKitGTK's MiniBrowser is not here: install libwebkit2gtk-4.1-0")
        with tempfile.TemporaryDirectory(prefix="attest-pack-") as folder, Stage(Path(folder) / "home", "Adwaita") as stage:
            home = Path(folder) / "home"
            hostile = home / "a <b>.txt"
            hostile.write_text(HOSTILE, encoding="utf-8")
            binary = str(Path(given.attest).resolve())
            tried = cases(pack_of(binary, home, ROOT / "samples/policy.pdf"), pack_of(binary, home, hostile))
            window = Window(stage.driver_url, browsers[-1], ["--automation"])
            for number, (name, html, expected) in enumerate(tried):
                file = home / f"{number}.html"
                file.write_text(html, encoding="utf-8")
                try:
                    look(window, file, expected)
                except Failed as failure:
                    print(f"FAILED: {name}: {failure}")
                    continue
                held += 1
                if given.picture and number == 0:
                    stage.picture(given.picture)
            window.close()
    except (Missing, WebDriverError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{held} passed, {len(tried) - held} failed")
    return 0 if held == len(tried) else 1


if __name__ == "__main__":
    sys.exit(main())
