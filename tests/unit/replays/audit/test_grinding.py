"""An operator whose service tries seeds until the deck suits the opener, and the audit of its games.

The operator wants the first king for seat 0, and the dominoes 47 and 48 in the first line.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from harness.audit.audits import SERVICE, START
from harness.audit.forging import Forger
from harness.games import finish, seeded
from harness.play.dynasties import DYNASTY
from harness.store.fake_log import FakeEventLog
from kingdomino.game.events import KingDrawn
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Aspect, Condition, Report, Verdict
from replays.audit.verifier import audit
from replays.commands.tables import NewTable, Tables
from replays.dynasty import decisions as of_dynasties
from replays.dynasty.aggregate import Dynasty, game_id
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.kind import DYNASTY as KIND
from replays.encoding.entries import Head
from replays.encoding.identity import Version, new_game_id
from replays.events.causes import PLAYER
from replays.events.codec import Event, decode
from replays.events.dynasty_events import DynastyCreated
from replays.events.game_events import LineDealt, Membership, Options
from replays.match.aggregate import Match, Sitter, fold
from replays.match.deciding import decisions
from replays.match.deciding.decisions import FullTable
from replays.match.randomness.chances import chance_of
from replays.match.randomness.seed_store import SeedStore
from replays.match.recording import EventDraft, stored

GAME = new_game_id(bytes(range(16)))
ANN, BOB = Sitter("ann", "a1" * 32), Sitter("bob", "b0" * 32)
TRIES = 3_000
"""About 90 tries are needed on average; this many suffice for all games here."""


def suits(match: Match, seed: bytes) -> bool:
    """True if the seed gives the operator's friend the wanted draws."""
    chance = chance_of(match, seed)
    return chance.kings[0] == 0 and {47, 48} <= set(chance.deck[:4])


def entry(sitter: Sitter, match_opening: str) -> Sitter:
    """The player, with the hash of the first event that was seen before entropy was sent."""
    return replace(sitter, seen=match_opening)


class Operator:
    """The tables and dynasties of an operator whose seeds come from `seed`."""

    def __init__(self, seed: Callable[[int], bytes]) -> None:
        times = count(START, 1000)
        self.log = FakeEventLog()
        self.clock = lambda: next(times)
        self.tables = Tables(self.log, SeedStore(bytes(32)), self.clock, seed)
        self.dynasties = Dynasties(self.tables, self.clock)

    def played(self, match: Match) -> Report:
        """The audit of the game after it was played to its end."""
        finish(self.tables, match.id, seeded(1))
        self.tables.settle(match.id)
        return audit(game_bundle(match.id, self.log.read(match.id), SERVICE))


def seeds(random: Random) -> Iterator[bytes]:
    """The seeds to try."""
    return (random.randbytes(32) for _ in range(TRIES))


def as_it_would_be(seed: bytes, *sitters: Sitter, version: int) -> Match:
    """The game that this seed would lead to, as the operator computes it in advance."""
    with patch.object(decisions, "VERSION", version):
        drafts = decisions.open_table(Rules(), 2, seed, "ann")
    events = stored(Head.genesis(GAME), drafts, START)
    match = fold(GAME, events)
    assert match is not None
    for sitter in sitters:
        match = match.with_sitter(sitter)
    return match


def ground(random: Random, *sitters: Sitter, version: int) -> bytes:
    """The first seed that suits, given that the operator knows these players' entropy."""
    return next(s for s in seeds(random) if suits(as_it_would_be(s, *sitters, version=version), s))


@pytest.mark.slow
@pytest.mark.parametrize("version", [1, 2])
def test_entropy_in_the_opening_is_known(version: int) -> None:
    """The operator succeeds within the rules; notes name the opener, and bob who sent no entropy."""
    silent = replace(BOB, entropy=None)
    operator = Operator(lambda _: ground(seeded(1), ANN, silent, version=version))
    with patch.object(decisions, "VERSION", version):
        match = operator.tables.create(GAME, NewTable(Rules(), 2, "ann", ANN)).after
    report = operator.played(operator.tables.join(match, silent).after)
    begun = fold(GAME, operator.log.read(GAME))
    assert begun is not None
    assert suits(begun, bytes.fromhex(begun.seed or ""))
    assert not report.findings
    assert {note.code for note in report.notes} >= {"entropy/known", "entropy/absent"}


@pytest.mark.long
def test_entropy_after_the_commitment_takes_the_choice_away() -> None:
    """The same operator has to guess ann's entropy: in ten games at most one suits, by chance."""
    pleased, silent = 0, replace(BOB, entropy=None)
    for number in range(10):
        sent = replace(ANN, entropy=seeded(100 + number).randbytes(32).hex())
        guessed = ground(seeded(number), ANN, silent, version=2)
        operator = Operator(lambda _, seed=guessed: seed)  # type: ignore[misc]
        match = operator.tables.create(GAME, NewTable(Rules(), 2, "ann")).after
        match = operator.tables.join(match, entry(sent, match.opening)).after
        match = operator.tables.join(match, silent).after
        pleased += suits(match, operator.tables.secrets.seed(match))
        if number == 0:
            report = operator.played(match)
            assert not report.findings
            assert [note.code for note in report.notes if "entropy" in note.code] == ["entropy/absent"]
    assert pleased <= 1  # one in 90 by chance


