"""The contract of every `EventLog` for archived streams: one suite, run on each implementation."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

import pytest

from harness.store.archives import Kept, archive_stream, away, eager
from harness.store.records import ASKED, GAME, STILL, first, following, games, later
from kingdomino.board.numbers import Seat
from replays.archive.archive import name_of
from replays.archive.form import pack
from replays.log.event_log import (
    Append,
    ArchiveAway,
    ArchiveDamaged,
    CommandId,
    Conflict,
    Entombed,
    EventLog,
    Head,
    LogError,
    Repeated,
)

ANN = Seat(0)


class ArchiveSuite(ABC):
    """The suite; a subclass defines the log, which reads its archive from `objects`."""

    @pytest.fixture
    def objects(self) -> Kept:
        """Give an archive without objects."""
        return Kept()

    @pytest.fixture
    @abstractmethod
    def log(self, objects: Kept) -> EventLog:
        """Give an empty log with that archive."""

    def test_it_reads_as_before(self, log: EventLog, objects: Kept) -> None:
        """An archived stream reads as before: whole, checked, in parts, its head and its place in lists."""
        one, other = games(2)
        log.append(first(one, count=12))
        log.append(first(other))
        before = _everything(log)
        head = archive_stream(log, eager(objects), one)
        assert _everything(log) == before
        assert before["head"] == head
        assert before["whole"] == log.read(one) != []
        places = [(one, 0), (other, 0), (one, 9)]
        assert log.read_each(places) == [log.read(game, after) for game, after in places]

    def test_nothing_is_appended_to_it(self, log: EventLog, objects: Kept) -> None:
        """Nothing can be appended to an archived stream, nor planned or made due; feeds do not change."""
        log.append(first(count=3))
        head = archive_stream(log, eager(objects), GAME)
        ends = log.feed_ends()
        with pytest.raises(Entombed):
            log.append(Append(GAME, head, following(head), STILL, ASKED))
        with pytest.raises(Conflict) as refused:
            log.append(first(secret=b"again"))
        assert refused.value.current == head
        with pytest.raises(Entombed):
            log.put_plan(GAME, ANN, b"plan", head)
        assert not log.settle_due(GAME, head, 1)
        assert (log.head(GAME), len(log.read(GAME))) == (head, 3)
        assert (log.recall(GAME, ASKED), log.secret(GAME), log.plan(GAME, ANN)) == (None, None, None)
        assert (log.due_of([GAME]), log.feed_ends()) == ({}, ends)

    def test_what_belonged_to_it_alone_goes(self, log: EventLog, objects: Kept) -> None:
        """Archiving deletes the stream's command ids, secret and plans; those of other streams stay."""
        one, other = games(2)
        for game in (one, other):
            log.append(first(game, command=ASKED, secret=b"sealed"))
            log.put_plan(game, ANN, b"plan", first(game).head)
        archive_stream(log, eager(objects), one)
        assert (log.recall(one, ASKED), log.secret(one), log.plan(one, ANN)) == (None, None, None)
        assert log.recall(other, ASKED)
        assert (log.secret(other), log.plan(other, ANN)) == (b"sealed", b"plan")

    def test_requests_of_an_ended_game_stay_known(self, log: EventLog, objects: Kept) -> None:
        """Command ids stay for seven days after the end, so a repeated request is known."""
        append = first(command=ASKED, retire=True)
        log.append(append)
        archive_stream(log, eager(objects), GAME)
        known = Repeated(append.head.version, same_request=True)
        assert log.recall(GAME, ASKED) == log.append(append) == known

    def test_a_tombstone_is_put_at_the_end_only(self, log: EventLog, objects: Kept) -> None:
        """A tombstone needs the current head; otherwise the stream stays, with all its data."""
        log.append(first(count=2, secret=b"sealed"))
        before = log.read(GAME)
        log.append(later(log, command=ASKED))
        for elsewhere in (
            Head(before[-1].version, before[-1].hash),
            Head(later(log).head.version, "00" * 32),
        ):
            with pytest.raises(Conflict):
                log.entomb(GAME, elsewhere)
        assert len(log.read(GAME)) == 3
        assert log.secret(GAME) == b"sealed"
        assert log.recall(GAME, ASKED)
        assert log.entombed([GAME]) == set()
        assert objects.content == {}

    def test_entombing_may_be_repeated(self, log: EventLog, objects: Kept) -> None:
        """A repeated entombment has no effect; for another head it is a conflict."""
        log.append(first(count=2))
        head = archive_stream(log, eager(objects), GAME)
        log.entomb(GAME, head)
        with pytest.raises(Conflict):
            log.entomb(GAME, Head.genesis(GAME))
        assert log.head(GAME) == head
        assert len(log.read(GAME)) == 2

    def test_which_are_entombed_is_told(self, log: EventLog, objects: Kept) -> None:
        """`entombed` returns the archived ones among the given streams, without unknown ones."""
        one, other, unknown = games(3)
        for game in (one, other):
            log.append(first(game))
        archive_stream(log, eager(objects), one)
        assert log.entombed([other, one, unknown]) == {one}
        assert log.entombed([]) == set()

    def test_an_archive_that_is_away_concerns_its_own_streams_only(
        self, log: EventLog, objects: Kept
    ) -> None:
        """An unavailable archive affects only reads of archived streams, which work again afterwards."""
        one, live = games(2)
        for game in (one, live):
            log.append(first(game))
        head = archive_stream(log, eager(objects), one)
        objects.before = away
        for read in (log.read, log.read_checked):
            with pytest.raises(ArchiveAway):
                read(one)
        assert log.read_each([(one, 0), (live, 0)]) == [None, log.read(live)]
        assert log.head(one) == head
        log.append(later(log, live, command=CommandId("ann/9", "ee" * 32)))
        assert len(log.read(live)) == 2
        objects.before = lambda _: None
        assert len(log.read(one)) == 1

    def test_what_is_not_as_it_was_put_there_is_damaged(
        self, log: EventLog, objects: Kept, subtests: pytest.Subtests
    ) -> None:
        """An object that is lost, cut, changed or exchanged is damaged, and nothing of it is read."""
        one, other = games(2)
        for number, game in enumerate((one, other)):
            log.append(first(game, events=following(Head.genesis(game), 3, by=number)))
            archive_stream(log, eager(objects), game)
        name, good = name_of(one), objects.content[name_of(one)]
        forged = pack(following(Head.genesis(one), 3, x=1))
        longer = pack(following(Head.genesis(one), 4))
        wrong = {
            "cut": good[:-1],
            "longer": good + b"\0",
            "changed": bytes([*good[:-9], good[-9] ^ 1, *good[-8:]]),
            "another form": b"\x02" + good[1:],
            "nothing": b"",
            "no events": pack(()),
            "another game": objects.content[name_of(other)],
            "another chain": forged,
            "a longer chain": longer,
        }
        for what, content in wrong.items():
            with subtests.test(what):
                objects.content[name] = content
                _refused(ArchiveDamaged, lambda: log.read(one), lambda: log.read_checked(one))
        del objects.content[name]
        _refused(ArchiveDamaged, lambda: log.read(one, after=2), lambda: log.read(one, upto=1))


def _refused(error: type[LogError], *reads: Callable[[], Any]) -> None:
    for read in reads:
        with pytest.raises(error):
            read()


def _everything(log: EventLog) -> dict[str, Any]:
    """All reads of the first of two games, and the lists with it."""
    one, _ = games(2)
    parts = [
        {},
        {"after": 9},
        {"upto": 2},
        {"after": 3, "upto": 11, "limit": 2},
        {"after": 12},
        {"after": 99},
    ]
    return {
        "whole": log.read(one),
        "parts": [log.read(one, **part) for part in [*parts, {"limit": 5}, {"after": 5, "upto": 5}]],
        "checked": log.read_checked(one),
        "head": log.head(one),
        "lists": [
            log.list_games(limit=9, **chosen) for chosen in ({}, {"status": "open"}, {"player": "ann"})
        ],
        "due": log.due_of([one]),
    }
