"""Versions of the rules side by side: known and unknown ones, each deciding its own games."""

import pickle
from collections.abc import Iterator
from dataclasses import replace

import pytest

from harness.games import seeded
from harness.programs.two_versions import BONUS, HARMONY, NEW, OLD, ONE_MORE
from kingdomino.analysis.variation import Variation
from kingdomino.board.numbers import Points, Seat
from kingdomino.game.chance import Chance
from kingdomino.game.events import Event
from kingdomino.machine import advance, begin, draw, legal_commands
from kingdomino.policies import GREEDY, RANDOM
from kingdomino.rules import Mode, Rules
from kingdomino.rules.versions import VERSION_1, VERSIONS, RulesVersion, UnknownVersion, Versions
from kingdomino.rules.violations import RuleViolation
from kingdomino.scoring import Score, live_total, score
from kingdomino.simulation import PlayedGame, play
from kingdomino.transcript.errors import IllegalTurn
from kingdomino.transcript.playing import replay
from kingdomino.transcript.recording import transcript_of
from kingdomino.transcript.syntax import format_transcript, parse_transcript
from service.cli.simulating.parts import RepeatableSource
from tests.games import deck, origins, seats

DOUBLED = RulesVersion(
    number=NEW,
    middle_kingdom=Points(2 * VERSIONS.newest.middle_kingdom),
    harmony=Points(2 * VERSIONS.newest.harmony),
    resource=Points(2 * VERSIONS.newest.resource),
    totems={resource: Points(2 * points) for resource, points in VERSIONS.newest.totems.items()},
    cavemen={caveman: Points(2 * points) for caveman, points in VERSIONS.newest.cavemen.items()},
)
"""A version that declares twice the newest version's points."""


@pytest.fixture
def two_versions() -> Iterator[None]:
    """Register one more version for a test."""
    with VERSIONS.registered(ONE_MORE):
        yield


def played(rules: Rules, players: int = 2, seed: int = 9) -> PlayedGame:
    """A reproducible random game; with the default seed and players, Harmony pays for seat 1."""
    return play(rules, [RANDOM] * players, RepeatableSource(seed))


def told(rules: Rules, seed: int = 1) -> list[Event]:
    """The events of another random game."""
    random, chance = seeded(seed), draw(rules, 2, RepeatableSource(seed))
    game, happened = begin(rules, 2, chance)
    events = list(happened)
    while game.mover is not None:
        game, happened = advance(game, game.mover, random.choice(legal_commands(game)), chance)
        events += happened
    return events


def extras(counted: Score) -> tuple[Points, ...]:
    """The points of a score that a version declares."""
    return counted.middle_kingdom, counted.harmony, counted.resources, counted.totems, counted.cavemen


def test_a_number_that_nobody_declared_is_refused() -> None:
    """The refusal names the known versions."""
    assert VERSIONS.of(1) is VERSION_1
    for number in (-1, 0, NEW):
        with pytest.raises(UnknownVersion, match=f"^{number} is no version of .* this program knows: 1"):
            VERSIONS.of(number)


def test_versions_are_numbered_without_a_gap() -> None:
    """No number is declared twice or left out, neither in the program nor by registering one more."""
    with pytest.raises(ValueError, match="the next version of the rules is 2, not 1"):
        Versions(VERSION_1, VERSION_1)
    for number in (OLD, NEW + 1):
        with (
            pytest.raises(ValueError, match=f"the next version of the rules is {NEW}, not {number}"),
            VERSIONS.registered(replace(ONE_MORE, number=number)),
        ):
            pass
    assert VERSIONS.newest.number == OLD


def test_a_registered_version_is_the_newest_until_the_end_of_the_block() -> None:
    """Meanwhile new rules have the newest version; afterwards nothing of it is left."""
    before = VERSIONS.newest, VERSIONS.numbers, Rules().version
    assert before == (VERSIONS.of(OLD), tuple(range(1, NEW)), OLD)
    with VERSIONS.registered(ONE_MORE) as version:
        assert (VERSIONS.newest, VERSIONS.numbers, Rules().version) == (version, (*before[1], NEW), NEW)
    assert (VERSIONS.newest, VERSIONS.numbers, Rules().version) == before


