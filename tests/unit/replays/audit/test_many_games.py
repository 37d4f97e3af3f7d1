"""The bundle of a series with very many games: its own limits, and the audit of one game at a time."""

import gc
import struct
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from harness.audit.audits import SERVICE, bundle
from harness.audit.forging import Forger
from harness.audit.many_games import CUP_ID, cup
from harness.games import finish, seeded, tables_on
from harness.play.cups import AUDIT, CUP, cups_declared, game_id
from harness.store.fake_log import FakeEventLog
from replays.audit.bundle.building import game_bundle, series_bundle, series_parts
from replays.audit.bundle.packing import pack
from replays.audit.kinds import AUDITS
from replays.audit.verdicts import MOST_IN_GAMES, Aspect, Finding, Report, Verdict
from replays.audit.verifier import audit
from replays.commands.series import FEW_GAMES, MANY_GAMES
from replays.encoding.canonical import canonical
from replays.match.aggregate import Match

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _declared() -> Iterator[None]:
    """Declare cups, which may have thousands of games."""
    with cups_declared():
        yield


def codes(report: Report) -> set[str]:
    """The codes of the findings on the series itself."""
    return {finding.code for finding in report.findings}


def test_all_verdicts_pass_on_a_file_as_on_bytes(tmp_path: Path) -> None:
    """The manifest is the last member; the games are those of the series."""
    file = tmp_path / "cup.zip"
    file.write_bytes(cup(3))
    with file.open("rb") as opened:
        report = audit(opened)
    assert report == audit(cup(3))
    assert set(report.verdicts.values()) == {Verdict.PASS}
    assert [part.game for part in report.parts] == [game_id(CUP_ID, number) for number in (1, 2, 3)]
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        assert archive.namelist()[0] == "events.ndjson"
        assert archive.namelist()[-4:] == ["games/1.zip", "games/2.zip", "games/3.zip", "manifest.json"]


def test_a_game_is_asked_for_when_those_before_it_are_written() -> None:
    """So a service needs no more memory for a thousand games than for one."""
    asked = 0

    def games() -> Iterator[bytes]:
        nonlocal asked
        for _ in range(3):
            asked += 1
            yield bundle(2)

    log = FakeEventLog()
    cups = CUP.commands(tables_on(log), lambda: 0)
    cups.found(CUP_ID, "ann", ["ann", "ben"])
    pieces = series_parts(CUP, CUP_ID, log.read(CUP_ID), games(), SERVICE)
    assert [asked for piece in pieces if piece == bundle(2)] == [1, 2, 3]


def measured(content: bytes) -> tuple[Report, int]:
    """The report on a file with this content, and the memory that the audit takes at most, in bytes."""
    file = BytesIO(content)  # its bytes are there before
    audit(BytesIO(cup(1)))
    thresholds = gc.get_threshold()
    gc.collect()
    gc.freeze()  # beside many old objects the oldest would not be collected,
    gc.collect()  # and this collection counts how many are left
    gc.set_threshold(50, 2, 1)  # what is not needed any more does not count
    tracemalloc.start()
    try:
        return audit(file), tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.set_threshold(*thresholds)
        gc.unfreeze()


def test_memory_grows_by_a_summary_of_each_game() -> None:
    """Each more game takes less than its bundle has bytes, however many there are."""
    few, many = cup(3), cup(7)
    # What the process keeps of any game does not count: it is there after the first time.
    large, small = (min(measured(content)[1] for _ in range(2)) for content in (many, few))
    assert large - small < 4 * 20_000
    assert (len(many) - len(few)) / 4 > 20_000


