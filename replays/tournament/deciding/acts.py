"""What a director does on the record: each act is an event with a reason; `undoing` undoes one by another."""

from collections import Counter
from collections.abc import Sequence

from replays.clocks.week import Span
from replays.events import tournament_events as events
from replays.events.causes import OPERATOR, PLAYER
from replays.events.regulations import MOST_POINTS, Format
from replays.events.tournament_events import LATEST_VERSION, MOST_ENTRANTS, MOST_TABLES
from replays.match.aggregate import Status
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament, TournamentTable
from replays.tournament.deciding.directing import (
    Grounds,
    check_directs,
    check_going,
    entrant_numbered,
    table_of,
)
from replays.tournament.pairing import contestants
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.points import SCALES

MOST_ACTS = 5_000
"""The number of acts after which directors only answer disputes, close rounds and cut it short."""
MOST_DISPUTES = 3
"""How often a player disputes one game."""

_ALWAYS = (events.TournamentDisputeAnswered, events.TournamentCutShort)


def drafted(tournament: Tournament, why: Grounds, event: events.Act) -> list[EventDraft]:
    """The draft of a director's act.

    Codes: `tournament/not-director`, `tournament/finished`, `tournament/too-many-acts`.
    """
    check_directs(tournament, why.by)
    check_going(tournament)
    if len(tournament.acts) >= MOST_ACTS and not isinstance(event, _ALWAYS):
        raise Refusal("tournament/too-many-acts", f"the record has {MOST_ACTS} acts: close the tournament")
    return [EventDraft(event, why.by, OPERATOR)]


def withdraw(tournament: Tournament, why: Grounds, entrant: int) -> list[EventDraft]:
    """Withdraw an entrant, who is seated in no further round: `tournament/out`."""
    number = entrant_numbered(tournament, entrant)
    if number in tournament.withdrawn:
        raise Refusal("tournament/out", f"entrant {entrant} is out already")
    return drafted(tournament, why, events.TournamentEntrantWithdrawn(why.code, why.reason, number))


def replace_entrant(tournament: Tournament, why: Grounds, entrant: int, player: str) -> list[EventDraft]:
    """Let a substitute play on with the entrant's points.

    Codes: `tournament/entered`, `tournament/out`, and `rated/own-entry` as for entries by a director.
    """
    number = entrant_numbered(tournament, entrant)
    if number in tournament.withdrawn:
        raise Refusal("tournament/out", f"entrant {entrant} is out: undo the withdrawal first")
    if tournament.entrant_of(player) is not None:
        raise Refusal("tournament/entered", "the substitute is in the field already")
    if tournament.created.options.rated:
        raise Refusal("rated/own-entry", "the games are rated: players enter themselves")
    return drafted(tournament, why, events.TournamentEntrantReplaced(why.code, why.reason, number, player))


def forbid_meeting(tournament: Tournament, why: Grounds, entrants: Sequence[int]) -> list[EventDraft]:
    """Forbid two to meet from the next round on: `tournament/two`, `tournament/not-swiss`."""
    if tournament.created.format is not Format.SWISS:
        text = "a league and a knock-out have their pairings by schedule: pair the round by hand"
        raise Refusal("tournament/not-swiss", text)
    if len(set(entrants)) != 2 or len(entrants) != 2:
        raise Refusal("tournament/two", "a meeting is forbidden for two different entrants")
    numbers = tuple(entrant_numbered(tournament, each) for each in entrants)
    return drafted(tournament, why, events.TournamentMeetingForbidden(why.code, why.reason, numbers))


