"""The contract of every `EventLog`: one suite, run on each implementation."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from harness.store.records import (
    ASKED,
    CREATED,
    GAME,
    STILL,
    damaged_thirds,
    first,
    following,
    games,
    later,
    older_entry,
    raw_entry,
)
from kingdomino.board.numbers import Seat
from replays.dynasty.aggregate import DYNASTIES
from replays.encoding.entries import RawEntry
from replays.encoding.identity import PARTITIONS, GameId, Version, derived_game_id, partition
from replays.encoding.packed import unpack
from replays.log.event_log import (
    COMMANDS_KEPT_MS,
    Append,
    Appended,
    CommandId,
    Conflict,
    EventLog,
    Head,
    IndexChange,
    Repeated,
)
from replays.log.listing import GAMES, Asked, ListsReadAhead, Question
from tests.integration.log.suites.agenda_suite import AgendaSuite


class LogSuite(AgendaSuite, ABC):
    """The suite; a subclass defines the log and how to bypass it."""

    @pytest.fixture
    @abstractmethod
    def log(self) -> EventLog:
        """Give an empty log."""

    @abstractmethod
    def rewrite(self, game: GameId, entries: Sequence[RawEntry]) -> None:
        """Replace a game's stream directly; the ids ascend."""

    @abstractmethod
    def kept_ms(self, game: GameId) -> float | None:
        """The remaining lifetime of the game's command ids in ms, None if unlimited."""

    @abstractmethod
    def remember(self, game: GameId, command: CommandId, version: int) -> None:
        """Store a command directly, in the form of versions before packed events."""

    # appending and reading

    def test_an_unknown_game_is_empty(self, log: EventLog) -> None:
        """A game is empty before its first append, and reading it is no error."""
        assert log.read(GAME) == []
        assert log.read_checked(GAME) == ([], None)
        assert log.head(GAME) is None
        assert log.recall(GAME, ASKED) is None
        assert log.secret(GAME) is None
        assert log.due_of([GAME]) == {}
        assert log.plan(GAME, Seat(0)) is None

    def test_what_was_appended_is_read_back(self, log: EventLog) -> None:
        """Events are read back byte for byte, and the append returns the new head."""
        append = first(count=3)
        assert log.append(append) == Appended(append.head)
        assert tuple(log.read(GAME)) == append.events
        assert log.read_checked(GAME) == (list(append.events), None)
        assert log.head(GAME) == append.head

    def test_versions_have_no_gap_over_several_appends(self, log: EventLog) -> None:
        """Versions count from 1 without a gap, however many events each append adds."""
        for count in (1, 3, 2, 12, 1):
            log.append(later(log, count=count))
        assert [event.version for event in log.read(GAME)] == list(range(1, 20))
        assert log.read_checked(GAME)[1] is None

    def test_parts_of_a_game_are_read(self, log: EventLog) -> None:
        """`after` is excluded, `upto` included, and `limit` counts from the start of both."""
        log.append(first(count=12))

        def versions(**part: int) -> list[int]:
            return [event.version for event in log.read(GAME, **part)]

        assert versions(after=9) == [10, 11, 12]
        assert versions(upto=2) == [1, 2]
        assert versions(after=3, upto=11, limit=2) == [4, 5]
        assert versions(after=8, upto=10) == [9, 10]
        assert versions(after=12) == versions(after=5, upto=5) == versions(after=99) == []

    def test_several_games_are_read_at_once(self, log: EventLog) -> None:
        """Several games are read, each from its own version, in the given order; an unknown one is empty."""
        one, other, unknown = games(3)
        log.append(first(one, count=5))
        log.append(first(other, count=2))
        places = [(other, 0), (unknown, 0), (one, 3), (one, 9)]
        assert log.read_each(places) == [log.read(game, after) for game, after in places]
        assert log.read_each([]) == []

    def test_the_secret_comes_with_the_first_event(self, log: EventLog) -> None:
        """The sealed seed is stored by the append that creates the game, and stays."""
        log.append(first(secret=b"\x00\xff sealed"))
        log.append(later(log))
        assert log.secret(GAME) == b"\x00\xff sealed"

    # conflicts and repetition

    def test_another_version_is_a_conflict(self, log: EventLog) -> None:
        """A second append at the same version is refused with the current head."""
        append = first()
        log.append(append)
        with pytest.raises(Conflict) as refused:
            log.append(first(count=2))
        assert refused.value.current == append.head
        assert tuple(log.read(GAME)) == append.events

    def test_another_hash_is_a_conflict(self, log: EventLog) -> None:
        """The same version with another hash is refused: after a fail-over it can be another event."""
        append = first()
        log.append(append)
        other = Head(append.head.version, "00" * 32)
        with pytest.raises(Conflict) as refused:
            log.append(Append(GAME, other, following(other), STILL))
        assert refused.value.current == append.head
        assert log.head(GAME) == append.head

    def test_a_version_ahead_is_a_conflict(self, log: EventLog) -> None:
        """An append after missing events is refused, so that there is no gap."""
        ahead = Head(Version(7), "11" * 32)
        with pytest.raises(Conflict) as refused:
            log.append(Append(GAME, ahead, following(ahead), STILL))
        assert refused.value.current == Head.genesis(GAME)
        assert log.head(GAME) is None

    def test_a_refused_append_leaves_no_trace(self, log: EventLog) -> None:
        """A refused append stores nothing: no events, command, secret, list entry or feed entry."""
        log.append(first())
        before = log.feed_ends()
        change = IndexChange(CREATED, None, "aborted", ("bob",))
        with pytest.raises(Conflict):
            log.append(first(count=3, index=change, command=ASKED, secret=b"lost"))
        assert len(log.read(GAME)) == 1
        assert log.recall(GAME, ASKED) is None
        assert log.secret(GAME) is None
        assert (
            log.list_games(status="aborted", limit=9) == log.list_games(player="bob", limit=9) == ([], None)
        )
        assert log.feed_ends() == before

    def test_a_retry_gets_its_first_answer(self, log: EventLog) -> None:
        """The command id is checked before the version: a retry gets the first result, and writes nothing."""
        append = first(count=2, command=ASKED)
        log.append(append)
        log.append(later(log))
        ends = log.feed_ends()
        assert log.append(append) == Repeated(Version(2), same_request=True)
        assert log.recall(GAME, ASKED) == Repeated(Version(2), same_request=True)
        assert len(log.read(GAME)) == 3
        assert log.feed_ends() == ends

    def test_the_same_id_with_another_request_is_told(self, log: EventLog) -> None:
        """A reused command id with another request gets the first version, marked as another request."""
        log.append(first(command=ASKED))
        other = CommandId(ASKED.id, "bb" * 32)
        assert log.append(later(log, command=other)) == Repeated(Version(1), same_request=False)
        assert log.recall(GAME, other) == Repeated(Version(1), same_request=False)

    def test_command_ids_belong_to_their_game(self, log: EventLog) -> None:
        """The same id in another game is another command."""
        other = derived_game_id("suite", "other")
        log.append(first(command=ASKED))
        assert log.append(first(other, command=ASKED)) == Appended(first(other).head)

    def test_command_ids_are_kept_seven_days_after_the_end(self, log: EventLog) -> None:
        """Command ids expire seven days after the append that ends a game; later ones do not change that."""
        log.append(first(command=ASKED))
        assert self.kept_ms(GAME) is None
        log.append(later(log, command=CommandId("ann/2", "cc" * 32), retire=True))
        left = self.kept_ms(GAME)
        assert left is not None
        assert COMMANDS_KEPT_MS - 60_000 < left <= COMMANDS_KEPT_MS
        log.append(later(log, command=CommandId("ann/3", "dd" * 32)))
        after = self.kept_ms(GAME)
        assert after is not None
        assert after <= left
        assert log.recall(GAME, ASKED) is not None

    def test_fifty_threads_on_one_game(self, log: EventLog) -> None:
        """Each of 50 threads appends its event exactly once, in any order."""
        log.append(first())
        together = threading.Barrier(50)

        def play(number: int) -> int:
            command = CommandId(f"player/{number}", f"{number:064x}")
            together.wait()
            return _insist(lambda: log.append(self._by(log, number, command)))

        with ThreadPoolExecutor(50) as pool:
            versions = list(pool.map(play, range(50)))
        events, fault = log.read_checked(GAME)
        assert fault is None
        assert sorted(versions) == [event.version for event in events[1:]] == list(range(2, 52))
        assert {event.record["data"]["by"] for event in events[1:]} == set(range(50))
        assert [events[version - 1].record["data"]["by"] for version in versions] == list(range(50))

    def _by(self, log: EventLog, number: int, command: CommandId) -> Append:
        head = log.head(GAME) or Head.genesis(GAME)
        return Append(GAME, head, following(head, by=number), STILL, command)

    # damage

    def test_each_kind_of_damage_is_named(self, log: EventLog, subtests: pytest.Subtests) -> None:
        """Each kind of damage gives a fault with version and code; the events before it are still read."""
        good = list(map(raw_entry, following(Head.genesis(GAME), 5)))
        for code, entry in damaged_thirds().items():
            with subtests.test(code):
                self.rewrite(GAME, [*good[:2], *entry, *good[3:]])
                events, fault = log.read_checked(GAME)
                assert fault is not None
                assert (fault.version, fault.code.partition("#")[0]) == (3, code.partition("#")[0])
                assert [event.version for event in events] == [1, 2]

    def test_reading_ends_before_what_cannot_be_read(self, log: EventLog) -> None:
        """A plain read neither fails nor skips: it ends before a gap, a foreign id or a missing field."""
        good = list(map(raw_entry, following(Head.genesis(GAME), 5)))
        for code, rest in (("log/gap", [4, 5]), ("log/entry-id", []), ("log/fields", [4, 5])):
            self.rewrite(GAME, [*good[:2], *damaged_thirds()[code], *good[3:]])
            assert [event.version for event in log.read(GAME)] == [1, 2]
            assert log.read(GAME, after=2) == []
            assert [event.version for event in log.read(GAME, after=3)] == rest

    def test_reading_gives_events_as_they_were_stored(self, log: EventLog) -> None:
        """A plain read returns events as stored, without checking their content: replays report the fault."""
        good = list(map(raw_entry, following(Head.genesis(GAME), 3)))
        for code in ("log/not-canonical", "log/keys", "log/version", "log/chain", "log/chain#changed packed"):
            (entry,) = damaged_thirds()[code]
            self.rewrite(GAME, [*good[:2], entry])
            packed = entry.fields.get(b"p")
            assert log.read(GAME)[2].body == (unpack(packed)[0] if packed else entry.fields[b"e"])

    def test_nothing_is_appended_to_a_damaged_end(self, log: EventLog) -> None:
        """Nothing is appended to a damaged end: no append expects a head without a hash."""
        good = following(Head.genesis(GAME), 2)
        head = Head(good[1].version, good[1].hash)
        for fields in ({b"e": good[1].body}, {b"p": b""}):
            self.rewrite(GAME, [raw_entry(good[0]), RawEntry("2-0", fields)])
            assert log.head(GAME) == Head(Version(2), "")
            with pytest.raises(Conflict) as refused:
                log.append(Append(GAME, head, following(head), STILL))
            assert refused.value.current == Head(Version(2), "")

    # older forms

    @pytest.mark.parametrize("older", [(), (0,), (0, 1, 2), (1,), (2,), (0, 2)])
    def test_entries_of_older_form_are_read_and_continued(
        self, log: EventLog, older: tuple[int, ...]
    ) -> None:
        """Entries of both forms in one stream are the same log: read, checked, continued and buried."""
        log.append(first(count=3))
        events = following(Head.genesis(GAME), 3)
        entries = [(older_entry if at in older else raw_entry)(event) for at, event in enumerate(events)]
        self.rewrite(GAME, entries)
        assert log.read_checked(GAME) == (list(events), None)
        assert log.read(GAME, after=1, limit=1) == [events[1]]
        with pytest.raises(Conflict) as refused:
            log.append(first())
        assert refused.value.current == log.head(GAME) == Head(events[2].version, events[2].hash)
        log.put_plan(GAME, Seat(0), b"a plan", refused.value.current)
        append = later(log, count=2, command=ASKED)
        assert log.append(append) == Appended(append.head)
        assert log.read_checked(GAME) == ([*events, *append.events], None)

    def test_commands_of_older_form_are_known(self, log: EventLog) -> None:
        """The first response to a command is found that a version before stored."""
        log.append(first(count=3))
        self.remember(GAME, ASKED, 2)
        first_run, other = Repeated(Version(2), same_request=True), replace(ASKED, digest="bb" * 32)
        assert log.recall(GAME, ASKED) == log.append(later(log, command=ASKED)) == first_run
        assert log.recall(GAME, other) == Repeated(Version(2), same_request=False)

    # listings

    def test_games_are_listed_over_all_partitions(self, log: EventLog) -> None:
        """Pages are newest first, without gaps or repetitions, even within one millisecond."""
        ids = games(64)
        assert {partition(game) for game in ids} == set(range(PARTITIONS))
        for number, game in enumerate(ids):
            log.append(first(game, index=IndexChange(CREATED + number // 5, None, "open", ("ann",))))
        newest = sorted(ids, key=lambda game: (ids.index(game) // 5, game), reverse=True)
        for chosen in ({}, {"status": "open"}, {"player": "ann"}, {"status": "open", "player": "ann"}):
            for limit in (1, 7, 63, 64, 65):
                assert _all_pages(log, limit, **chosen) == newest

    def test_games_of_few_partitions_are_listed(self, log: EventLog) -> None:
        """Lists are right however games are spread, even if most lie in two partitions."""
        crowded = [game for game in games(256) if partition(game) < 2]
        others = [game for game in games(20) if partition(game) >= 2]
        ids = [*others[:3], *crowded, *others[3:]]
        for number, game in enumerate(ids):
            log.append(first(game, index=IndexChange(CREATED + number // 3, None, "open")))
        newest = sorted(ids, key=lambda game: (ids.index(game) // 3, game), reverse=True)
        for limit in (1, 10, 33, len(ids)):
            assert _all_pages(log, limit, status="open") == newest

    def test_games_are_listed_by_status_and_player(self, log: EventLog) -> None:
        """A game is listed under its current status and under every player."""
        one, two, three = games(3)
        for game, player in ((one, "ann"), (two, "bob"), (three, "bob")):
            log.append(first(game, index=IndexChange(CREATED, None, "open", (player,))))
        log.append(later(log, one, index=IndexChange(CREATED, "open", "active", ("ann", "bob", "cid"))))
        assert _all_pages(log, 9, status="active") == [one]
        assert _all_pages(log, 9, status="open") == sorted([two, three], reverse=True)
        assert _all_pages(log, 9, player="bob") == sorted([one, two, three], reverse=True)
        assert _all_pages(log, 9, status="active", player="ann") == [one]
        assert _all_pages(log, 9, status="open", player="cid") == []

    def test_pages_that_are_read_together_are_those_read_one_by_one(self, log: EventLog) -> None:
        """Also the same page twice, pages from a cursor on, and pages of lists in few partitions."""
        crowded = [game for game in games(256) if partition(game) < 2]
        for number, game in enumerate(crowded):
            status = "active" if number % 3 else "open"
            log.append(first(game, index=IndexChange(CREATED + number // 3, None, status, ("ann",))))
        questions = [Question(GAMES, status, player) for status in (None, "open") for player in (None, "ann")]
        asked = [Asked(question, limit) for question in questions for limit in (1, 7, 999)]
        alone = [log.list_places(question, limit=limit) for question, limit, _ in asked]
        asked += [each._replace(cursor=after) for each, (_, after) in zip(asked, alone, strict=True)]
        asked += asked[:2]
        alone = [log.list_places(question, limit=limit, cursor=cursor) for question, limit, cursor in asked]
        assert log.list_each(asked) == alone
        assert log.list_each([]) == []

    def test_pages_that_are_read_ahead_are_those_of_the_log(self, log: EventLog) -> None:
        """A page that was read answers for shorter ones; the log is asked for longer ones and other lists."""
        for number, game in enumerate(games(9)):
            log.append(first(game, index=IndexChange(CREATED + number, None, "open", ("ann",))))
        for read in (1, 4, 8, 9, 10):
            ahead = ListsReadAhead(log, [Asked(Question(GAMES, "open"), read)])
            for limit in range(1, 12):
                assert ahead.list_games(status="open", limit=limit) == log.list_games(
                    status="open", limit=limit
                )
            page = ahead.list_games(player="ann", limit=3)
            assert page == log.list_games(player="ann", limit=3)
            assert ahead.list_games(status="open", limit=3, cursor=page[1]) == log.list_games(
                status="open", limit=3, cursor=page[1]
            )

    def test_which_games_are_in_a_list(self, log: EventLog) -> None:
        """`among` selects by kind, status, player, and both; an unknown id is in no list."""
        one, two, three, unknown = ids = games(4)
        log.append(first(one, index=IndexChange(CREATED, None, "open", ("ann",))))
        log.append(first(two, index=IndexChange(CREATED, None, "active", ("ann",))))
        log.append(first(three, index=IndexChange(CREATED, None, "open", ("ann",), DYNASTIES.listing)))
        asked = [
            Question(GAMES),
            Question(GAMES, status="open"),
            Question(GAMES, player="ann"),
            Question(GAMES, status="active", player="ann"),
            Question(DYNASTIES.listing, status="open"),
            Question(GAMES, player="bob"),
        ]
        found = [{one, two}, {one}, {one, two}, {two}, {three}, set()]
        assert [log.among(question, ids) for question in asked] == found
        assert log.among(Question(GAMES), [unknown]) == set()
        assert log.among(Question(GAMES), []) == set()

    def test_dynasties_are_listed_apart_from_games(self, log: EventLog) -> None:
        """Dynasties and games have separate lists, which are paged in the same way."""
        ids = games(6)
        for number, game in enumerate(ids):
            listing = DYNASTIES.listing if number % 2 else GAMES
            log.append(first(game, index=IndexChange(CREATED, None, "open", ("ann",), listing)))
        log.append(
            later(
                log, ids[5], index=IndexChange(CREATED, "open", "active", ("ann", "bob"), DYNASTIES.listing)
            )
        )
        newest = sorted(ids[1::2], reverse=True)
        page, cursor = log.list_streams(Question(DYNASTIES.listing, player="ann"), limit=2)
        assert page == newest[:2]
        assert log.list_streams(Question(DYNASTIES.listing, player="ann"), limit=2, cursor=cursor) == (
            newest[2:],
            None,
        )
        assert log.list_streams(Question(DYNASTIES.listing, status="active", player="bob"), limit=9) == (
            [ids[5]],
            None,
        )
        assert set(log.list_streams(Question(DYNASTIES.listing, status="open"), limit=9)[0]) == {
            ids[1],
            ids[3],
        }
        assert _all_pages(log, 9) == _all_pages(log, 9, player="ann") == sorted(ids[::2], reverse=True)
        assert _all_pages(log, 9, player="bob") == _all_pages(log, 9, status="active") == []

    def test_a_page_holds_while_games_are_created(self, log: EventLog) -> None:
        """A cursor is a place, so newer games do not shift the next page."""
        ids = games(6)
        for number, game in enumerate(ids[:5]):
            log.append(first(game, index=IndexChange(CREATED + number, None, "open")))
        page, cursor = log.list_games(limit=2)
        log.append(first(ids[5], index=IndexChange(CREATED + 5, None, "open")))
        assert page == [ids[4], ids[3]]
        assert log.list_games(limit=9, cursor=cursor) == ([ids[2], ids[1], ids[0]], None)

    @pytest.mark.parametrize("cursor", ["", "x", "1", f"1.{GAME.upper()}", f"01.{GAME}", f"1.5.{GAME}"])
    def test_a_foreign_cursor_is_refused(self, log: EventLog, cursor: str) -> None:
        """A cursor that is not from the log is refused."""
        with pytest.raises(ValueError, match=r"cursor|invalid|UUID"):
            log.list_games(limit=1, cursor=cursor)


def _insist(attempt: Callable[[], Appended | Repeated]) -> int:
    """Retry until there is no conflict; returns the version."""
    while True:
        try:
            answer = attempt()
        except Conflict:
            continue
        assert isinstance(answer, Appended)
        return answer.head.version


def _all_pages(log: EventLog, limit: int, **chosen: Any) -> list[GameId]:
    found, cursor = log.list_games(limit=limit, **chosen)
    while cursor is not None:
        page, cursor = log.list_games(limit=limit, cursor=cursor, **chosen)
        found += page
        assert len(page) == limit or cursor is None
    return found
