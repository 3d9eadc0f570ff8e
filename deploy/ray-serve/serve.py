"""Ray Serve in front of replicas of llama.cpp; `run` beside this file starts it.

    client ──▶ Ray's proxy ──▶ a replica with room ──▶ its llama-server, which batches its slots

A replica is one llama-server, started by the replica's process and ended with it, and what passes
its requests on as they are: prompt, grammar and reply are llama-server's own. Ray shares requests
out, starts a replica anew that died, and sends nothing to one that is not well. A reply that was cut
off by a death is not sent again by Ray; the client does that, with the same bytes.
"""

import argparse
import asyncio
import contextlib
import os
import socket
import subprocess
import time

import aiohttp
import ray
from ray import serve
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse

CONTEXT_TOKENS = 4096  # of one slot: what the default policy fills at most
LOADING_SECONDS = 300
# Ends what it started when its own input ends, as it does when the replica is killed.
LEASH = '"$@" < /dev/null & child=$!; cat > /dev/null; kill -9 "$child"'


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@serve.deployment(health_check_period_s=2, health_check_timeout_s=10, graceful_shutdown_timeout_s=5)
class Replica:
    def __init__(self, executable, model, slots, threads):
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        command = [executable, "--model", model, "--alias", "attest", "--host", "127.0.0.1", "--port", str(port),
                   "--parallel", str(slots), "--ctx-size", str(slots * CONTEXT_TOKENS), "--threads", str(threads),
                   "--flash-attn", "off", "--cache-ram", "256", "--no-webui"]
        self.server = subprocess.Popen(["sh", "-c", LEASH, "sh", *command], stdin=subprocess.PIPE,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.session = None

    async def ready(self):
        """The session with the llama-server, once it has loaded its model."""
        if self.session is None:
            session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None))
            until = time.monotonic() + LOADING_SECONDS
            while True:
                with contextlib.suppress(aiohttp.ClientError):
                    async with session.get(self.address + "/health") as reply:
                        if reply.status == 200:
                            break
                if time.monotonic() > until:
                    raise RuntimeError("llama-server did not load its model")
                await asyncio.sleep(0.2)
            self.session = session
        return self.session

    async def check_health(self):
        """Called by Ray: a replica whose llama-server is gone is started anew."""
        session = await self.ready()
        async with session.get(self.address + "/health") as reply:
            if reply.status != 200:
                raise RuntimeError(f"llama-server says {reply.status}")

    async def pid(self):
        return os.getpid()

    async def __call__(self, request: Request) -> Response:
        if request.url.path == "/replica":  # which one this is, for tests
            return PlainTextResponse(str(os.getpid()))
        try:
            session = await self.ready()
            reply = await session.post(self.address + request.url.path, data=await request.body(),
                                       headers={"content-type": "application/json"})
        except (aiohttp.ClientError, RuntimeError):
            return PlainTextResponse("the replica's llama-server is gone", status_code=503)
        if reply.status != 200:
            return Response(await reply.read(), status_code=reply.status, media_type=reply.content_type)

        async def pieces():
            async with reply:
                async for piece in reply.content.iter_any():
                    yield piece

        return StreamingResponse(pieces(), media_type=reply.content_type)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("model")
    parser.add_argument("--executable", required=True, help="llama-server")
    parser.add_argument("--replicas", type=int, default=2)
    parser.add_argument("--slots", type=int, default=2, help="of each replica")
    parser.add_argument("--threads", type=int, default=1, help="of each replica")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    ray.init(include_dashboard=False, object_store_memory=80 * 1024 * 1024, log_to_driver=False)
    # Ray waits a minute for its proxy, and goes on starting it; a busy machine takes longer.
    for attempt in range(5):
        try:
            serve.start(http_options={"host": "127.0.0.1", "port": given.port})
            break
        except TimeoutError:
            if attempt == 4:
                raise
    # More requests than slots would wait inside of a replica, where no other can take them.
    deployment = Replica.options(num_replicas=given.replicas, max_ongoing_requests=given.slots)
    model = os.path.abspath(given.model)
    serve.run(deployment.bind(given.executable, model, given.slots, given.threads), name="attest")
    print(f"ready: http://127.0.0.1:{given.port}, {given.replicas} replicas of {given.slots} slots", flush=True)
    try:
        while True:
            time.sleep(3600)
    except KeyboardInterrupt:
        serve.shutdown()
        ray.shutdown()


if __name__ == "__main__":
    main()