def test_rules_of_a_version_that_is_not_known_are_not_played() -> None:
    """Rules of an unknown version are a value, but no game begins or is scored with them."""
    with pytest.raises(RuleViolation, match=f"rules/version: {NEW} is no version of the rules"):
        begin(HARMONY[NEW], 2, Chance(deck(), seats(0, 1, 0, 1)))
    with VERSIONS.registered(ONE_MORE):
        game = played(HARMONY[NEW]).game
    with pytest.raises(UnknownVersion):
        score(game, Seat(1))


def test_rules_of_two_versions_are_two_values() -> None:
    """Caches keyed by rules never mix versions; the version survives pickling."""
    assert HARMONY[OLD] != HARMONY[NEW]
    assert len(set(HARMONY.values())) == 2
    assert pickle.loads(pickle.dumps(HARMONY[NEW])) == HARMONY[NEW]  # noqa: S301 - our own bytes


@pytest.mark.usefixtures("two_versions")
def test_harmony_pays_what_the_version_says() -> None:
    """The same game scores 1 more under the new version, in whatever order the versions are scored."""
    old, new, again = (played(HARMONY[number]).scores for number in (OLD, NEW, OLD))
    assert [score.harmony for score in old] == [0, BONUS[OLD]]
    assert [score.harmony for score in new] == [0, BONUS[NEW]]
    assert [after.total - before.total for before, after in zip(old, new, strict=True)] == [0, 1]
    assert again == old


@pytest.mark.usefixtures("two_versions")
def test_live_points_and_variations_go_by_the_version() -> None:
    """Live points and variations score like the game itself."""
    for number, bonus in BONUS.items():
        over = played(HARMONY[number])
        game, seat = over.game, Seat(1)
        regions = sum(region.points for region in over.scores[seat].regions)
        assert live_total(game, game.kingdoms[seat]) == regions + bonus
        assert Variation.begin(game, seat, ()).score == over.scores[seat]


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        Rules(middle_kingdom=True, harmony=True),
        origins(Mode.TOTEM, realm_of_fire=True, homo_habilis=True),
        origins(Mode.TRIBE, realm_of_fire=True, homo_habilis=True),
    ],
    ids=["base", "totem", "tribe"],
)
def test_whatever_a_version_declares_is_paid(rules: Rules) -> None:
    """In the same games under doubled numbers all extras double, and regions stay as they were."""
    counted = set()
    with VERSIONS.registered(DOUBLED):
        for seed in range(1, 8):
            once, twice = (played(replace(rules, version=number), 4, seed).scores for number in BONUS)
            for before, after in zip(once, twice, strict=True):
                assert after.regions == before.regions
                assert extras(after) == tuple(2 * points for points in extras(before))
                assert after.total - before.total == sum(extras(before))
                counted |= {place for place, points in enumerate(extras(before)) if points}
    paid = {Mode.TOTEM: {0, 1, 2, 3}, Mode.TRIBE: {0, 1, 4}}
    assert counted == (paid[rules.mode] if rules.origins else {0, 1})


def test_bots_play_by_the_version() -> None:
    """A bot that seeks the most points plays differently if the middle is worth nothing."""
    with VERSIONS.registered(replace(ONE_MORE, middle_kingdom=Points(0))):
        old, new = (
            play(Rules(middle_kingdom=True, version=number), [GREEDY] * 2, RepeatableSource(1)).game
            for number in BONUS
        )
    assert old.kingdoms != new.kingdoms


@pytest.mark.usefixtures("two_versions")
def test_a_text_is_replayed_by_its_own_version() -> None:
    """Two texts that differ in version and result are each right, but not under the other's version."""
    old, new = (format_transcript(transcript_of(told(HARMONY[number]))) for number in BONUS)
    assert f'[RulesVersion "{OLD}"]' in old
    assert f'[RulesVersion "{NEW}"]' in new
    for text in (old, new, old):
        transcript = parse_transcript(text)
        assert format_transcript(transcript_of(replay(transcript))) == text
    with pytest.raises(IllegalTurn, match="line 5, column 10: result/wrong"):
        replay(parse_transcript(old.replace(f'[RulesVersion "{OLD}"]', f'[RulesVersion "{NEW}"]')))


def test_a_text_of_an_unknown_version_can_be_read_and_not_replayed() -> None:
    """Writing the text again does not change it; replaying refuses its version tag."""
    text = '[Game "kingdomino"]\n[Rules "classic drawn"]\n[RulesVersion "99"]\n[Players "2"]\n\n'
    transcript = parse_transcript(text)
    assert format_transcript(transcript) == text
    with pytest.raises(IllegalTurn, match=r"^line 3, column 16: rules/version: 99 is no version"):
        replay(transcript)
