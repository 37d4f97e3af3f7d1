"""The members of sorted sets of games; a foreign member must not take the place of a game."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from redis import Redis

from replays.encoding.identity import GameId, is_uuid
from replays.store.scripts import asking

logger = logging.getLogger(__name__)


def remove_foreign(
    store: Redis, found: Mapping[str, Iterable[tuple[bytes, float]]]
) -> list[tuple[int, GameId]]:
    """Return the scores and games among these members with scores, by key.

    Members that name no game are removed: they would stay at the front for ever.
    """
    read = {
        key: [(int(score), _game(member), member) for member, score in each] for key, each in found.items()
    }
    for key, members in read.items():
        _remove(store, key, [member for _, game, member in members if game is None])
    return [(score, game) for score, game, _ in chain.from_iterable(read.values()) if game is not None]


def _remove(store: Redis, key: str, strange: Sequence[bytes]) -> None:
    if strange:
        logger.error("%d foreign members of %s are removed", len(strange), key)
        with asking():
            store.zrem(key, *strange)


def _game(member: bytes) -> GameId | None:
    text = member.decode(errors="replace")
    return GameId(text) if is_uuid(text) else None
