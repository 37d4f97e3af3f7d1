r"""A bot that plays Kingdomino by webhooks alone: it does not poll, and fetches a game only after a notice.

    SERVICE=https://kingdomino.example.org TOKEN=… LISTEN=8080 URL=https://bot.example.org/ \
        python webhook_bot.py [GAME…]

TOKEN is a token of the bot's account. URL leads to this program, which listens at the port LISTEN. The bot
takes a seat in each GAME, an id, and also moves in games that its account has joined in another way. It
appends the receipts of its moves to the file RECEIPTS, receipts.txt by default, and keeps what it sends to
take a seat in the folder SEATS, seats by default. It needs only Python 3.11 or later.
"""

import base64
import hashlib
import hmac
import json
import os
import queue
import random
import secrets
import sys
import time
import urllib.request
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError

SERVICE, TOKEN, URL = os.environ["SERVICE"], os.environ["TOKEN"], os.environ["URL"]
RECEIPTS = Path(os.environ.get("RECEIPTS", "receipts.txt"))
SEATS = Path(os.environ.get("SEATS", "seats"))
TOLERANCE = 5 * 60
todo: queue.Queue[str] = queue.Queue()


def ask(method, path, body=None, **headers):
    """Send a request to the service; the JSON of its response."""
    headers |= {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(SERVICE + path, data, headers, method=method)  # noqa: S310
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 - of the service
        if receipt := answer.headers["Kingdomino-Receipt"]:
            with RECEIPTS.open("a") as kept:
                kept.write(receipt + "\n")
        return json.load(answer)


def is_signed(secret, headers, body):
    """True if the service signed the request and its time is within TOLERANCE, so that it is not a replay."""
    id_, sent_at = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not sent_at.isdigit() or abs(time.time() - int(sent_at)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, f"{id_}.{sent_at}.".encode() + body, hashlib.sha256)
    expected = "v1," + base64.b64encode(mac).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return any(hmac.compare_digest(expected, each) for each in signatures)


def listen(secret):
    """Receive notices: respond at once, within 15 seconds, and leave the games to the main thread."""

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 20_000))
            right = is_signed(secret, self.headers, body)
            self.send_response(204 if right else 401)
            self.end_headers()
            if right:
                notice = json.loads(body)["data"]
                print(notice.get("text", notice["kind"]), flush=True)
                if notice.get("game"):
                    todo.put(notice["api"])

    server = ThreadingHTTPServer(("", int(os.environ["LISTEN"])), Hook)
    Thread(target=server.serve_forever, daemon=True).start()


def attempt(game, me):
    """What to send for a seat: made once, and stored before it is sent, so each start of the bot sends it.

    Otherwise a server could refuse requests until one has entropy with a deck that suits it.
    """
    first = ask("GET", f"/api/v1/games/{game}/events?limit=1")["events"][0]
    body = {name: value for name, value in first.items() if name != "hash"}
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)  # canonical JSON
    genesis = hashlib.sha256(f"kingdomino game {game}".encode()).digest()
    if first["hash"] != hashlib.sha256(genesis + text.encode()).hexdigest():
        sys.exit(f"game {game}: event 1 does not have its hash, so nothing was sent")
    if body["data"].get("draws", 1) < 2:
        sys.exit(f"game {game} has old draws, which the operator can choose, so nothing was sent")
    made = {"entropy": secrets.token_hex(32), "first": first["hash"], "key": secrets.token_hex(16)}
    made |= {"others": [], "player": me, "requests": [], "table": game}
    path = SEATS / f"{game}.json"
    SEATS.mkdir(exist_ok=True)
    part = written(made)
    with suppress(FileExistsError):
        os.link(part, path)  # of several bots, one makes it
    part.unlink()
    kept = json.loads(path.read_text())
    if (kept["first"], kept["player"]) != (first["hash"], me):
        sys.exit(f"game {game}: {path} has another event 1 or player, so nothing was sent")
    return path, kept


def written(kept):
    """A file with this text, on the disk."""
    path = SEATS / f"{kept['key']}.part"
    with path.open("w") as file:
        file.write(json.dumps(kept) + "\n")
        file.flush()
        os.fsync(file.fileno())
    return path


def sit_down(game, me):
    """Take a seat, with entropy created after the first event of the game has committed to the draws."""
    path, kept = attempt(game, me)
    print(f"game {game}: keep {path} for the audit, --against", flush=True)
    body, sent = {"entropy": kept["entropy"], "seen": kept["first"]}, int(time.time() * 1000)
    status = None
    try:
        ask("POST", f"/api/v1/games/{game}/seats", body, **{"Idempotency-Key": kept["key"]})
        status = 201
    except HTTPError as error:
        status = error.code
        raise
    finally:
        answer = {"at": sent, "code": None, "status": status}
        kept["requests"] = [*kept["requests"], answer][-500:]  # as many as an audit reads
        written(kept).replace(path)


def play(game, me):
    """Move until it is another player's turn. A notice may be sent twice, so the state decides."""
    while True:
        state = ask("GET", game)
        if not state["to_act"] or state["players"][state["to_act"]["seat"]]["player"] != me:
            return
        offered = ask("GET", f"{game}/moves")
        try:
            version = f'"{offered["version"]}"'
            ask("POST", f"{game}/moves", random.choice(offered["moves"]), **{"If-Match": version})  # noqa: S311
        except HTTPError as error:
            if error.code not in (409, 412):  # another request changed the game meanwhile: fetch it again
                raise


if __name__ == "__main__":
    # With this key, each start of the bot gets the same webhook and the same secret.
    listen(ask("POST", "/api/v1/me/webhooks", {"url": URL}, **{"Idempotency-Key": URL})["secret"])
    account = ask("GET", "/api/v1/me")["id"]
    for game in sys.argv[1:]:
        sit_down(game, account)
    while True:
        play(todo.get(), account)
