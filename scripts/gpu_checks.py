"""What scripts/test-gpu shows of a program that was built for a graphics processor, and what it measures.

Called by that script; standard library only. The program is asked from outside, as a person asks it.
Everything is tried, also after something was not shown: the last line counts.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

# Of both there are two values to choose from: of one alone the model is not asked.
QUESTIONS = ["What is the annual premium?", "What is the deductible?"]
DOCUMENT = """The annual premium is EUR 1,482.50.
The deductible is EUR 250.00 for each claim.
The policy begins on 1 March 2024.
"""
SECONDS = 900  # of one run: a software driver takes half a minute a question
MODEL = "smollm2-135m-instruct-q4_1"
WAY = 1  # of `attest bench`: the answer model chooses
FORCED = 4  # layers, where not all are to go


class Failed(Exception):
    """The program ended as it should not have."""


class Checks:
    """A program, a folder for its data directories, and what was not shown."""

    def __init__(self, options):
        self.attest = options.attest
        self.scratch = options.scratch
        self.kind = options.kind
        self.document = self.scratch / "policy.txt"
        self.document.write_text(DOCUMENT)
        self.policy = self.scratch / "policy.toml"
        # The model that answers chooses: with the reader alone it would not be loaded.
        shipped = options.policy.read_text()
        chosen = shipped.replace('choose_with = "reader"', 'choose_with = "model"')
        assert chosen != shipped, "the policy that ships says otherwise who chooses"
        self.policy.write_text(chosen)
        self.not_shown = 0
        self.was_there = False  # all layers were on the device, and the record says so
        self.alone, self.record = {}, {}

    # ------------------------------------------------------------- asking

    def run(self, name, *arguments, environment=None, codes=(0,)):
        """Standard output and standard error of a run on a data directory of this name."""
        command = [self.attest, "--data-dir", str(self.scratch / name), *arguments]
        done = subprocess.run(command, env={**os.environ, **(environment or {})}, capture_output=True, text=True,
                              timeout=SECONDS)
        if done.returncode not in codes:
            raise Failed(f"{' '.join(arguments)} ended with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout, done.stderr

    def asked(self, name, question, *options, environment=None):
        """What an answer says, the body of its record, its record's name, and what was told beside it."""
        began = time.monotonic()
        out, told = self.run(name, "--json", *options, "ask", "--doc", str(self.document), "--policy", str(self.policy),
                             question, environment=environment)
        print(f"  ({name}: {time.monotonic() - began:.1f} s)", flush=True)
        answer = json.loads(out)
        record, _ = self.run(name, "--json", "audit", "show", answer["record_id"])
        said = {
            "items": [item["value"] for item in answer["answer"]["items"]],
            "lines": [(one["line_start"], one["line_end"]) for one in answer["citations"]],
            "decision": answer["decision"],
        }
        return said, json.loads(record)["body"], answer["record_id"], told

    def doctor(self, environment=None):
        """What `attest doctor` finds, by name; it says with 3 that something is not sound."""
        out, _ = self.run("doctor", "--json", "doctor", environment=environment, codes=(0, 3))
        return {one["name"]: one for one in json.loads(out)}

    # ------------------------------------------------------------ showing

    def check(self, what, found, expected):
        if found == expected:
            print(f"shown: {what}", flush=True)
        else:
            self.not_shown += 1
            print(f"NOT shown: {what}\n  found:    {found}\n  expected: {expected}", flush=True)

    def attempt(self, step, *arguments):
        """A step; what ends it is told, and the next is tried."""
        try:
            step(*arguments)
        except (Failed, KeyError, IndexError, TypeError, ValueError, subprocess.TimeoutExpired) as error:
            self.not_shown += 1
            print(f"NOT shown: {step.__name__}: {type(error).__name__}: {error}", flush=True)

    def devices(self):
        found = self.doctor()
        for wall in ("network", "files"):
            self.check(f"the wall stands, {wall}: {found[wall]['finding']}", found[wall]["sound"], True)
        graphics = found["graphics"]
        self.check(f"a device is found behind it: {graphics['finding']}", graphics["sound"], True)

    def answers(self, question):
        self.alone[question], body, _, _ = self.asked("alone", question, "--gpu-layers", "0")
        self.check(f"on the processor alone: {self.alone[question]['items']}",
                   (body.get("offload"), body.get("kept_off")), (None, None))
        self.check(f"the model weighs values: {weighed(body)}", body["tokens"]["scored"] > 0, True)
        said, body, self.record[question], _ = self.asked("all", question)
        there = offloaded(body)
        self.check(f"all layers are on the device: {there}; {weighed(body)}", there["layers"], there["of"])
        self.was_there = there["layers"] == there["of"]
        self.check("with the same answer", said, self.alone[question])
        said, body, _, _ = self.asked("some", question, "--gpu-layers", str(FORCED))
        there = offloaded(body)
        self.check(f"{FORCED} layers are there and no more; {weighed(body)}", there["layers"], FORCED)
        self.check("with the same answer", said, self.alone[question])

    def replays(self):
        record = self.record[QUESTIONS[0]]
        out, _ = self.run("all", "--json", "audit", "replay", record, codes=(0, 1))
        self.check("given again there, it is the same to the last digit", json.loads(out)["equal"], True)
        out, _ = self.run("all", "--json", "--gpu-layers", "0", "audit", "replay", record, codes=(0, 1))
        again = json.loads(out)
        self.check("given again on the processor, it is not", again["equal"], False)
        names = [one["fact"] for one in again["environment"]]
        self.check(f"and the record names what differs: {names}", "offload.layers" in names, True)

    def fallen_back(self, name, why, words, environment):
        """With a driver that cannot be had, the answer is the processor's, and that is said."""
        said, body, _, told = self.asked(name, QUESTIONS[0], environment=environment)
        self.check(f"{name}: the same answer as on the processor alone", said, self.alone[QUESTIONS[0]])
        self.check(f"{name}: the record says why", (body.get("kept_off"), body.get("offload")), (why, None))
        last = told.strip().splitlines()[-1:]
        self.check(f"{name}: it is said beside the answer", last, [f"note: the model ran on the processor alone: {words}"])

    def driver_that_ends(self, environment):
        found = self.doctor(environment)["graphics"]
        self.check(f"doctor says so of a driver that ends the process: {found['finding']}", found["sound"], False)
        self.fallen_back("a driver that ends the process", "crashed",
                         "the process ended while it was loaded on the graphics processor", environment)

    def all(self):
        self.attempt(self.devices)
        for question in QUESTIONS:
            self.attempt(self.answers, question)
        self.attempt(self.replays)
        drivers = str(self.scratch / "drivers")
        if self.kind == "cuda":
            nowhere = {"CUDA_VISIBLE_DEVICES": ""}
            own = os.environ.get("LD_LIBRARY_PATH")
            ends = {"LD_LIBRARY_PATH": f"{drivers}:{own}" if own else drivers}
        else:
            nowhere = {"VK_ICD_FILENAMES": "/no/driver.json", "VK_DRIVER_FILES": "/no/driver.json"}
            ends = {"VK_ICD_FILENAMES": drivers, "VK_DRIVER_FILES": drivers}
        self.attempt(self.fallen_back, "no device", "no_device", "no graphics processor was found", nowhere)
        self.attempt(self.driver_that_ends, ends)