def set_pairing(
    tournament: Tournament,
    why: Grounds,
    number: int,
    tables: Sequence[Sequence[int]],
    byes: Sequence[int],
) -> list[EventDraft]:
    """Pair the next round by hand; everybody who is in sits once or has a bye.

    In a knock-out these are the players who have come that far, so its tables have results before.

    Codes: `tournament/round`, `tournament/tables`.
    """
    if tournament.status is not Status.ACTIVE or number != tournament.paired + 1:
        text = f"round {tournament.paired + 1} is the next that can be paired by hand"
        raise Refusal("tournament/round", text)
    seated = [entrant_numbered(tournament, each) for table in (*tables, byes) for each in table]
    there = set(contestants(tournament))
    _check_each_once(seated, there)
    if any(not 2 <= len(table) <= tournament.players for table in tables):
        raise Refusal("tournament/tables", f"a table has 2 to {tournament.players} players")
    chosen = tuple(tuple(each - 1 for each in table) for table in tables)
    resting = tuple(each - 1 for each in byes)
    return drafted(
        tournament, why, events.TournamentPairingSet(why.code, why.reason, number, chosen, resting)
    )


def _check_each_once(seated: Sequence[Player], there: set[Player]) -> None:
    twice = sorted(each + 1 for each, times in Counter(seated).items() if times > 1)
    gone = sorted(each + 1 for each in set(seated) - there)
    missing = sorted(each + 1 for each in there - set(seated))
    told = (("sits twice", twice), ("is out", gone), ("has neither a table nor a bye", missing))
    for what, entrants in told:
        if entrants:
            text = f"entrant {', '.join(map(str, entrants))} {what}"
            raise Refusal("tournament/tables", text)


def correct(
    tournament: Tournament,
    why: Grounds,
    game: int,
    places: Sequence[int],
    points: Sequence[int] | None = None,
) -> list[EventDraft]:
    """Let a game count with these places by seat, and the points of the scale or these in twelfths.

    Codes: `tournament/unknown-game`, `tournament/places`, `tournament/points`.
    """
    _, table = table_of(tournament, game)
    if not _is_ranking(places, len(table.entrants)):
        text = f"{len(table.entrants)} places by seat; two who share the first have 1, and the next has 3"
        raise Refusal("tournament/places", text)
    scale = tournament.created.regulations.points
    if points is None and scale in {"game", "share"}:
        text = "say the points of each seat: they do not follow from the places"
        raise Refusal("tournament/points", text)
    given = SCALES[scale](places, ()) if points is None else _points(table, points)
    event = events.TournamentResultCorrected(why.code, why.reason, game, tuple(places), given)
    return drafted(tournament, why, event)


def _is_ranking(places: Sequence[int], seats: int) -> bool:
    ranked = sorted(places)
    return len(ranked) == seats and all(place == 1 + ranked.index(place) for place in ranked)


def annul(
    tournament: Tournament, why: Grounds, game: int, points: Sequence[int] | None = None
) -> list[EventDraft]:
    """Let a game not count; each seat is assigned points, in twelfths, or those of a bye."""
    _, table = table_of(tournament, game)
    bye = tournament.created.regulations.bye
    given = (bye,) * len(table.entrants) if points is None else _points(table, points)
    return drafted(tournament, why, events.TournamentResultAnnulled(why.code, why.reason, game, given))


def _points(table: TournamentTable, points: Sequence[int]) -> tuple[int, ...]:
    if len(points) != len(table.entrants) or not all(0 <= each <= MOST_POINTS for each in points):
        text = f"points, in twelfths, are {len(table.entrants)} numbers from 0 to {MOST_POINTS}, by seat"
        raise Refusal("tournament/points", text)
    return tuple(points)


def adjust_clocks(
    tournament: Tournament, why: Grounds, span: Span, games: Sequence[int], now: int
) -> list[EventDraft]:
    """Give an outage's time, in ms UTC, back in these games, or all that run: `tournament/interval`."""
    began, ended = span
    if not 0 <= began < ended <= now:
        raise Refusal("tournament/interval", "an outage begins before it ends, and has ended")
    named = dict.fromkeys(table_of(tournament, game)[1].number for game in games)
    numbers = tuple(named) or tuple(table.number for table in tournament.unscored)
    if not numbers:
        raise Refusal("tournament/unknown-game", "no game runs")
    if len(numbers) > MOST_TABLES:
        text = f"{len(numbers)} games run: name at most {MOST_TABLES} of them in one act"
        raise Refusal("tournament/interval", text)
    event = events.TournamentClocksAdjusted(why.code, why.reason, began, ended, numbers)
    return drafted(tournament, why, event)