def rewritten(*, says: bool) -> tuple[Report, Report]:
    """The audits of a game whose first event was rewritten once ann's entropy was known.

    With `says` the operator also changes what ann claims to have seen. The second audit has ann's receipt.
    """
    honest = Operator(seeded(7).randbytes)
    before = honest.tables.create(GAME, NewTable(Rules(), 2, "ann")).after
    ann, silent = entry(ANN, before.opening), replace(BOB, entropy=None)
    seed = ground(seeded(1), ANN, silent, version=2)
    operator = Operator(lambda _: seed)
    match = operator.tables.create(GAME, NewTable(Rules(), 2, "ann")).after
    with patch.object(decisions, "check_seen"):
        match = operator.tables.join(match, entry(ANN, match.opening) if says else ann).after
    match = operator.tables.join(match, silent).after
    assert match.opening != before.opening
    plain = operator.played(match)
    bundle = game_bundle(GAME, operator.log.read(GAME), SERVICE)
    kept = Evidence((Held(before.head, GAME),))
    return plain, audit(bundle, kept)


@pytest.mark.slow
def test_a_first_event_that_was_replaced_is_found() -> None:
    """The record itself shows it if it has what ann saw, otherwise ann's receipt does."""
    plain, _ = rewritten(says=False)
    assert [(found.aspect, found.version, found.code) for found in plain.findings] == [
        (Aspect.FAIRNESS, 2, "entropy/seen")
    ]
    forged, with_receipt = rewritten(says=True)
    assert not forged.findings  # without evidence nobody can tell
    assert [(found.aspect, found.version, found.code) for found in with_receipt.findings] == [
        (Aspect.COMPLETENESS, 1, "head/other")
    ]


class Grinding(Dynasties):
    """Dynasties whose operator knows all entropy and chooses each seed when its game starts."""

    def _seed(self, dynasty: Dynasty, number: int) -> bytes:
        founding = dynasty.opening if dynasty.created.commitments else None
        options = replace(dynasty.created.options, series=Membership("dynasty", dynasty.id, number))
        table = FullTable(dynasty.rules, dynasty.sitters, options, founding)
        game = game_id(dynasty.id, number)
        tried = ((seed, decisions.start_full(game, table, seed)) for seed in seeds(seeded(number)))
        return next(seed for seed, drafts in tried if pleases(draft.event for draft in drafts))


def pleases(events: Iterable[Event]) -> bool:
    """True if the game begins as the operator wants."""
    told = list(events)
    first = next(event for event in told if isinstance(event, KingDrawn))
    line = next(event for event in told if isinstance(event, LineDealt))
    return first.seat == 0 and {47, 48} <= set(line.dominoes)


def without_commitments(
    rules: Rules, players: int, _: Sequence[bytes], creator: str, options: Options
) -> list[EventDraft]:
    """A dynasty opened as in version 1, without commitments to seeds."""
    return [EventDraft(DynastyCreated(rules, players, options), creator, PLAYER)]


@pytest.mark.long
@pytest.mark.parametrize("version", [1, 2])
def test_seeds_of_a_dynasty_that_are_chosen_when_a_game_starts(version: int) -> None:
    """The operator succeeds in all three games; version 1 can only note it, version 2 fails each game."""
    operator = Operator(seeded(5).randbytes)
    dynasties = Grinding(operator.tables, operator.clock)
    with patch.object(of_dynasties, "found", of_dynasties.found if version == 2 else without_commitments):
        now = dynasties.found(DYNASTY, NewTable(Rules(), 2, "ann")).after
    for sitter in (ANN, BOB):
        now = dynasties.join(now, entry(sitter, now.opening)).after
    while (now := dynasties.advance(DYNASTY)).winners is None:
        finish(operator.tables, now.games[-1].id, seeded(1))
        operator.tables.settle(now.games[-1].id)
    read = operator.log.read
    assert all(pleases(map(decode, read(played.id))) for played in now.games)
    games = [game_bundle(played.id, read(played.id), SERVICE) for played in now.games]
    report = audit(series_bundle(KIND, DYNASTY, read(DYNASTY), games, SERVICE))
    if version == 1:
        assert not [found for part in report.whole() for found in part.findings]
        assert all("entropy/known" in {note.code for note in part.notes} for part in report.parts)
    else:
        codes = [(found.aspect, found.code) for found in report.findings]
        assert codes == [(Aspect.FAIRNESS, "dynasty/commitment")] * 3
        assert report.verdict(Aspect.FAIRNESS) is Verdict.FAIL


