"""A game with `"absent": "end"` ends exactly when too few players have stayed (R32)."""

from random import Random

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from harness.play.correspondence import Correspondence
from kingdomino.board.numbers import Seat
from kingdomino.policies import quick
from kingdomino.rules import Edition, GameKind, Mode, Rules
from kingdomino.scoring import score
from kingdomino.transcript.syntax import format_transcript
from replays.audit.examining import examine
from replays.audit.record import Record
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Absent, Options
from replays.match.aggregate import EndCause, Match, Status
from replays.projections.studies import StudyId, study_of
from replays.projections.transcripts import transcript_of_match
from tests.sampling import examples

GAMES = settings(examples(20), phases=[Phase.explicit, Phase.reuse, Phase.generate])
"""Without shrinking: another seed is another game, so a smaller seed explains nothing."""

DUELS = [Rules(mighty_duel=True), Rules(no_limit=True)]
RULES = [
    Rules(),
    Rules(edition=Edition.SECOND, harmony=True),
    *(Rules(game=GameKind.ORIGINS, mode=mode, middle_kingdom=True) for mode in Mode),
]
OTHERS = st.lists(st.sampled_from([None, None, *quick()]), min_size=1, max_size=3)
STUDY = StudyId(derived_game_id("suite", "absence"))


@st.composite
def tables(draw: st.DrawFn) -> Correspondence:
    """A game that has just begun: any rules, any number of seats, people and bots."""
    others = draw(OTHERS)
    rules = draw(st.sampled_from([*RULES, *DUELS] if len(others) == 1 else RULES))
    options = Options(absent=Absent.END)
    table = Correspondence(draw(st.integers(0, 2**32)), rules, len(others) + 1, options)
    table.fill(*others)
    table.work()
    return table


def goes_on(match: Match) -> bool:
    """True if, by the rule, enough people and bots have stayed for the game to continue."""
    assert match.game is not None
    stayed = [sitter for seat, sitter in enumerate(match.sitters) if seat not in match.game.left]
    return len(stayed) >= 2 and any(sitter.bot is None for sitter in stayed)


@settings(GAMES)
@given(tables(), st.lists(st.integers(0, 20), min_size=4, max_size=4), st.randoms(use_true_random=False))
def test_a_game_ends_exactly_when_too_few_have_stayed(
    table: Correspondence, pauses: list[int], random: Random
) -> None:
    """After any moves and resignations a game ends exactly by the rule, and is scored as it stands."""
    people = [seat for seat, sitter in enumerate(table.match.sitters) if sitter.bot is None]
    random.shuffle(people)
    for pause, gone in zip(pauses, people, strict=False):
        table.moves(pause)
        before = table.match
        if before.status is not Status.ACTIVE:
            break
        table.attendance.resign(before, table.player(gone))
        assert (table.match.status is Status.ACTIVE) == goes_on(table.match)
        if table.match.status is Status.ACTIVE:
            table.work()
            continue
        assert before.game is not None
        assert table.match.game is not None
        assert table.match.game.kingdoms == before.game.kingdoms
        scored_as_it_lies(table)
    table.work()
    assert examine(table.game, Record(table.played.events)).findings == ()


def scored_as_it_lies(table: Correspondence) -> None:
    """Assert that the result, the places, the transcript and its study agree with the position."""
    assert table.match.end_cause is EndCause.LEFT
    table.work()
    match = table.match
    assert match.status is Status.SCORED
    assert match.game is not None
    assert match.result is not None
    assert match.result.scores == tuple(score(match.game, Seat(seat)) for seat in range(match.players))
    places = [seat for place in match.result.ranking for seat in place]
    stayed = match.players - len(match.game.left)
    assert set(places[stayed:]) == set(match.game.left)
    text = format_transcript(transcript_of_match(match, table.played.events, {}))
    assert text.rstrip().endswith("end")
    last = study_of(STUDY, text).frames[-1].match
    assert last.end_cause is EndCause.LEFT
    assert last.result == match.result
