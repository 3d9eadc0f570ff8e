"""The page as a person finds their way in it: by the words on it."""

from webdriver import ENTER, WebDriverError, wait

VIEW = "main:not([hidden])"
ANSWER = f'{VIEW} section[aria-label="Answer"]'
EVIDENCE = f'{VIEW} section[aria-label="Document"]'

ANSWER_TO = """
const card = document.querySelector(arguments[1]);
const failure = document.querySelector('main:not([hidden]) [role="alert"]');
if (failure) return { failure: failure.innerText };
return card?.querySelector("h2")?.innerText === arguments[0] ? { status: card.dataset.status } : null;
"""

SMALLEST_TEXT = """
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let smallest = 1000;
while (walk.nextNode()) {
  const words = walk.currentNode, box = words.parentElement;
  // What lies invisible over a drawn page is as large as the page's own words.
  if (words.data.trim() === "" || box.closest("script, style, .page-text")) continue;
  smallest = Math.min(smallest, parseFloat(getComputedStyle(box).fontSize));
}
return smallest;
"""

UNNAMED_CONTROLS = """
const named = (one) => one.innerText.trim() || one.getAttribute("aria-label") || one.getAttribute("aria-labelledby")
  || one.getAttribute("title") || one.labels?.length || one.closest("[aria-hidden=true], [hidden], details:not([open])");
return [...document.querySelectorAll("button, input, select, textarea")].filter((one) => !named(one))
  .map((one) => one.outerHTML.slice(0, 120));
"""

PRESS = """
const words = arguments[0], begins = arguments[1];
const said = (one) => (one.getAttribute("aria-label") ?? one.innerText).replace(/\\s+/g, " ").trim();
const plain = (one) => one.innerText.replace(/^\\W+/, "").trim();
const fits = (one) => begins ? said(one).startsWith(words) || plain(one).startsWith(words) : said(one) === words || plain(one) === words;
const places = ['[role=dialog], [role=alertdialog], [role=menu], [role=listbox]', 'main:not([hidden])', 'body'];
for (const place of places) {
  const inside = [...document.querySelectorAll(place)].flatMap((one) => [...one.querySelectorAll("button, a, summary, [role=menuitem], [role=menuitemradio], [role=option], [role=row], [role=tab]")]);
  const found = inside.find((one) => fits(one) && one.offsetParent !== null && !one.disabled);
  if (found) return found;
}
return null;
"""

# Presses Cancel as soon as it is there, quicker than a person.
CANCEL_AT_ONCE = """
const label = arguments[0];
new MutationObserver((_, watch) => {
  const acts = [...document.querySelectorAll(`section[aria-label="${label}"] button`)];
  const cancel = acts.find((one) => one.innerText === "Cancel");
  if (!cancel) return;
  watch.disconnect();
  cancel.click();
}).observe(document.body, { childList: true, subtree: true });
"""

ROW = """
const rows = [...document.querySelectorAll("main:not([hidden]) tbody tr, main:not([hidden]) [role=row]")];
const row = rows.find((one) => one.innerText.includes(arguments[0]));
"""


def squeeze(text):
    return " ".join((text or "").split())


