#!/usr/bin/env bash
# uvicorn 0.54.0 with httptools (its default where httptools is installed): a client of HTTP/1.0 gets what only HTTP/1.1
# has. With h11 it does not.
#
# - A response without a length is sent in chunks, so a client of HTTP/1.0 reads their sizes as a part of the body
#   (RFC 9112, 6.1: a server must not send Transfer-Encoding unless the request is of HTTP/1.1 or later).
# - `Expect: 100-continue` gets an interim response, which the client takes for the response
#   (RFC 9110, 10.1.1: a server that receives it in a request of HTTP/1.0 must ignore it).
#
# Where it would hurt: old clients, and proxies that speak HTTP/1.0 to the servers behind them, with streams and exports.
#
# Installs uvicorn in a temporary folder and runs it on 127.0.0.1 without the service. Fails if the behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check uvicorn==0.54.0 httptools==0.9.0 h11==0.16.0
"$place/venv/bin/python" - <<'PYTHON'
import asyncio

import uvicorn

ASKED = b"POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody"


async def app(scope, receive, send):
    """Read the body, and respond with two pieces and no length."""
    while (await receive())["more_body"]:
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"one ", "more_body": True})
    await send({"type": "http.response.body", "body": b"two"})


async def answer(parser):
    """All bytes of the response to a request of HTTP/1.0, until the server closes the connection."""
    config = uvicorn.Config(app, port=0, http=parser, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(ASKED)
    received = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    server.should_exit = True
    await task
    return received


found = {parser: asyncio.run(answer(parser)) for parser in ("h11", "httptools")}
for parser, received in found.items():
    print(f"uvicorn {uvicorn.__version__} with {parser}: {received!r}")
right, wrong = found["h11"], found["httptools"]
assert right.startswith(b"HTTP/1.1 200 ") and right.endswith(b"\r\n\r\none two"), "h11 responds otherwise"
assert wrong.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 "), "there is no interim response any more"
assert wrong.endswith(b"4\r\none \r\n3\r\ntwo\r\n0\r\n\r\n"), "there are no chunks any more"
PYTHON
echo "As described: uvicorn with httptools sends an interim response and chunks to HTTP/1.0."
