"""What a director does on the record: each act is an event with a reason, and undone by another event."""

from collections.abc import Sequence

from replays.clocks.week import Span
from replays.events import tournament_events as events
from replays.events.causes import OPERATOR, PLAYER
from replays.events.tournament_events import MOST_ENTRANTS
from replays.match.aggregate import Status
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import OnRecord, Tournament, TournamentTable
from replays.tournament.deciding.directing import Why, check_directs, check_going, entrant_numbered, table_of
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.points import SCALES


def _act(tournament: Tournament, why: Why, event: events.Act) -> list[EventDraft]:
    check_directs(tournament, why.by)
    check_going(tournament)
    return [EventDraft(event, why.by, OPERATOR)]


def withdraw(tournament: Tournament, why: Why, entrant: int) -> list[EventDraft]:
    """Withdraw an entrant, who is seated in no further round: `tournament/out`."""
    number = entrant_numbered(tournament, entrant)
    if number in tournament.withdrawn:
        raise Refusal("tournament/out", f"entrant {entrant} is out already")
    return _act(tournament, why, events.TournamentEntrantWithdrawn(why.code, why.reason, number))


def replace_entrant(tournament: Tournament, why: Why, entrant: int, player: str) -> list[EventDraft]:
    """Let a substitute play on with the entrant's points: `tournament/entered`, `tournament/out`."""
    number = entrant_numbered(tournament, entrant)
    if number in tournament.withdrawn:
        raise Refusal("tournament/out", f"entrant {entrant} is out: undo the withdrawal first")
    if tournament.entrant_of(player) is not None:
        raise Refusal("tournament/entered", "the substitute is in the field already")
    return _act(tournament, why, events.TournamentEntrantReplaced(why.code, why.reason, number, player))


def forbid_meeting(tournament: Tournament, why: Why, entrants: Sequence[int]) -> list[EventDraft]:
    """Forbid two to meet from the next round on: `tournament/two`."""
    if len(set(entrants)) != 2 or len(entrants) != 2:
        raise Refusal("tournament/two", "a meeting is forbidden for two different entrants")
    numbers = tuple(entrant_numbered(tournament, each) for each in entrants)
    return _act(tournament, why, events.TournamentMeetingForbidden(why.code, why.reason, numbers))


def set_pairing(
    tournament: Tournament,
    why: Why,
    number: int,
    tables: Sequence[Sequence[int]],
    byes: Sequence[int],
) -> list[EventDraft]:
    """Pair the next round by hand; everybody who is in sits once or has a bye.

    Codes: `tournament/round`, `tournament/tables`.
    """
    if tournament.status is not Status.ACTIVE or number != tournament.paired + 1:
        text = f"round {tournament.paired + 1} is the next that can be paired by hand"
        raise Refusal("tournament/round", text)
    seated = [entrant_numbered(tournament, each) for table in (*tables, byes) for each in table]
    there = {entrant.number for entrant in tournament.present}
    _check_each_once(seated, there)
    if any(not 2 <= len(table) <= tournament.players for table in tables):
        raise Refusal("tournament/tables", f"a table has 2 to {tournament.players} players")
    chosen = tuple(tuple(each - 1 for each in table) for table in tables)
    resting = tuple(each - 1 for each in byes)
    return _act(tournament, why, events.TournamentPairingSet(why.code, why.reason, number, chosen, resting))


def _check_each_once(seated: Sequence[Player], there: set[Player]) -> None:
    twice = sorted({each + 1 for each in seated if seated.count(each) > 1})
    gone = sorted(each + 1 for each in set(seated) - there)
    missing = sorted(each + 1 for each in there - set(seated))
    told = (("sits twice", twice), ("is out", gone), ("has neither a table nor a bye", missing))
    for what, entrants in told:
        if entrants:
            text = f"entrant {', '.join(map(str, entrants))} {what}"
            raise Refusal("tournament/tables", text)


