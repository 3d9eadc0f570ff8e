"""The stage of the window test: an X display, a session bus, WebKitWebDriver.

Every process gets a group of its own and is ended by its id.
"""

import os
import shutil
import signal
import socket
import subprocess
import time


class Missing(Exception):
    """A program that the test needs is not installed."""


PROGRAMS = {
    "Xvfb": "xvfb",
    "WebKitWebDriver": "webkit2gtk-driver",
    "dbus-daemon": "dbus",
    "import": "imagemagick",
}


class Stage:
    """Used as a context manager; `environment` is what the window sees."""

    def __init__(self, home, theme):
        absent = [package for program, package in PROGRAMS.items() if shutil.which(program) is None]
        if absent:
            raise Missing("install these packages first: " + ", ".join(absent))
        self.processes = []
        self.environment = {
            **os.environ,
            "ATTEST_HOME": str(home),
            # Size and place of the window are kept there.
            "XDG_CONFIG_HOME": str(home) + "/config",
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
        reader, writer = os.pipe()
        screen = ["-screen", "0", "1280x800x24", "-nolisten", "tcp", "-displayfd", str(writer)]
        self._start(["Xvfb", *screen], pass_fds=[writer])
        os.close(writer)
        self.environment["DISPLAY"] = ":" + self._first_line(reader)

        reader, writer = os.pipe()
        self._start(["dbus-daemon", "--session", "--nofork", f"--print-address={writer}"], pass_fds=[writer])
        os.close(writer)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self._first_line(reader)

        port = free_port()
        self.driver_url = f"http://127.0.0.1:{port}"
        self._start(["WebKitWebDriver", f"--port={port}"])
        wait_for_port(port)

    def _start(self, command, pass_fds=()):
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        started = subprocess.Popen(command, env=self.environment, pass_fds=pass_fds, start_new_session=True, **quiet)
        self.processes.append(started)

    @staticmethod
    def _first_line(descriptor):
        with os.fdopen(descriptor) as lines:
            line = lines.readline().strip()
        if not line:
            raise Missing("the display or the session bus did not start")
        return line

    def __exit__(self, *_):
        # The driver first: the window is in its group and needs the display.
        for process in reversed(self.processes):
            for wish in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, wish)
                    process.wait(5)
                except (ProcessLookupError, subprocess.TimeoutExpired):
                    continue
        self.processes.clear()

    def picture(self, path):
        """Writes the whole display as PNG; the driver's own screenshot call hangs."""
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        subprocess.run(["import", "-window", "root", "-strip", str(path)], env=self.environment, check=True, timeout=30)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port, seconds=20):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise Missing("WebKitWebDriver did not start")