def test_an_honest_dynasty_protects_who_named_its_first_event() -> None:
    """With a kept head of its first event the dynasty's audit has no entropy note; a game's points to it."""
    operator = Operator(seeded(5).randbytes)
    now = operator.dynasties.found(DYNASTY, NewTable(Rules(), 2, "ann")).after
    for sitter in (ANN, BOB):
        now = operator.dynasties.join(now, entry(sitter, now.opening)).after
    now = operator.dynasties.advance(DYNASTY)
    alone = game_bundle(now.games[0].id, operator.log.read(now.games[0].id), SERVICE)
    whole = audit(series_bundle(KIND, DYNASTY, operator.log.read(DYNASTY), [alone], SERVICE))
    assert [note.code for note in whole.parts[0].notes if "entropy" in note.code] == ["entropy/unheld"]
    assert not whole.meets(Condition.ENTROPY)
    kept = Evidence((Held(Head(Version(1), now.opening), DYNASTY),))
    told = audit(series_bundle(KIND, DYNASTY, operator.log.read(DYNASTY), [alone], SERVICE), kept)
    assert not [note for part in told.whole() for note in part.notes if "entropy" in note.code]
    assert told.meets(Condition.ENTROPY)
    (note,) = [note for note in audit(alone).notes if "entropy" in note.code]
    assert note.code == "entropy/known"
    assert "audit the dynasty" in note.text


RECORD = as_it_would_be(bytes(32), ANN, BOB, version=2)
CREATED = RECORD.created
OTHERWISE: dict[str, Any] = {
    **{field.name: True for field in fields(Rules) if field.type in {"bool", bool}},
    "game": GameKind.ORIGINS,
    "edition": Edition.SECOND,
    "first_line": FirstLine.SEATED,
    "version": Rules().version + 1,
}
"""Another value for each rule except the mode, which the base game does not have."""

CHANGES: dict[str, Match] = {
    "first event": RECORD._replace(opening="ab" * 32),
    "another player": RECORD._replace(seated=(replace(ANN, player="eve"), BOB)),
    "players exchanged": RECORD._replace(seated=(replace(ANN, player="bob"), replace(BOB, player="ann"))),
    "entropy exchanged": RECORD._replace(seated=(BOB, ANN)),
    "nothing sent": RECORD._replace(seated=(ANN, replace(BOB, entropy=None))),
    **{
        f"rule {name}": RECORD._replace(created=replace(CREATED, rules=replace(Rules(), **{name: value})))
        for name, value in OTHERWISE.items()
    },
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_is_agreed_on_is_bound(change: str) -> None:
    """Another rule, player or first event gives another deck from the same seed."""
    assert OTHERWISE.keys() | {"mode"} == {field.name for field in fields(Rules)}
    assert chance_of(CHANGES[change], bytes(32)).deck != chance_of(RECORD, bytes(32)).deck


def test_the_mode_of_origins_is_bound() -> None:
    """The mode of Origins is bound like the rules of the base game."""
    modes = [Rules(game=GameKind.ORIGINS, mode=mode) for mode in Mode]
    records = [RECORD._replace(created=replace(CREATED, rules=rules)) for rules in modes]
    decks = {chance_of(record, bytes(32)).deck for record in records}
    assert len(decks) == len(modes)


def test_the_first_event_covers_what_was_opened() -> None:
    """The hash that the draws depend on covers each member of its data, its time and its actor."""
    match, created = RECORD, RECORD.created
    others = [
        EventDraft(replace(created, players=3), "ann", PLAYER),
        EventDraft(replace(created, rules=Rules(harmony=True)), "ann", PLAYER),
        EventDraft(replace(created, options=Options(private=True)), "ann", PLAYER),
        EventDraft(replace(created, commitment="ab" * 32), "ann", PLAYER),
        EventDraft(created, "eve", PLAYER),
    ]
    heads = {stored(Head.genesis(GAME), [draft], START)[0].hash for draft in others}
    heads.add(stored(Head.genesis(GAME), [EventDraft(created, "ann", PLAYER)], START + 1)[0].hash)
    assert len(heads - {match.opening}) == len(others) + 1


def test_a_record_that_says_it_is_older_draws_otherwise() -> None:
    """Draws of version 1 give another deck than version 2, so the version cannot be changed later."""
    operator = Operator(seeded(3).randbytes)
    match = operator.tables.create(GAME, NewTable(Rules(), 2, "ann")).after
    for sitter in (ANN, BOB):
        match = operator.tables.join(match, entry(sitter, match.opening)).after
    operator.played(match)
    forger = Forger(game_bundle(GAME, operator.log.read(GAME), SERVICE))
    forger.data("GameCreated")["draws"] = 1
    assert "draw/otherwise" in {found.code for found in audit(forger.forged()).findings}
