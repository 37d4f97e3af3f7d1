#!/usr/bin/env bash
# uvloop 0.23.0: `loop.call_later` rounds its delay to whole milliseconds, where asyncio's own loop keeps it.
#
# - A delay below half a millisecond is none: the callback is queued like one of `call_soon`, and runs before a callback
#   of `call_soon` that is requested after it.
# - A callback may run before its time, and before one with a shorter delay: 2.4 ms and 1.6 ms are both 2 ms, and the
#   one that was requested first runs first.
#
# Where it would hurt: code that paces itself by short delays (0.3 ms of rest after each piece of work) does not rest,
# and keeps a core busy; code that expects the order of delays meets another one. `asyncio.sleep` uses `call_later`.
#
# Installs uvloop in a temporary folder and runs it without the service. Fails if the behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check uvloop==0.23.0
"$place/venv/bin/python" - <<'PYTHON'
import asyncio
import platform

import uvloop

TRIALS = 20
SOON, LATER = 0.0016, 0.0024
SHORT = 0.0004


async def order(*requests):
    """The numbers of these requests of the running loop, in the order in which their callbacks run."""
    loop, ran, done = asyncio.get_running_loop(), [], asyncio.Event()

    def run(number):
        ran.append(number)
        if len(ran) == len(requests):
            done.set()

    for number, delay in enumerate(requests):
        if delay is None:
            loop.call_soon(run, number)
        else:
            loop.call_later(delay, run, number)
    await done.wait()
    return ran


async def counts():
    """How often the first of two requests runs first, of TRIALS: a short delay and none, a later and a sooner time."""
    short = [await order(SHORT, None) for _ in range(TRIALS)]
    later = [await order(LATER, SOON) for _ in range(TRIALS)]
    return short.count([0, 1]), later.count([0, 1])


found = {}
for name, run in (("asyncio", asyncio.run), ("uvloop", uvloop.run)):
    found[name] = short, later = run(counts())
    version = platform.python_version() if name == "asyncio" else uvloop.__version__
    print(
        f"{name} {version}: call_later(0.0004) before call_soon {short} of {TRIALS} times,"
        f" call_later(0.0024) before call_later(0.0016) {later} of {TRIALS} times"
    )
# asyncio's loop orders by time. Two requests are seldom so far apart that the second one really is the later one.
assert found["asyncio"][0] == 0 and found["asyncio"][1] < TRIALS, "asyncio's loop orders otherwise"
assert found["uvloop"] == (TRIALS, TRIALS), "uvloop does not round any more"
PYTHON
echo "As described: uvloop rounds delays to whole milliseconds."
