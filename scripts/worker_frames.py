"""The program's own worker process, spoken to in its frames (crates/host/src/frame.rs).

    with Worker("target/release/attest", "embedding", load) as worker:
        vectors = worker.ask({"embed": texts}, "embedded")

Standard library only. The messages are those of crates/engine/src/protocol.rs.
"""

import hashlib
import json
import os
import struct
import subprocess
from pathlib import Path

MAGIC = b"\xa7at\x01"  # a message; the word to stop a request is never sent here


class Worker:
    """A worker that was asked to load a model; `kind` is model, embedding or reader."""

    def __init__(self, executable, kind, load):
        environment = {**os.environ, "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "10000"}
        self.process = subprocess.Popen([executable, "worker", kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, env=environment)
        name = "load" if kind == "model" else f"load_{kind}"
        # The worker loads nothing whose hash it was not told.
        with open(load["path"], "rb") as file:
            load = {**load, "sha256": hashlib.file_digest(file, "sha256").hexdigest()}
        self.loaded = self.ask({name: load}, "loaded")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def read(self, count):
        data = self.process.stdout.read(count)
        if len(data) < count:
            raise SystemExit("error: the worker ended")
        return data

    def reply(self):
        header = self.read(8)
        if header[:4] != MAGIC:
            raise SystemExit("error: the worker does not speak in frames")
        return json.loads(self.read(struct.unpack("<I", header[4:])[0]))

    def ask(self, request, wanted):
        """Asks and returns what the reply holds under the name `wanted`; ends the script on anything else."""
        message = json.dumps(request).encode()
        self.process.stdin.write(MAGIC + struct.pack("<I", len(message)) + message)
        self.process.stdin.flush()
        while True:
            reply = self.reply()
            if "progress" in reply or "said" in reply:
                continue
            if wanted not in reply:
                raise SystemExit(f"error: the worker says {reply}")
            return reply[wanted]

    def seconds(self):
        """Processor time so far, where the system tells it."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