def test_games_are_kept_without_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks of a series get the games as they ended, and can read the events of one again."""
    log = FakeEventLog()
    tables = tables_on(log)
    cups = CUP.commands(tables, tables._clock)
    cups.found(CUP_ID, "ann", ["ann", "ben"])
    cups.advance(CUP_ID)
    tables.settle(finish(tables, game_id(CUP_ID, 1), seeded(1)))
    started = cups.advance(CUP_ID).games
    games = [game_bundle(each.id, log.read(each.id), SERVICE) for each in started]
    given: list[Match | None] = []
    read: list[int] = []

    def follow(*arguments: Any) -> Any:
        given.extend(arguments[2])
        read.append(len(arguments[3](1)))
        return AUDIT.follow(*arguments)

    monkeypatch.setitem(AUDITS, CUP.name, replace(AUDIT, follow=follow))
    audit(series_bundle(CUP, CUP_ID, log.read(CUP_ID), games, SERVICE))
    assert [match is not None and match.game is None for match in given] == [True, True]
    assert read == [len(log.read(started[0].id))]


def changed(change: Callable[[Forger], None]) -> bytes:
    """The bundle of a cup of three games after this change, listed and signed again."""
    forger = Forger(cup(3), SERVICE)
    change(forger)
    return forger.sealed()


def other_game(forger: Forger) -> None:
    """Put the game of another series, or of none, in the place of the second one."""
    forger.members["games/2.zip"] = bundle(2)


def first_twice(forger: Forger) -> None:
    """Put the first game in the place of the second one."""
    forger.members["games/2.zip"] = forger.members["games/1.zip"]


def without_last(forger: Forger) -> None:
    """Leave the last game out."""
    del forger.members["games/3.zip"]


@pytest.mark.parametrize("change", [other_game, first_twice, without_last])
def test_games_that_are_not_the_series_own(change: Callable[[Forger], None]) -> None:
    """The bundle has exactly the games that the series started, in their order."""
    report = audit(changed(change))
    assert codes(report) == {"cup/games"}
    assert report.verdict(Aspect.COMPLETENESS) is Verdict.FAIL


def test_a_game_that_is_missing_between_others() -> None:
    """The numbers of the games have no gap."""
    forger = Forger(cup(3), SERVICE)
    del forger.members["games/2.zip"]
    assert codes(audit(forger.sealed())) == {"bundle/missing"}


def test_a_series_in_the_place_of_a_game() -> None:
    """What is in a series is a game: nothing is read in what is in it."""
    report = audit(changed(lambda forger: forger.members.update({"games/1.zip": cup(1)})))
    assert codes(report.parts[0]) == {"bundle/layout", "manifest/form"}
    assert report.parts[0].parts == ()


def test_the_manifest_in_the_place_of_another_kind_s() -> None:
    """The order of the members is that of the kind; the members are judged all the same."""
    forger = Forger(cup(1), SERVICE)
    forger.sealed()
    first = {"manifest.json": forger.members.pop("manifest.json"), **forger.members}
    report = audit(pack(first))
    assert codes(report) == {"bundle/layout"}
    assert not report.parts[0].findings


def tiny(count: int) -> bytes:
    """A cup with this many members of a byte as games."""
    forger = Forger(cup(1), SERVICE)
    games = {f"games/{number}.zip": b"0" for number in range(1, count + 1)}
    manifest = forger.members.pop("manifest.json")
    forger.members = {**forger.members, **games, "manifest.json": manifest}
    return forger.sealed()


MOST = MANY_GAMES.entries - 6
"""The most games beside the six members of the series itself."""


@pytest.mark.slow
def test_as_many_tiny_games_as_there_can_be() -> None:
    """Each of them is refused by itself, in bounded memory."""
    report, memory = measured(tiny(MOST))
    assert len(report.parts) == MOST
    assert {finding.code for part in report.parts for finding in part.findings} == {"bundle/not-zip"}
    assert memory < 64 * 2**20


@pytest.mark.slow
def test_one_entry_more_than_there_can_be() -> None:
    """The archive is refused before a game is read, as is a game beyond the most of its kind."""
    assert codes(audit(tiny(CUP.most_games + 1))) == {"bundle/path"}
    assert codes(audit(tiny(MOST + 1))) == {"bundle/too-large"}


def sizes(content: bytes, name: str, size: int) -> bytes:
    """The archive whose directory states this size for a member."""
    place = content.rindex(name.encode()) - 46
    assert content[place : place + 4] == b"PK\x01\x02"
    return content[: place + 20] + struct.pack("<2L", size, size) + content[place + 28 :]


def test_entries_that_claim_the_bytes_of_others() -> None:
    """Members cannot have more bytes than there are, so no small file is many games."""
    content = tiny(40)
    for name in ("games/1.zip", "events.ndjson"):
        assert codes(audit(sizes(content, name, 2**31 - 1))) == {"bundle/too-large"}
    shared = content
    for number in range(1, 41):
        shared = sizes(shared, f"games/{number}.zip", len(content) // 20)
    assert codes(audit(shared)) == {"bundle/too-large"}


def test_a_game_has_the_limits_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is too large is refused unread, and by itself."""
    small = replace(FEW_GAMES, size=len(bundle(2)) // 2)
    monkeypatch.setattr("replays.audit.verifier.FEW_GAMES", small)
    report = audit(cup(1))
    [finding] = report.parts[0].findings
    assert (finding.code, str(small.size) in finding.text) == ("bundle/too-large", True)


@pytest.mark.parametrize(("name", "limit"), [("lines", 3), ("values", 30), ("entries", 6)])
def test_the_series_own_members_are_limited(monkeypatch: pytest.MonkeyPatch, name: str, limit: int) -> None:
    """Lines, values and entries are counted without those in the games."""
    assert codes(audit(cup(1))) == set()
    few = replace(MANY_GAMES, **{name: limit})  # type: ignore[arg-type]  # a name of a number
    monkeypatch.setattr("replays.audit.bundle.container.limits_of", lambda _: few)
    assert codes(audit(cup(1))) == {"bundle/too-large"}


def test_faults_of_all_games_are_not_all_told() -> None:
    """A report of very many faults keeps one of each aspect; its verdicts stay the same."""
    found = [Finding(Aspect.TIME, number, "time/back", "x") for number in range(9)]
    report = Report("game", None, (*found, Finding(Aspect.RESULT, 3, "a/b", "x")), frozenset())
    short = report.shortened()
    assert [finding.version for finding in short.findings if finding.aspect is Aspect.TIME] == [0]
    assert short.verdicts == report.verdicts
    assert MOST_IN_GAMES >= 1000


def test_a_manifest_that_names_no_kind() -> None:
    """It gets the limits of a game, whatever it is."""
    for kind in ("league", 7, None, ["cup"]):
        forger = Forger(cup(1), SERVICE)
        forger.manifest["kind"] = kind
        forger.members["manifest.json"] = canonical(forger.manifest)
        assert codes(audit(forger.listed())) & {"manifest/form", "bundle/layout"}