def cut_short(tournament: Tournament, why: Grounds) -> list[EventDraft]:
    """Finish without the further rounds; as after the last round, all tables have results and answers.

    Codes: `tournament/not-started`, `tournament/not-done`, `tournament/disputed`.
    """
    if tournament.status is not Status.ACTIVE:
        raise Refusal("tournament/not-started", "the tournament has not started: it can be called off")
    if tournament.running is not None:
        raise Refusal("tournament/not-done", f"close round {tournament.paired} first")
    waiting = next((table for table in tournament.games if not tournament.has_result(table)), None)
    if waiting is not None:
        raise Refusal("tournament/not-done", f"game {waiting.number} ({waiting.id}) has no result")
    if tournament.disputes:
        raise Refusal("tournament/disputed", "answer the open disputes before the tournament ends")
    return drafted(tournament, why, events.TournamentCutShort(why.code, why.reason))


def name_deputy(tournament: Tournament, why: Grounds, player: str) -> list[EventDraft]:
    """Let a player act as the director does; only the director does that: `tournament/deputy`."""
    check_director(tournament, why.by)
    if tournament.directs(player):
        raise Refusal("tournament/deputy", "this player directs the tournament already")
    if len(tournament.deputies) >= MOST_ENTRANTS // 100:
        raise Refusal("tournament/deputy", f"a tournament has at most {MOST_ENTRANTS // 100} deputies")
    return drafted(tournament, why, events.TournamentDeputyNamed(why.code, why.reason, player))


def dismiss_deputy(tournament: Tournament, why: Grounds, player: str) -> list[EventDraft]:
    """End a deputy's office: `tournament/deputy`."""
    check_director(tournament, why.by)
    if player not in tournament.deputies:
        raise Refusal("tournament/deputy", "this player is no deputy")
    return drafted(tournament, why, events.TournamentDeputyDismissed(why.code, why.reason, player))


def check_director(tournament: Tournament, by: str) -> None:
    """Refuse deputies, too: `tournament/not-director`."""
    if by != tournament.opener:
        raise Refusal("tournament/not-director", "only the director names and dismisses deputies")


def open_dispute(tournament: Tournament, why: Grounds, game: int, at: int) -> list[EventDraft]:
    """Dispute a game of one's own at a version.

    Codes: `tournament/not-yours`, `tournament/disputed`, `version/unknown` for one that no game can have.
    """
    check_going(tournament)
    if not 1 <= at <= LATEST_VERSION:
        raise Refusal("version/unknown", f"a game has no version {at}")
    round_, table = table_of(tournament, game)
    if why.by not in {tournament.sitter_in(each, round_.number).player for each in table.entrants}:
        raise Refusal("tournament/not-yours", "only the players of a game can dispute it")
    disputes = tournament.holding(events.TournamentDisputeOpened)
    mine = [act for act, event in disputes if (act.by, event.number) == (why.by, game)]
    if any(each in tournament.disputes for each in mine):
        raise Refusal("tournament/disputed", "your dispute about this game waits for its answer")
    if len(mine) >= MOST_DISPUTES:
        text = f"you have disputed this game {MOST_DISPUTES} times: its director has answered"
        raise Refusal("tournament/disputed", text)
    event = events.TournamentDisputeOpened(why.code, why.reason, game, at)
    return [EventDraft(event, why.by, PLAYER)]


def answer_dispute(tournament: Tournament, why: Grounds, dispute: int, *, upheld: bool) -> list[EventDraft]:
    """Answer an open dispute, named by its version: `tournament/unknown-dispute`, `tournament/not-yours`."""
    found = next((each for each in tournament.disputes if each.version == dispute), None)
    if found is None:
        raise Refusal("tournament/unknown-dispute", "no open dispute has this version")
    if found.by == why.by:
        raise Refusal("tournament/not-yours", "somebody else has to answer your own dispute")
    return drafted(tournament, why, events.TournamentDisputeAnswered(why.code, why.reason, dispute, upheld))