def correct(
    tournament: Tournament,
    why: Why,
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
    return _act(tournament, why, event)


def _is_ranking(places: Sequence[int], seats: int) -> bool:
    ranked = sorted(places)
    return len(ranked) == seats and all(place == 1 + ranked.index(place) for place in ranked)


def annul(
    tournament: Tournament, why: Why, game: int, points: Sequence[int] | None = None
) -> list[EventDraft]:
    """Let a game not count; each seat is assigned points, in twelfths, or those of a bye."""
    _, table = table_of(tournament, game)
    bye = tournament.created.regulations.bye
    given = (bye,) * len(table.entrants) if points is None else _points(table, points)
    return _act(tournament, why, events.TournamentResultAnnulled(why.code, why.reason, game, given))


def _points(table: TournamentTable, points: Sequence[int]) -> tuple[int, ...]:
    if len(points) != len(table.entrants) or any(each < 0 for each in points):
        text = f"points, in twelfths, are {len(table.entrants)} numbers from 0, by seat"
        raise Refusal("tournament/points", text)
    return tuple(points)


def adjust_clocks(
    tournament: Tournament, why: Why, span: Span, games: Sequence[int], now: int
) -> list[EventDraft]:
    """Give an outage's time, in ms UTC, back in these games, or all that run: `tournament/interval`."""
    began, ended = span
    if not began < ended <= now:
        raise Refusal("tournament/interval", "an outage begins before it ends, and has ended")
    numbers = tuple(table_of(tournament, game)[1].number for game in games) or tuple(
        table.number for table in tournament.unscored
    )
    if not numbers:
        raise Refusal("tournament/unknown-game", "no game runs")
    event = events.TournamentClocksAdjusted(why.code, why.reason, began, ended, numbers)
    return _act(tournament, why, event)


def cut_short(tournament: Tournament, why: Why) -> list[EventDraft]:
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
    return _act(tournament, why, events.TournamentCutShort(why.code, why.reason))


def name_deputy(tournament: Tournament, why: Why, player: str) -> list[EventDraft]:
    """Let a player act as the director does; only the director does that: `tournament/deputy`."""
    _check_director(tournament, why.by)
    if tournament.directs(player):
        raise Refusal("tournament/deputy", "this player directs the tournament already")
    if len(tournament.deputies) >= MOST_ENTRANTS // 100:
        raise Refusal("tournament/deputy", f"a tournament has at most {MOST_ENTRANTS // 100} deputies")
    return _act(tournament, why, events.TournamentDeputyNamed(why.code, why.reason, player))


def dismiss_deputy(tournament: Tournament, why: Why, player: str) -> list[EventDraft]:
    """End a deputy's office: `tournament/deputy`."""
    _check_director(tournament, why.by)
    if player not in tournament.deputies:
        raise Refusal("tournament/deputy", "this player is no deputy")
    return _act(tournament, why, events.TournamentDeputyDismissed(why.code, why.reason, player))


def _check_director(tournament: Tournament, by: str) -> None:
    if by != tournament.opener:
        raise Refusal("tournament/not-director", "only the director names and dismisses deputies")


def open_dispute(tournament: Tournament, why: Why, game: int, at: int) -> list[EventDraft]:
    """Dispute a game of one's own at a version: `tournament/not-yours`, `tournament/disputed`."""
    check_going(tournament)
    round_, table = table_of(tournament, game)
    if why.by not in {tournament.sitter_in(each, round_.number).player for each in table.entrants}:
        raise Refusal("tournament/not-yours", "only the players of a game can dispute it")
    mine = [each for each in tournament.disputes if each.by == why.by]
    if any(
        isinstance(each.event, events.TournamentDisputeOpened) and each.event.number == game for each in mine
    ):
        raise Refusal("tournament/disputed", "your dispute about this game waits for its answer")
    event = events.TournamentDisputeOpened(why.code, why.reason, game, at)
    return [EventDraft(event, why.by, PLAYER)]


def answer_dispute(tournament: Tournament, why: Why, dispute: int, *, upheld: bool) -> list[EventDraft]:
    """Answer an open dispute, named by its version: `tournament/unknown-dispute`, `tournament/not-yours`."""
    found = next((each for each in tournament.disputes if each.version == dispute), None)
    if found is None:
        raise Refusal("tournament/unknown-dispute", "no open dispute has this version")
    if found.by == why.by:
        raise Refusal("tournament/not-yours", "somebody else has to answer your own dispute")
    return _act(tournament, why, events.TournamentDisputeAnswered(why.code, why.reason, dispute, upheld))


_STAYS = (events.TournamentDisputeOpened, events.TournamentClocksAdjusted)
"""Acts that have had their effect: a dispute is answered, and a game's clock was stopped."""

_BEFORE_PAIRING = (events.TournamentPairingSet, events.TournamentEntrantReplaced)
"""Acts that cannot be undone after the next pairing, which was made with them."""


def undo(tournament: Tournament, why: Why, act: int) -> list[EventDraft]:
    """Undo an act, named by its version: `tournament/unknown-act`, `tournament/too-late`."""
    found = next((each for each in tournament.acts if each.version == act), None)
    if found is None or act in tournament.undone:
        raise Refusal("tournament/unknown-act", f"no act that holds has version {act}")
    if isinstance(found.event, _STAYS) or _is_too_late(tournament, found):
        raise Refusal("tournament/too-late", "this act has had its effect and cannot be undone")
    if isinstance(found.event, (events.TournamentDeputyNamed, events.TournamentDeputyDismissed)):
        _check_director(tournament, why.by)
    return _act(tournament, why, events.TournamentActUndone(why.code, why.reason, act))


def _is_too_late(tournament: Tournament, act: OnRecord) -> bool:
    """True if a pairing was made with this act, or if it is a withdrawal before the start."""
    if isinstance(act.event, _BEFORE_PAIRING):
        return tournament.paired > act.rounds
    before_start = tournament.started is not None and act.version < tournament.started
    return isinstance(act.event, events.TournamentEntrantWithdrawn) and before_start