class Page:
    """What the checks do with the window."""

    def __init__(self, window):
        self.window = window
        self.started = window.started

    def body(self):
        return self.window.script("return document.body.innerText")

    def state(self):
        return squeeze(self.window.text(f"{ANSWER} .state-word"))

    def press(self, words, begins=False):
        """Clicks what bears exactly these words, in a dialog first, then in the view."""
        wait(f"something to press: {words}", lambda: self._pressed(words, begins), 20)

    def _pressed(self, words, begins):
        found = self.window.script(PRESS, words, begins)
        try:
            return bool(found) and self.window.click(next(iter(found.values()))) is None
        except WebDriverError as error:
            # It was drawn anew between the look and the click, which then did nothing.
            if any(why in str(error) for why in ("not interactable", "stale element")):
                return False
            raise

    def press_beginning(self, words):
        self.press(words, True)

    def open_row(self, words):
        """Opens the row of the view's table that holds these words."""
        self.window.wait(f"the row of {words}", ROW + "row?.click(); return Boolean(row)", 20, words)

    def row_is_gone(self, words):
        self.window.wait(f"{words} out of the list", ROW + "return !row", 20, words)

    def dismiss_word(self):
        """Sends away what was said of the last act."""
        self.window.click(self.window.find(".passing button:last-child"))
        self.window.wait("the word to pass", "return document.querySelector('.passing').hidden", 10)

    def go(self, view):
        self.window.script(
            "[...document.querySelectorAll('nav button')].find((one) => one.innerText.includes(arguments[0])).click()", view
        )
        shown = "return document.querySelector('main:not([hidden])')?.getAttribute('aria-label') === arguments[0]"
        self.window.wait(f"the view {view}", shown, 10, view)

    def fill_question(self, question):
        """Until exactly these words stand in the box: WebDriver empties it, and the view may draw old words once more."""
        box = self.window.find("#question")
        for _ in range(5):
            self.window.clear(box)
            self.window.type(box, question)
            if self.window.script("return document.querySelector('#question').value") == question:
                return
        raise AssertionError(f"the box does not hold the question: {question}")

    def answer_to(self, question, seconds):
        return self.window.wait(f"the answer to: {question}", ANSWER_TO, seconds, question, ANSWER)

    def ask(self, question, seconds):
        """Types the question and asks it; returns what the card says of it."""
        self.fill_question(question)
        return self.ask_again(seconds)

    def ask_again(self, seconds):
        """Asks what stands in the box."""
        question = self.window.script("return document.querySelector('#question').value")
        self.window.script("document.querySelector(arguments[0])?.setAttribute('data-old', '')", ANSWER)
        self.window.type(self.window.find("#question"), ENTER)
        fresh = f"if (document.querySelector('[data-old]')) return null;{ANSWER_TO}"
        return self.window.wait(f"the answer to: {question}", fresh, seconds, question, ANSWER)

    def cancel_at_once(self, label):
        """The next act whose progress has this label is cancelled when it is first told."""
        self.window.script(CANCEL_AT_ONCE, label)

    def choose_in_chip(self, part, choice):
        """Opens the chip of this part and chooses an entry of its menu."""
        self.press_beginning(f"{part}:")
        self.press_beginning(choice)

    def wait_for_documents(self, *titles):
        """Until all of these can be asked; returns every title that then can."""
        every = """
        const there = [...document.querySelectorAll('[aria-label="Documents to ask"] .chooser-title')].map((one) => one.textContent);
        return arguments[0].every((one) => there.includes(one)) ? there : null;
        """
        return self.window.wait(f"the documents {', '.join(titles)}", every, 60, titles)

    def ask_only(self, title):
        """Ticks this document and no other."""
        tick = """
        for (const box of document.querySelectorAll('[aria-label="Documents to ask"] input[type=checkbox]')) {
          const wanted = box.getAttribute("aria-label") === "Ask " + arguments[0];
          if (box.checked !== wanted) box.click();
        }
        """
        self.window.script(tick, title)

    def craft(self, checks, view):
        """What holds in every view."""
        smallest = self.window.script(SMALLEST_TEXT)
        checks.that(f"{view}: no text is smaller than 12 px", smallest >= 12, smallest)
        unnamed = self.window.script(UNNAMED_CONTROLS)
        checks.that(f"{view}: every control has a name", unnamed == [], unnamed)
        origins = self.window.script(
            "return [...new Set(performance.getEntriesByType('resource').map((e) => new URL(e.name).origin))]"
        )
        own = self.window.script("return location.origin")
        foreign = [origin for origin in origins if origin not in (own, "null") and "ipc" not in origin]
        checks.that(f"{view}: nothing was loaded from elsewhere", foreign == [], foreign)
        out = """
        const whole = document.documentElement;
        return [whole.scrollWidth - whole.clientWidth, whole.scrollHeight - whole.clientHeight];
        """
        beyond = self.window.script(out)
        checks.that(f"{view}: nothing runs out of the window", beyond == [0, 0], beyond)