def offloaded(body):
    """What an answer's record says of the device."""
    if not body.get("offload"):
        raise Failed(f"nothing was on a device: {body.get('kept_off')}")
    return body["offload"]


def weighed(body):
    """What an answer's record says of the work of the model."""
    tokens, choice, latency = body["tokens"], body["choice"], body["latency"]
    return (f"{tokens['prompt']} tokens read in {latency['prefill_ms']} ms, {tokens['scored']} weighed, logarithm of likelihood "
            f"{choice['signals']['log_probability']:.6f}, probability {choice['probability']:.4f}")


# ------------------------------------------------------------------ measuring


class Turns:
    """`attest bench --in-turns` with so many layers on the device; none: as many as fit."""

    def __init__(self, checks, questions, limit, layers):
        command = [checks.attest, "bench", str(questions), "--in-turns", "--data-dir", str(checks.scratch / "bench")]
        command += ["--limit", str(limit)] if limit else []
        command += ["--gpu-layers", str(layers)] if layers is not None else []
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def reply(self):
        line = self.process.stdout.readline()
        if not line:
            raise Failed("attest bench ended")
        return json.loads(line)

    def ask(self, question):
        self.process.stdin.write(json.dumps({"ask": {"question": question, "way": WAY}}) + "\n")
        self.process.stdin.flush()
        return self.reply()

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=SECONDS)


