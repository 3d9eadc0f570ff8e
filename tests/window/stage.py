"""The stage of the window test: an X display, a session bus, WebKitWebDriver.

Every process gets a group of its own and is ended by its id. What the system
keeps of file dialogs and of windows is kept below the test's own folder.
"""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from webdriver import PATIENCE, WebDriverError, Window


class Missing(Exception):
    """A program that the test needs is not installed."""


PROGRAMS = {
    "Xvfb": "xvfb",
    "WebKitWebDriver": "webkit2gtk-driver",
    "dbus-daemon": "dbus",
    "import": "imagemagick",
    "xdotool": "xdotool",
}
# What WebKitWebDriver says once the program that it started is gone or does not answer it any more.
LOST = "invalid session id"
# A page that has words has started.
HAS_WORDS = "return document.body?.innerText.trim() ? true : null"
# Lines that are shown of what the programs said, and of what the system says of them, where something failed.
LINES_SHOWN = 20
# Native dialogs open at the folder of the start, not at "Recent", where nothing is.
DIALOGS = "[org/gtk/settings/file-chooser]\nstartup-mode='cwd'\n"


class Stage:
    """Used as a context manager; `environment` is what the window sees."""

    def __init__(self, home, theme):
        absent = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
        if absent:
            raise Missing("install these packages first: " + ", ".join(absent))
        self.processes = []
        self.home = Path(home)
        self.said = self.home / "said.txt"
        self.environment = {
            **os.environ,
            "ATTEST_HOME": str(home),
            # Size and place of the window, files used lately, and how dialogs open are kept there.
            "XDG_CONFIG_HOME": str(home) + "/config",
            "XDG_DATA_HOME": str(home) + "/data",
            "ATTEST_STATE": str(home) + "/state",
            "GSETTINGS_BACKEND": "keyfile",
            "GTK_THEME": theme,
            "TAURI_WEBVIEW_AUTOMATION": "true",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "NO_AT_BRIDGE": "1",
            "GDK_BACKEND": "x11",
            "LC_ALL": "C.UTF-8",
        }

    def __enter__(self):
        try:
            self._raise_curtain()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _raise_curtain(self):
        settings = self.home / "config/glib-2.0/settings/keyfile"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(DIALOGS)
        reader, writer = os.pipe()
        screen = ["-screen", "0", "1280x800x24", "-nolisten", "tcp", "-displayfd", str(writer)]
        self.start(["Xvfb", *screen], pass_fds=[writer])
        os.close(writer)
        self.environment["DISPLAY"] = ":" + self._first_line(reader)

        reader, writer = os.pipe()
        self.start(["dbus-daemon", "--session", "--nofork", f"--print-address={writer}"], pass_fds=[writer])
        os.close(writer)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._first_line(reader)
        self.driver_url = self.driver()

    def start(self, command, pass_fds=(), **variables):
        """Starts a process that ends with the stage at the latest. What it and the windows that it starts say is kept in `said`."""
        environment = {**self.environment, **variables}
        with open(self.said, "ab") as said:
            streams = {"stdin": subprocess.DEVNULL, "stdout": said, "stderr": said}
            started = subprocess.Popen(command, env=environment, pass_fds=pass_fds, start_new_session=True, **streams)
        self.processes.append(started)
        return started

    def driver(self, inspector=None):
        """Starts a driver and returns its address. It starts the windows it is asked for; with the port at which the
        page of a running window can be inspected it works in that one."""
        port = free_port()
        target = [f"--target=127.0.0.1:{inspector}"] if inspector else []
        self.driving = self.start(["WebKitWebDriver", f"--port={port}", *target])
        if not listens(port):
            raise Missing("WebKitWebDriver did not start")
        return f"http://127.0.0.1:{port}"

    def window(self, binary, arguments=()):
        """Opens a window and waits until its page has words.

        A window that is lost before is opened anew by another driver, once: WebKit's driver has lost windows at their start on busy
        machines, and none of 500 in a trial, so why is not known. It is told, with what the programs and the system say of it; a
        second time is an error."""
        try:
            return self._opened(binary, arguments)
        except WebDriverError as error:
            if LOST not in str(error):
                raise
            print(f"note: a window was lost before its page had words, and is opened anew: {error}", flush=True)
            self._tell()
        # The window is in the driver's group.
        self._end(self.driving)
        self.driver_url = self.driver()
        return self._opened(binary, arguments)

    def _opened(self, binary, arguments):
        window = Window(self.driver_url, binary, arguments)
        window.wait("words in the page", HAS_WORDS, 30)
        return window

    def _tell(self):
        """Prints what the programs said last, and what the system's log has of programs that it ended."""
        said = self.said.read_text(errors="replace").splitlines() if self.said.is_file() else []
        log = subprocess.run(["dmesg"], capture_output=True, text=True, errors="replace", check=False).stdout.splitlines()
        ended = [line for line in log if any(word in line for word in ("segfault", "trap", "oom", "Out of memory"))]
        for name, lines in (("said", said), ("system", ended)):
            print("".join(f"        {name}: {line}\n" for line in lines[-LINES_SHOWN:]), end="", flush=True)

    @staticmethod
    def _end(process):
        for wish in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, wish)
                process.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue

    @staticmethod
    def _first_line(descriptor):
        with os.fdopen(descriptor) as lines:
            line = lines.readline().strip()
        if not line:
            raise Missing("the display or the session bus did not start")
        return line

    def __exit__(self, kind=None, *_):
        if kind is not None:
            self._tell()
        # The driver first: the window is in its group and needs the display.
        for process in reversed(self.processes):
            self._end(process)
        self.processes.clear()

    def picture(self, path):
        """Writes the whole display as PNG, once two looks show the same, or after some; the driver's own screenshot call
        hangs."""
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        before = None
        for _ in range(12):
            time.sleep(0.3)
            subprocess.run(["import", "-window", "root", "-strip", str(path)], env=self.environment, check=True, timeout=30 * PATIENCE)
            now = Path(path).read_bytes()
            if now == before:
                return
            before = now


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def listens(port, seconds=20):
    """Whether something listens at this port, before the time is over."""
    end = time.monotonic() + seconds * PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        except OSError:
            time.sleep(0.1)
    return False


def lend_models(home):
    """Models under the caller's own data directory are used, its documents are not."""
    shared = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "attest"
    models = Path(os.environ.get("ATTEST_HOME") or shared) / "models"
    if models.is_dir():
        (home / "models").symlink_to(models.resolve())
