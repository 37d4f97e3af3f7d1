"""The listings on a server: sorted sets of ids by creation time, one set per partition and filter.

A player's listing by status is sorted by status, then by creation time, so each page of one status is one
range. A store from an older version gets these listings by `mend_lists`. Until `STATE` says that all are
right, such a page is the intersection of the player's and the status's listing, whose cost grows with both.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import nlargest
from time import monotonic
from typing import NamedTuple, cast

from redis import Redis

from replays.encoding.identity import PARTITIONS, GameId, is_uuid, partition
from replays.log.listing import Asked, Listing, ListingPlace, ListPage, Lists, Question, page, read_cursor
from replays.store.cluster import servers_of
from replays.store.scripts import Run, ask_together, asking
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
        self._places = script(reader, "places.lua")
        self._are_mended = False
        self._look_at = 0.0

    def list_each(self, asked: Sequence[Asked]) -> list[ListPage]:
        """Return these pages, mostly in one round trip."""
        ranges = [
            _Range(each.question, None if each.cursor is None else read_cursor(each.cursor), each.limit + 1)
            for each in asked
        ]
        found = zip(ranges, self._listed(ranges), asked, strict=True)
        return [page(places, each.before, wanted.limit) for each, places, wanted in found]

    def count(self, question: Question) -> int:
        """Return the number of entries under one filter, in one round trip."""
        with asking(), self._reader.pipeline(transaction=False) as pipe:
            for (name,) in _lists(question, is_met=False):
                pipe.zcard(name)
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

    def _listed(self, asked: Sequence["_Range"]) -> list[set[ListingPlace]]:
        """Return for each range places that include its newest ones; one round trip, rarely two.

        Ids are spread over the partitions like random numbers, so each partition is first queried for a
        little more than its share. If that may not be enough, it is queried for the whole number.
        """
        if any(each.has_two_lists for each in asked) and not self._are_mended:
            self._look()
        ranges = [each if self._are_mended else each.of_two_lists() for each in asked]
        found = self._read_all([_Part(each, range(PARTITIONS), _share(each.limit)) for each in ranges])
        unread = {index: numbers for index, part in enumerate(found) if (numbers := part.unread)}
        again = [_Part(ranges[index], numbers, ranges[index].limit) for index, numbers in unread.items()]
        for index, part in zip(unread, self._read_all(again), strict=True):
            found[index].places.update(part.places)
        return [part.places for part in found]

    def _look(self) -> None:
        """Look whether the listings are mended, once a second at most: until then intersections are right."""
        if monotonic() >= self._look_at:
            self._are_mended = self.lists_are_mended()
            self._look_at = monotonic() + 1.0

    def _read_all(self, parts: Sequence["_Part"]) -> Sequence["_Part"]:
        """Read these parts, in one round trip with one script for each partition."""
        by_number = {
            number: [part for part in parts if number in part.numbers] for number in range(PARTITIONS)
        }
        asked = {number: some for number, some in by_number.items() if some}
        runs = [self._run(number, some) for number, some in asked.items()]
        answers = ask_together(self._reader, runs) if runs else []
        for (number, some), answer in zip(asked.items(), answers, strict=True):
            for place, newest, beside in answer:
                some[place - 1].take(number, newest, beside)
        return parts

    def _run(self, number: int, parts: Sequence["_Part"]) -> Run:
        """The run of the script that reads these parts in one partition."""
        lists = [name for part in parts for name in part.lists[number]]
        return self._places, lists, ["\n".join([part.words for part in parts])]


class _Range(NamedTuple):
    """A query with the number of the newest places to find, of those before `before` or of all."""

    question: Question
    before: ListingPlace | None
    limit: int
    is_met: bool = False
    """True if the query is the intersection of two lists: there is no list yet of which it is a range."""

    @property
    def has_two_lists(self) -> bool:
        return self.question.player is not None and self.question.status is not None

    def of_two_lists(self) -> "_Range":
        """The same query in a store whose listings are not mended."""
        return self._replace(is_met=self.has_two_lists)

    @property
    def begin(self) -> int:
        """The score at which the range begins in its list."""
        status = None if self.is_met or self.question.player is None else self.question.status
        return 0 if status is None else score(status, 0)


class _Part:
    """At most `limit` of a range's newest places in each of these partitions."""

    def __init__(self, of: _Range, numbers: Sequence[int], limit: int) -> None:
        self._of = of
        self.numbers = numbers
        self._limit = min(limit, of.limit)
        self.lists = _lists(of.question, is_met=of.is_met)
        self.words = self._words()
        self.places = set[ListingPlace]()
        self._cut: dict[int, ListingPlace] = {}

    def _words(self) -> str:
        """The words of the script for this part, the same for each partition."""
        begin, before = self._of.begin, self._of.before
        newest = begin + APART - 1 if before is None else f"({begin + before.created_at}"
        beside = "-" if before is None else begin + before.created_at
        return f"{2 if self._of.is_met else 1} {newest} {begin} {self._limit} {beside}"

    def take(self, number: int, newest: list[bytes], beside: list[bytes]) -> None:
        """Keep the places that a partition returned; members that name no game are left out."""
        found = self._read(newest)
        if len(found) == self._limit:
            self._cut[number] = found[-1]
        self.places.update(place for place in found + self._read(beside) if is_uuid(place.game))

    @property
    def unread(self) -> list[int]:
        """The partitions that may have more of the newest places."""
        before, limit = self._of.before, self._of.limit
        if not self._cut or self._limit == limit:
            return []
        newest = nlargest(limit, (place for place in self.places if before is None or place < before))
        is_whole = len(newest) == limit
        return [number for number, oldest in self._cut.items() if not is_whole or oldest > newest[-1]]

    def _read(self, answer: list[bytes]) -> list[ListingPlace]:
        begin = self._of.begin
        return [
            ListingPlace(int(at) - begin, GameId(game.decode(errors="replace")))
            for game, at in zip(answer[::2], answer[1::2], strict=True)
        ]


def _share(limit: int) -> int:
    """A bound for the newest `limit` places in one partition; 1 case in 30,000 exceeds it (Poisson)."""
    mean = limit / PARTITIONS
    return math.ceil(mean + 4 * math.sqrt(mean)) + 1


@lru_cache(maxsize=1_000)
def _lists(question: Question, *, is_met: bool) -> tuple[list[str], ...]:
    """The lists of each partition that a query reads: the one in which it is a range, or those that meet."""
    if is_met or question.player is None or question.status is None:
        return tuple(_sets(number, question) for number in range(PARTITIONS))
    return tuple(
        [keys.statuses_of_player(number, question.of, question.player)] for number in range(PARTITIONS)
    )


def _sets(number: int, question: Question) -> list[str]:
    """The lists of a partition whose intersection the query is."""
    sets = []
    if question.status is not None:
        sets.append(keys.listing_of_status(number, question.of, question.status))
    if question.player is not None:
        sets.append(keys.listing_of_player(number, question.of, question.player))
    return sets or [keys.listing(number, question.of)]