def models(checks, rounds):
    """`attest models bench`, each setting once a round; a line a run."""
    settings = {
        "two threads": ["--gpu-layers", "0", "--threads", "2"],
        "all threads": ["--gpu-layers", "0"],
        "device": [],
    }
    runs = []
    for number in range(rounds):
        names = list(settings)
        for name in names[number % 3:] + names[:number % 3]:
            out, _ = checks.run("bench", "--json", *settings[name], "models", "bench", MODEL)
            runs.append({"setting": name, **json.loads(out)})
    for name in settings:
        own = [run for run in runs if run["setting"] == name]
        print(f"models bench, {name} ({own[0]['threads']} threads): "
              f"reads {median(own, 'prefill_tokens_per_second'):.0f} tokens/s, "
              f"writes {median(own, 'decode_tokens_per_second'):.0f} tokens/s, "
              f"loaded in {median(own, 'load_ms'):.0f} ms (medians of {len(own)})", flush=True)
    return runs


def in_turns(checks, questions, limit):
    """The questions of `attest bench`, the answer model choosing, on the processor and on the device in turns."""
    sides = {"processor": Turns(checks, questions, limit, 0), "device": Turns(checks, questions, limit, None)}
    about = [side.reply() for side in sides.values()]  # both are ready before anything is asked
    lines = []
    for number in range(len(about[0]["questions"])):
        names = list(sides) if number % 2 else list(sides)[::-1]
        lines.append({name: sides[name].ask(number) for name in names})
    for side in sides.values():
        side.close()
    for name in sides:
        own = [line[name] for line in lines]
        read = sum(one["prompt_tokens"] - one["reused_tokens"] for one in own)
        spent = sum(one["prefill_ms"] for one in own)
        times = [statistics.median([one["answer_ms"] for one in own if one["first"] is first] or [0])
                 for first in (True, False)]
        loads = [one["load_ms"] for one in own if one["load_ms"] is not None]
        print(f"bench, {name}: right {sum(one['right'] for one in own)} of {len(own)}; first question "
              f"{times[0]:.0f} ms, later {times[1]:.0f} ms; {read} tokens read in {spent} ms "
              f"({read * 1000 / max(spent, 1):.0f} tokens/s); weighed in {sum(one['score_ms'] for one in own)} ms, written in "
              f"{sum(one['decode_ms'] for one in own)} ms; loaded in {max(loads, default=0)} ms", flush=True)
    # Where there is one value to choose from, the model is not asked.
    asked = [line for line in lines if line["processor"]["prompt_tokens"]]
    ratios = [line["processor"]["answer_ms"] / max(line["device"]["answer_ms"], 1) for line in asked]
    differ = [line["device"]["id"] for line in lines
              if (line["processor"]["right"], line["processor"]["found"]) != (line["device"]["right"], line["device"]["found"])]
    print(f"bench: the processor took {statistics.median(ratios):.2f} times as long as the device (median of {len(ratios)} "
          f"questions that the model read anything for; "
          f"{min(ratios):.2f} to {max(ratios):.2f}); right on one side only: {differ}", flush=True)
    return lines


def median(runs, name):
    numbers = [run[name] for run in runs if run[name] is not None]
    return statistics.median(numbers) if numbers else float("nan")


def measure(checks, options):
    figures = {}
    if not checks.was_there:
        print("NOT measured: no answer was the device's, so the figures would be the processor's twice", flush=True)
        return

    def step_models():
        figures["models_bench"] = models(checks, options.rounds)

    def step_questions():
        figures["bench"] = in_turns(checks, options.questions, options.limit)

    for step in (step_models, step_questions):
        checks.attempt(step)
        options.figures.write_text(json.dumps(figures, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--attest", required=True)
    parser.add_argument("--scratch", type=Path, required=True)
    parser.add_argument("--kind", choices=["vulkan", "cuda"], required=True)
    parser.add_argument("--policy", type=Path, required=True)
    parser.add_argument("--questions", type=Path, required=True)
    parser.add_argument("--figures", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    checks = Checks(options)
    checks.all()
    if options.figures:
        measure(checks, options)
    if checks.not_shown:
        sys.exit(f"not shown: {checks.not_shown}")
    print("all shown")


if __name__ == "__main__":
    main()
