#!/usr/bin/env python3
"""The service asked by the official Python client of the Model Context Protocol.

Run: tests/service/client.py --binary target/release/attest

In the two ways that the client can begin: with the handshake of the revisions up to 2025-11-25, and
by `server/discover` of 2026-07-28. The client checks every result against the tool's output schema
itself. Needs the packages of requirements.txt, and the default models where questions are asked.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp import Client, MCPError, StdioServerParameters

HOME = Path(__file__).resolve().parent.parent.parent
SAMPLE = HOME / "samples" / "policy.pdf"
TOOLS = ["ask", "list_documents", "read_evidence", "search", "verify_answer"]
# Written by the model, so that there is time to cancel it.
LONG = {
    "question": "Describe the cover.",
    "schema": {
        "type": "object",
        "properties": {"items": {"type": "array", "items": {"type": "string"}, "minItems": 5, "maxItems": 20}},
        "required": ["items"],
    },
}
MAX_SECONDS = 120


class Checks:
    """Counts what holds; what does not ends the test."""

    def __init__(self):
        self.passed = 0

    def that(self, what, holds):
        if not holds:
            raise AssertionError(what)
        self.passed += 1

    def equal(self, what, found, wanted):
        self.that(f"{what}: {found!r} is not {wanted!r}", found == wanted)


async def tools(client, check):
    listed = (await client.list_tools()).tools
    check.equal("tools", sorted(tool.name for tool in listed), TOOLS)
    for tool in listed:
        check.that(f"{tool.name} says what it gives", tool.output_schema["type"] == "object")
        asks = tool.name in ("ask", "verify_answer")
        check.equal(f"{tool.name} only reads", tool.annotations.read_only_hint, not asks)
        check.equal(f"{tool.name} stays here", tool.annotations.open_world_hint, False)


async def reading(client, check):
    listed = (await client.call_tool("list_documents", {})).structured_content
    check.equal("documents", [one["title"] for one in listed["documents"]], ["policy.pdf"])
    found = (await client.call_tool("search", {"query": "deductible", "limit": 3})).structured_content
    check.that("a passage is found", "deductible" in found["passages"][0]["text"])
    read = await client.call_tool("read_evidence", {"document": "policy.pdf", "first_line": 2, "last_line": 2})
    line = read.structured_content["excerpts"][0]["lines"][0]
    check.equal("line 2", line, {"number": 2, "page": 1, "text": "Small Business Insurance Policy"})
    uri = f"attest://document/{listed['documents'][0]['id']}"
    resources = (await client.list_resources()).resources
    check.equal("the first resource", (str(resources[0].uri), resources[0].name), (uri, "policy.pdf"))
    text = (await client.read_resource(uri)).contents[0].text
    check.equal("its lines", text.splitlines()[1], "     2  Small Business Insurance Policy")
    templates = (await client.list_resource_templates()).resource_templates
    check.equal("templates", len(templates), 2)


async def failures(client, check):
    refused = await client.call_tool("ask", {"question": "What is it?", "documents": ["nowhere.pdf"]})
    error = json.loads(refused.content[0].text)["error"]
    check.that("it is an error", refused.is_error)
    check.equal("its place", error["place"], "/documents/0")
    check.that("it says what to do", error["help"])
    refused = await client.call_tool("ask", {"question": "What is it?", "colour": "red"})
    check.that("an argument that is none is named", "colour" in refused.content[0].text)
    for request in (client.call_tool("guess", {}), client.read_resource("attest://document/zz")):
        try:
            await request
        except MCPError as refusal:
            check.that("it says what to do", refusal.error.data["help"])
        else:
            raise AssertionError("it was not refused")


async def asking(client, check):
    told = []

    async def on_progress(progress, total, message):
        told.append((progress, message))

    asked = {"question": "What is the annual premium?", "documents": ["policy.pdf"], "answer_type": "amount"}
    response = (await client.call_tool("ask", asked, progress_callback=on_progress)).structured_content
    value = response["answer"]["items"][0]["value"]
    check.equal("the premium", (value["value"], value["currency"]), (1482.5, "USD"))
    check.that("progress grows", told and told == sorted(told, key=lambda one: one[0]))
    check.that("progress says what is done", all(message for _, message in told))
    citation = response["citations"][0]
    check.that("the quote holds the value", "1,482.50" in citation["quote"])
    cited = await client.call_tool("read_evidence", {"record": response["record_id"]})
    excerpt = cited.structured_content["excerpts"][0]
    check.equal("the record's quote", excerpt["quote"], citation["quote"])
    check.equal("the cited line", excerpt["lines"][0]["number"], citation["line_start"])
    uri = f"attest://record/{response['record_id']}"
    record = json.loads((await client.read_resource(uri)).contents[0].text)
    check.equal("the record", (record["id"], record["kind"]), (response["record_id"], "answer"))
    uris = [str(one.uri) for one in (await client.list_resources()).resources]
    check.that("the record is listed", uri in uris)
    given = {"question": asked["question"], "answer": "USD 1,482.50", "documents": ["policy.pdf"]}
    verified = (await client.call_tool("verify_answer", given)).structured_content
    check.equal("the check", verified["answer"]["items"][0]["value"]["response"], "Yes")
    return asked


async def cancelling(client, check, asked):
    writing = asyncio.Event()

    async def on_progress(progress, total, message):
        if message.startswith("writing"):
            writing.set()

    long = asyncio.create_task(client.call_tool("ask", LONG, progress_callback=on_progress))
    await asyncio.wait_for(writing.wait(), MAX_SECONDS)
    long.cancel()
    ended = await asyncio.gather(long, return_exceptions=True)
    check.that("it was cancelled", isinstance(ended[0], asyncio.CancelledError))
    again = await asyncio.wait_for(client.call_tool("ask", asked), MAX_SECONDS)
    check.equal("the next question", again.structured_content["status"], "OK")


async def whole(parameters, mode, with_models, check):
    async with Client(parameters, mode=mode) as client:
        check.equal("who answers", client.server_info.name, "attest")
        await tools(client, check)
        await reading(client, check)
        await failures(client, check)
        if with_models:
            await cancelling(client, check, await asking(client, check))
        return client.protocol_version


def attest(binary, data, *arguments):
    return subprocess.run([binary, *arguments, "--data-dir", data], cwd=HOME, capture_output=True, text=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--binary", required=True, help="the built attest")
    binary = str(Path(parser.parse_args().binary).resolve())
    check = Checks()
    with tempfile.TemporaryDirectory(prefix="attest-service-") as folder:
        data = str(Path(folder) / "data")
        os.environ["ATTEST_STATE"] = str(Path(folder) / "state")
        with_models = attest(binary, data, "models", "check").returncode == 0
        if not with_models:
            if os.environ.get("CI"):
                sys.exit("error: the default model must be present in CI\nhint: run scripts/models")
            print("skipped: questions, since the default model is not here; scripts/models fetches it")
        added = attest(binary, data, "docs", "add", str(SAMPLE))
        check.equal("the sample is added", added.returncode, 0)
        environment = {name: os.environ[name] for name in ("ATTEST_HOME", "ATTEST_STATE") if name in os.environ}
        parameters = StdioServerParameters(
            command=binary, args=["serve", "--stdio", "--data-dir", data], env=environment, cwd=str(HOME)
        )
        versions = [asyncio.run(whole(parameters, mode, with_models, check)) for mode in ("legacy", "auto")]
        check.that(f"two revisions were spoken: {versions}", len(set(versions)) == 2)
        sound = attest(binary, data, "audit", "verify")
        check.that("every record stands", "every one stands as it was written" in sound.stdout)
    print(f"{check.passed} passed, 0 failed")


if __name__ == "__main__":
    main()
