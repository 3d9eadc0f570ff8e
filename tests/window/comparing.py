"""Two models are compared in the real window: begun, cancelled, gone on with, and seen to its end."""

import json
import shutil
import subprocess

from page import VIEW, squeeze

LEASE = """LEASE
Landlord: Harbour Estates Ltd., 4 Quay Road, Leith
Tenant: Maria Keller
The rent is 900 EUR a month, due on the third day of the month.
The deposit is 1,800 EUR.
The lease begins on 1 March 2024 and ends on 28 February 2027.
"""
ORDER = """Order 4711
Supplier: Blue Heron Bakery LLC
Forty bags of flour were ordered on 3 June 2026 for USD 620.00 in all.
"""
QUESTIONS = [
    ("lease.txt", "What is the rent a month?", "amount", [{"value": 900, "currency": "EUR"}]),
    ("lease.txt", "Who is the tenant?", "person_name", ["Maria Keller"]),
    ("lease.txt", "What is the tax number of the landlord?", "text", []),
    ("order.txt", "What does the flour cost?", "amount", [{"value": 620, "currency": "USD"}]),
]
TICK_MODELS = f"""
const boxes = [...document.querySelectorAll('{VIEW} .compare-form fieldset:first-of-type input')];
for (const box of boxes) if (!box.checked) box.click();
return boxes.length >= 2 && boxes.map((one) => one.closest('label').innerText.trim());
"""
READY = f"return document.querySelector('{VIEW} .compare-form [role=status]')?.innerText"
PROGRESS = f"return document.querySelector('{VIEW} section[aria-label=\"Comparison under way\"] [role=status]')?.innerText"
CANCELLED = f"return document.querySelector('{VIEW} .compare-made')?.innerText.includes('What is answered is kept')"
REPORT = f"return document.querySelector('{VIEW} .compare-report')?.innerText"


def comparing(page, checks, desktop, home, picture):
    window = page.window
    page.go("Compare")
    page.press("New comparison…")
    models = window.wait("two models to tick", TICK_MODELS, 30)
    page.press("Choose a file…")
    desktop.choose("Choose cases", cases(home / "cases"))
    kept = home / "comparison"
    kept.mkdir()
    page.press("Keep it in…")
    desktop.choose("Keep the comparison in", kept)
    answers = len(QUESTIONS) * len(models)
    said = f"{READY} === arguments[0]"
    ready = f"{answers} answers: {len(QUESTIONS)} questions to each of {len(models)} models."
    window.wait("how much is to ask", said, 30, ready)
    checks.that("before a comparison begins the window says how many answers it takes", True)
    picture("window-compare-form.png")
    page.craft(checks, "Compare with a comparison being made")

    page.cancel_at_once("Comparison under way")
    page.press("Compare")
    window.wait("word of the cancelling", CANCELLED, 120)
    checks.that("a comparison can be cancelled, and says what is kept", window.script(REPORT) is None)
    page.press("Compare")
    told = window.wait("words on the progress", PROGRESS, 60)
    checks.that("the same again goes on, and its progress is told in words", told.endswith("…"), told)
    report = squeeze(window.wait("the end of the comparison", REPORT, 900))
    seen(checks, report, kept, models)
    picture("window-compare.png")
    page.craft(checks, "Compare with a comparison")


def seen(checks, report, kept, models):
    """What the view says is what the comparison's own files say."""
    comparison = json.loads((kept / "comparison.json").read_text())
    contestants = comparison["contestants"]
    names = sorted(one["name"] for one in contestants)
    checks.that("the models that were ticked are the ones compared", names == sorted(models), (names, models))
    checks.that("they are different files", len({one["model_sha256"] for one in contestants}) == len(models))
    lines = (kept / "answers.jsonl").read_text().splitlines()
    checks.that("every model answered every question once", len(lines) == 1 + len(models) * len(QUESTIONS), len(lines))
    counted = f"{len(QUESTIONS)} questions on 2 documents: 3 that their document answers, 1 that it does not."
    checks.that("what was asked is counted", counted in report, report[:300])
    pair = comparison["pairs"][0]
    verdict = f"No significant difference between {pair['first']} and {pair['second']}."
    checks.that("that so few questions show no difference is said in words", not pair["is_significant"] and verdict in report, report[:900])
    differences = f"Where they differ ({len(comparison['differences'])})"
    checks.that("how often they differ is what its files say", differences in report, (differences, report[-600:]))
    right = [f"{one['right']['count']} of {one['right']['of']}" for one in contestants]
    checks.that("how many are right is said in figures", all(one in report for one in right), (right, report[:1200]))


def cases(folder):
    """A file of cases beside its documents."""
    folder.mkdir()
    (folder / "lease.txt").write_text(LEASE)
    (folder / "order.txt").write_text(ORDER)
    lines = [
        {
            "id": str(number),
            "document": document,
            "source": "own",
            "question": question,
            "answer_type": kind,
            "answerable": gold != [],
            "gold": gold,
        }
        for number, (document, question, kind, gold) in enumerate(QUESTIONS)
    ]
    path = folder / "cases.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def other_model(home, options):
    """A second model: the default one in another quantisation, as tests/examples/requantize.rs writes it. Where that is not
    built (`cargo build --release --locked --workspace --example requantize`), the same with a byte more, and it is said."""
    if not options.requantize.is_file():
        print(f"note    {options.requantize} is not built: the second model is the first with a byte more", flush=True)
        return own_model(home)
    default = next((home / "models").glob("SmolLM2*.gguf"))
    other = home / "smollm2-other.gguf"
    subprocess.run([options.requantize, default, other], check=True)
    return other


def own_model(home):
    """A model that the catalogue does not know: the default one with a byte more."""
    default = next((home / "models").glob("SmolLM2*.gguf"))
    own = home / "own model.gguf"
    shutil.copyfile(default, own)
    with own.open("ab") as end:
        end.write(b"\0")
    return own
