"""A WebDriver client as small as the window test needs. Standard library only."""

import json
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
TAB = "\ue004"
ENTER = "\ue007"
ARROW_RIGHT = "\ue014"
# Seconds to wait are those of a quiet machine. How long something takes is measured where it
# is promised; a wait that ends early would only say that the machine is busy.
PATIENCE = 5


class WebDriverError(Exception):
    """The driver refused a command, or what was waited for did not come."""


class Window:
    """One window under WebDriver's control."""

    def __init__(self, driver_url, binary, arguments=(), start_seconds=60):
        self.base = driver_url
        self.started = time.monotonic()
        options = {"webkitgtk:browserOptions": {"binary": binary, "args": list(arguments)}}
        started = self._send("POST", "/session", {"capabilities": {"alwaysMatch": options}}, start_seconds)
        self.session = f"/session/{started['sessionId']}"

    def _send(self, method, path, body=None, seconds=30 * PATIENCE):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=seconds) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            value = json.loads(error.read() or b'{"value": {}}')["value"]
            raise WebDriverError(f"{method} {path}: {value.get('error')}: {value.get('message')}") from None
        except OSError as error:
            raise WebDriverError(f"{method} {path}: {error}") from None

    def close(self):
        self._send("DELETE", self.session)

    def go(self, address):
        """Opens an address in place of what is shown."""
        self._send("POST", self.session + "/url", {"url": address})

    def script(self, code, *arguments):
        """Runs a function body in the page and returns its result."""
        return self._send("POST", self.session + "/execute/sync", {"script": code, "args": list(arguments)})

    def find(self, css):
        return self._send("POST", self.session + "/element", {"using": "css selector", "value": css})[ELEMENT]

    def click(self, element):
        self._send("POST", f"{self.session}/element/{element}/click", {})

    def clear(self, element):
        self._send("POST", f"{self.session}/element/{element}/clear", {})

    def type(self, element, text):
        self._send("POST", f"{self.session}/element/{element}/value", {"text": text})

    def press(self, key):
        """One key for whatever has the focus."""
        strokes = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        actions = [{"type": "key", "id": "keyboard", "actions": strokes}]
        self._send("POST", self.session + "/actions", {"actions": actions})

    def type_here(self, text):
        """Types into whatever has the focus."""
        self.type(self._send("GET", self.session + "/element/active")[ELEMENT], text)

    def text(self, css):
        """The words of the first match, or None when there is none."""
        return self.script("return document.querySelector(arguments[0])?.innerText ?? null", css)

    def wait(self, what, code, seconds=20, *arguments):
        """Polls a function body until it returns something true, and returns that.

        The page may still be on its way: a script that has begun in the empty page before it ends with that page, which
        the driver calls an unknown error and nothing more. The next look then finds the page that was meant."""

        def look():
            try:
                return self.script(code, *arguments)
            except WebDriverError as error:
                if str(error).endswith("unknown error: "):
                    return None
                raise

        return wait(what, look, seconds)


def wait(what, look, seconds):
    """Looks until there is something true, and returns that."""
    start = time.monotonic()
    while time.monotonic() < start + seconds * PATIENCE:
        found = look()
        if found:
            return found
        time.sleep(0.05)
    raise WebDriverError(f"waited {time.monotonic() - start:.0f} s in vain for {what}")
