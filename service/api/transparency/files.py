"""The public log as files under `/log` (C2SP tlog-tiles): checkpoint, tiles, entry bundles, policy."""

from flask import Flask, Response

from replays.transparency.checkpoints import CONTENT_TYPE as TEXT
from replays.transparency.tiles import CONTENT_TYPE as TILE
from replays.transparency.tiles import HEIGHT, WIDTH, LogTile, parse_tile_path
from service.api.shared.conditional import REVALIDATE
from service.application.problem import RETRY, Problem
from service.application.transparency.signing import CheckpointUse, stored_checkpoint
from service.http.costs.weights import LOG_READ
from service.services import services
from service.shared.conditions import unless_known

PREFIX = "/log"
FOR_EVER = "public, max-age=31536000, immutable"
"""The Cache-Control of tiles, none of which ever changes."""


def register(app: Flask) -> None:
    """Serve the log; its readers and witnesses may reach it by any name of the machine."""
    app.add_url_rule(f"{PREFIX}/checkpoint", "log_checkpoint", checkpoint, weight=1, any_host=True)
    app.add_url_rule(f"{PREFIX}/policy", "log_policy", policy, weight=1, any_host=True)
    app.add_url_rule(f"{PREFIX}/tile/<path:place>", "log_tile", tile, weight=LOG_READ, any_host=True)


def checkpoint() -> Response:
    """The newest published checkpoint with its cosignatures; 404 `log/empty` before the first one."""
    found = stored_checkpoint(services().prover.tree.ledger.checkpoints(), CheckpointUse.PUBLISHED)
    if found is None:
        raise Problem(404, "log/empty", "the public log has no checkpoint yet", headers=RETRY)
    return _text(found.note.serialized())


def policy() -> Response:
    """The policy of this log as C2SP tlog-policy: its key, its witnesses, and how many of them are needed."""
    return _text(services().log_policy.text().encode())


def tile(place: str) -> Response:
    """A tile or an entry bundle; 404 `log/no-tile` for one that the log does not have."""
    try:
        wanted = parse_tile_path(f"tile/{place}")
    except ValueError as error:
        raise _missing(str(error)) from error
    tree = services().prover.tree
    if not _is_there(wanted, tree.ledger.size()):
        raise _missing(f"the public log does not have {wanted.path()}")
    response = Response(tree.read(wanted), content_type=TILE)
    response.headers["Cache-Control"] = FOR_EVER
    return response


def _is_there(wanted: LogTile, size: int) -> bool:
    return wanted.index * WIDTH + wanted.width <= size >> HEIGHT * (wanted.level or 0)


def _missing(why: str) -> Problem:
    return Problem(404, "log/no-tile", why)


def _text(content: bytes) -> Response:
    response = Response(content, content_type=TEXT)
    response.add_etag()
    response.headers["Cache-Control"] = REVALIDATE
    return unless_known(response)
