"""Runs the scripts of this folder, most of which write only if a game's stream has the expected head."""

from collections.abc import Sequence
from importlib.resources import files

from redis import Redis

from replays.encoding.chain import genesis
from replays.encoding.entries import Head, RawEntry, head_of
from replays.encoding.identity import GameId
from replays.log.event_log import Conflict, Entombed
from replays.store.scripts import Script
from replays.streams import keys

REFUSED = (b"conflict", b"entombed")
"""The replies of these scripts when they write nothing."""


def script(client: Redis, name: str) -> Script:
    """Return the script of this name in this folder."""
    return Script(client, files("replays.streams.scripts").joinpath(name).read_text("utf-8"))


class HeadScript:
    """The script of this name, after `head.lua`, which has the first key and the first three arguments.

    A run returns when its writes, or those of the first run of a repeated command, are on the disks of
    `replicas` replicas.
    """

    def __init__(self, client: Redis, name: str, replicas: int = 0) -> None:
        parts = (
            files("replays.streams.scripts").joinpath(part).read_text("utf-8") for part in ("head.lua", name)
        )
        self._script = Script(
            client, "\n".join(parts), replicas, wrote=lambda answer: answer[0] not in REFUSED
        )

    def run(
        self,
        game: GameId,
        expected: Head,
        more_keys: Sequence[str],
        more_args: Sequence[str | bytes | int],
    ) -> list[bytes]:
        """Return the script's reply; raises Conflict, Entombed, StoreAway, UnknownOutcome."""
        answer: list[bytes] = self._script.run(
            [keys.stream(game), *more_keys],
            [expected.version, bytes.fromhex(expected.hash), genesis(game), *more_args],
        )
        if answer[0] == b"conflict":
            raise Conflict(head_of(RawEntry(answer[1].decode(), {b"h": answer[2]})))
        if answer[0] == b"entombed":
            raise Entombed(f"{game} lies in the archive, where nothing is appended")
        return answer
