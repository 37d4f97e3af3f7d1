"""The listings on a server: sorted sets of ids by creation time, one set per partition and filter.

A player's listing by status is sorted by status, then by creation time, so each page of one status is one
range. A store from an older version gets these listings by `mend_lists`. Until `STATE` says that all are
right, such a page is the intersection of the player's and the status's listing, whose cost grows with both.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import cast

from redis import Redis

from replays.encoding.identity import PARTITIONS, GameId, is_uuid, partition
from replays.log.listing import Listing, ListingPlace, Lists, Question, page, read_cursor
from replays.store.cluster import servers_of
from replays.store.scripts import asking
from replays.streams import keys
from replays.streams.scripts.append import script

STATUSES = ("open", "active", "finished", "scored", "aborted")
"""The statuses in the order of their scores, which are stored: a new one comes last."""
APART = 2**44
"""The difference between the scores of two statuses at the same time, in ms: no time is as late."""

STATE = "{00}:listings:by-status"
"""The key of the time (ms UTC) at which an entry was mended last, or `MENDED`."""
MENDED = b"done"
SETTLED_MS = 60 * 60 * 1000
"""The time after which no process of an older version is expected to run beside this one."""
AT_ONCE = 200
"""The number of entries that one script mends."""


def score(status: str, created_at: int) -> int:
    """Return the score of a stream with this status in its players' listings by status.

    >>> score("active", 17) - score("open", 17) == APART
    True
    """
    return (1 + STATUSES.index(status)) * APART + created_at


class StreamsListing(Lists):
    """The `Lists` on a server."""

    def __init__(self, writer: Redis, reader: Redis) -> None:
        self._reader = reader
        self._writer = writer
        self._mend = script(writer, "mend.lua")
        self._are_mended = False

    def list_places(
        self, question: Question, *, limit: int, cursor: str | None = None
    ) -> tuple[list[ListingPlace], str | None]:
        """Return a page of places, mostly in one round trip."""
        before = None if cursor is None else read_cursor(cursor)
        return page(self._listed(question, before, limit + 1), before, limit)

    def count(self, question: Question) -> int:
        """Return the number of entries under one filter, in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for number in range(PARTITIONS):
                pipe.zcard(_range(number, question))
            return sum(pipe.execute())

    def among(self, question: Question, games: Sequence[GameId]) -> set[GameId]:
        """Return those of these ids that are in every list of the query; one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            lists = [(game, name) for game in games for name in _sets(partition(game), question)]
            for game, name in lists:
                pipe.zscore(name, game)
            scores = pipe.execute()
        return set(games) - {game for (game, _), at in zip(lists, scores, strict=True) if at is None}

    def lists_are_mended(self) -> bool:
        """Return True once the listings of players by status are complete."""
        with asking():
            return self._reader.get(STATE) == MENDED

    def mend_lists(self, now: int) -> Iterator[int]:
        """Mend the listings of players by status one by one, and give the number of entries mended in each.

        A walk may stop anywhere, and several may run. All are mended after a walk that has mended nothing,
        unless another one has within `SETTLED_MS` before `now`, in ms UTC.
        """
        is_right = True
        for server in servers_of(self._writer):
            for key in server.scan_iter(match=keys.OF_PLAYERS, count=1000):
                if mended := sum(self._mend_list(*keys.parts_of_player(key))):
                    is_right = False
                    self._writer.set(STATE, now)
                yield mended
        last = cast("bytes | None", self._writer.get(STATE))
        if is_right and (last in {None, MENDED} or now - int(last) > SETTLED_MS):
            self._writer.set(STATE, MENDED)

    def _mend_list(self, number: int, of: Listing, player: str) -> Iterator[int]:
        lists = [keys.listing_of_player(number, of, player), keys.statuses_of_player(number, of, player)]
        lists += [keys.listing_of_status(number, of, status) for status in STATUSES]
        start, read = 0, AT_ONCE
        while read == AT_ONCE:
            read, mended = self._mend.ask(lists, [start, start + AT_ONCE - 1, APART])
            start += AT_ONCE
            yield mended

    def _listed(self, question: Question, before: ListingPlace | None, limit: int) -> set[ListingPlace]:
        """Return places that include the `limit` newest before `before`; one round trip, rarely two.

        Ids are spread over the partitions like random numbers, so each partition is first queried for a
        little more than its share. If that may not be enough, it is queried for `limit` places.
        """
        share = min(limit, _share(limit))
        found, cut = self._ask(question, before, range(PARTITIONS), share)
        if not cut or share == limit:
            return found
        newest = nlargest(limit, (place for place in found if before is None or place < before))
        whole = len(newest) == limit
        again = [number for number, oldest in cut.items() if not whole or oldest > newest[-1]]
        return found | self._ask(question, before, again, limit)[0] if again else found

    def _ask(
        self, question: Question, before: ListingPlace | None, numbers: Iterable[int], limit: int
    ) -> tuple[set[ListingPlace], dict[int, ListingPlace]]:
        """The places in these partitions, and for each that may have more, its oldest place; one round trip.

        The result has the newest places and, with a cursor, all that were created in its millisecond; before
        the listings are mended, all places of a player with a status. Members that name no game are left out.
        """
        meets = None not in {question.player, question.status} and not self._are_mended
        begin = 0 if meets else _begin(question)
        newest = begin + APART - 1 if before is None else f"({begin + before.created_at}"
        asked: list[tuple[int, bool]] = []
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            if meets:
                pipe.get(STATE)
            for number in numbers:
                if meets:
                    pipe.zinter(_sets(number, question), aggregate="MAX", withscores=True)
                    asked.append((number, False))
                    continue
                name = _range(number, question)
                pipe.zrevrangebyscore(name, newest, begin, start=0, num=limit, withscores=True)
                asked.append((number, True))
                if before is not None:
                    at = begin + before.created_at
                    pipe.zrangebyscore(name, at, at, withscores=True)
                    asked.append((number, False))
            answers = pipe.execute()
        if meets:
            self._are_mended = answers.pop(0) == MENDED
        found: set[ListingPlace] = set()
        cut = {}
        for (number, limited), answer in zip(asked, answers, strict=True):
            places = [
                ListingPlace(int(at) - begin, GameId(game.decode(errors="replace"))) for game, at in answer
            ]
            found.update(place for place in places if is_uuid(place.game))
            if limited and len(places) == limit:
                cut[number] = places[-1]
        return found, cut


def _share(limit: int) -> int:
    """A bound for the newest `limit` places in one partition; 1 case in 30,000 exceeds it (Poisson)."""
    mean = limit / PARTITIONS
    return math.ceil(mean + 4 * math.sqrt(mean)) + 1


def _begin(question: Question) -> int:
    """The score at which the range of the query begins, in its list (`_range`)."""
    return 0 if question.player is None or question.status is None else score(question.status, 0)


def _range(number: int, question: Question) -> str:
    """The list of a partition in which the query is one range."""
    if question.player is None or question.status is None:
        return _sets(number, question)[0]
    return keys.statuses_of_player(number, question.of, question.player)


def _sets(number: int, question: Question) -> list[str]:
    """The lists of a partition whose intersection the query is."""
    sets = []
    if question.status is not None:
        sets.append(keys.listing_of_status(number, question.of, question.status))
    if question.player is not None:
        sets.append(keys.listing_of_player(number, question.of, question.player))
    return sets or [keys.listing(number, question.of)]
