"""Announcing a tournament, entering it, and starting it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kingdomino.rules import Rules, check
from replays.events import tournament_events as events
from replays.events.causes import OPERATOR, PLAYER, SYSTEM, TIMEOUT
from replays.events.game_events import Options
from replays.events.regulations import Code, Format, Regulations
from replays.events.tournament_events import MOST_ENTRANTS
from replays.match.aggregate import Sitter, Status
from replays.match.deciding.bots import policy_to_seat
from replays.match.deciding.decisions import Refusal, check_invited, check_seen
from replays.match.randomness.draws import VERSION, commitment
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding.directing import Grounds, check_directs, check_going
from replays.tournament.forecast import check_field
from replays.tournament.results import standing_rows
from replays.tournament.schedules.forms import Player, Unpairable
from replays.tournament.standings.points import SCALES, best
from replays.tournament.standings.tie_breaks import TIE_BREAKS


@dataclass(frozen=True, slots=True)
class Announcement:
    """A tournament to be opened; `players` is the usual number of seats at a table."""

    name: str
    format: Format
    players: int
    rounds: int
    rules: Rules
    options: Options
    regulations: Regulations


def found(plan: Announcement, seeds: Sequence[bytes], director: str) -> list[EventDraft]:
    """Open a tournament with two seeds for each round; raises `RuleViolation` and `Refusal`."""
    check(plan.rules, plan.players)
    check_regulations(plan)
    created = events.TournamentCreated(
        plan.name,
        plan.format,
        plan.players,
        plan.rounds,
        plan.rules,
        plan.options,
        settled(plan.regulations),
        VERSION,
        tuple(map(commitment, seeds)),
    )
    return [EventDraft(created, director, PLAYER)]


def check_regulations(plan: Announcement) -> None:
    """Refuse regulations that contradict themselves.

    Codes: `tournament/points`, `tournament/tie-breaks`, `tournament/bye`, `tournament/late`.
    """
    agreed = plan.regulations
    if agreed.points not in SCALES:
        raise Refusal(
            "tournament/points", f'"points" must be one of {", ".join(SCALES)}, not {agreed.points!r}'
        )
    if agreed.points == "game" and plan.players > 2:
        text = (
            "game points cannot be compared between tables of different sizes: choose share, or tables of two"
        )
        raise Refusal("tournament/points", text)
    unknown = [each for each in agreed.tie_breaks if each not in TIE_BREAKS]
    if unknown or len(set(agreed.tie_breaks)) < len(agreed.tie_breaks):
        text = f'"tie_breaks" must be different ones of {", ".join(TIE_BREAKS)}'
        raise Refusal("tournament/tie-breaks", text)
    most = best(agreed.points, plan.players)
    if agreed.bye > most or agreed.late_points > most:
        text = f"a round without a table gives at most what the first place gives, {most} twelfths of a point"
        raise Refusal("tournament/bye", text)
    if agreed.late_until and (plan.format is not Format.SWISS or agreed.late_until > plan.rounds):
        text = "late entries are possible in a Swiss tournament, up to its last round"
        raise Refusal("tournament/late", text)


def settled(agreed: Regulations) -> Regulations:
    """The regulations as they are recorded, with the stored name of a policy; raises `Refusal`."""
    if agreed.vacancy is None:
        return agreed
    return replace(agreed, vacancy=policy_to_seat(agreed.vacancy))


def enter(tournament: Tournament, sitter: Sitter) -> list[EventDraft]:
    """Enter oneself.

    Codes: `tournament/not-open`, `tournament/entered`, `tournament/full`, `seat/not-invited`,
    `seat/other-opening`.
    """
    check_open(tournament)
    check_invited(tournament.created.options, sitter.player)
    check_seen(tournament.opening, sitter)
    _check_new(tournament, [sitter.player])
    return [_entry(sitter, sitter.player, PLAYER)]


def enter_players(tournament: Tournament, players: Sequence[str], by: str) -> list[EventDraft]:
    """Enter players as a director, all or none; codes as `enter`.

    Also `tournament/not-director`, and `rated/own-entry`: nobody plays for a rating whom others entered.
    """
    check_directs(tournament, by)
    check_open(tournament)
    _check_own(tournament, players)
    _check_new(tournament, players)
    return [_entry(Sitter(player, None), by, OPERATOR) for player in players]


def _check_own(tournament: Tournament, players: Sequence[str]) -> None:
    if tournament.created.options.rated and players:
        raise Refusal("rated/own-entry", "the games are rated: players enter themselves")


def enter_bots(tournament: Tournament, policies: Sequence[str], by: str) -> list[EventDraft]:
    """Enter bots as a director; codes as `enter_players`, `bot/unknown-policy` and `rated/no-bots`."""
    check_directs(tournament, by)
    return enter_stored(tournament, [policy_to_seat(policy) for policy in policies], by)


def enter_stored(tournament: Tournament, policies: Sequence[str], by: str) -> list[EventDraft]:
    """Enter bots by the stored names of their policies."""
    check_directs(tournament, by)
    check_open(tournament)
    if tournament.created.options.rated:
        raise Refusal("rated/no-bots", "the games are rated: bots cannot enter")
    _check_room(tournament, len(policies))
    return [EventDraft(events.TournamentBotEntered(policy), by, OPERATOR) for policy in policies]


@dataclass(frozen=True, slots=True)
class OldPlaces:
    """Places of a finished tournament, from `low` to `high`, both included."""

    tournament: Tournament
    low: int
    high: int


def take_places(tournament: Tournament, stages: Sequence[OldPlaces], by: str) -> list[EventDraft]:
    """Enter the places of finished tournaments that one directs, in this order, without those who are out.

    Codes: as `enter_players`, `tournament/not-finished`, `tournament/places`, and `tournament/not-director`
    also for one of the other tournaments.
    """
    check_directs(tournament, by)
    check_open(tournament)
    sitters = [sitter for stage in stages for sitter in placed(stage, by)]
    players = [sitter.player for sitter in sitters if sitter.bot is None]
    _check_own(tournament, players)
    _check_new(tournament, players)
    _check_room(tournament, len(sitters))
    if tournament.created.options.rated and len(players) < len(sitters):
        raise Refusal("rated/no-bots", "the games are rated: bots cannot enter")
    sources = tuple(
        events.PlacesTaken(each.tournament.id, each.tournament.head.hash, each.low, each.high)
        for each in stages
    )
    taken = EventDraft(events.TournamentFieldTaken(sources), by, OPERATOR)
    return [taken, *(_taken(sitter, by) for sitter in sitters)]


def placed(stage: OldPlaces, by: str) -> list[Sitter]:
    """Who has these places and is not out; raises `Refusal`."""
    old = stage.tournament
    check_directs(old, by)
    if not old.finished:
        raise Refusal("tournament/not-finished", f"{old.created.name} is not finished: its places can change")
    rows = standing_rows(old)
    if not 1 <= stage.low <= stage.high <= len(rows):
        text = f"{old.created.name} has the places 1 to {len(rows)}, not {stage.low} to {stage.high}"
        raise Refusal("tournament/places", text)
    ranked = [Player(row.entrant) for row in rows[stage.low - 1 : stage.high]]
    return [old.sitter(each) for each in ranked if each not in old.withdrawn]


def _taken(sitter: Sitter, by: str) -> EventDraft:
    if sitter.bot is not None:
        return EventDraft(events.TournamentBotEntered(sitter.bot), by, OPERATOR)
    return _entry(Sitter(sitter.player, None), by, OPERATOR)


def _entry(sitter: Sitter, by: str, cause: str) -> EventDraft:
    event = events.TournamentPlayerEntered(sitter.player, sitter.entropy, sitter.seen, sitter.checkpoint)
    return EventDraft(event, by, cause)


def check_open(tournament: Tournament) -> None:
    """Refuse entries when none are taken: `tournament/not-open`."""
    until = tournament.created.regulations.late_until
    late = tournament.status is Status.ACTIVE and not tournament.finished and tournament.paired < until
    if tournament.status is not Status.OPEN and not late:
        if until:
            text = f"late entries ended with the pairing of round {until}"
        else:
            text = "the tournament has started, and takes no late entries"
        raise Refusal("tournament/not-open", text)


def _check_new(tournament: Tournament, players: Sequence[str]) -> None:
    there = {tournament.sitter(each.number).player for each in tournament.field}
    twice = sorted({player for player in players if player in there or players.count(player) > 1})
    if twice:
        raise Refusal("tournament/entered", f"in the field already, or named twice: {', '.join(twice)}")
    _check_room(tournament, len(players))


def _check_room(tournament: Tournament, more: int) -> None:
    if len(tournament.field) + more > MOST_ENTRANTS:
        raise Refusal("tournament/full", f"a tournament has at most {MOST_ENTRANTS} entrants")


def start(tournament: Tournament, by: str) -> list[EventDraft]:
    """Close the entries; the first round is paired next.

    Codes: `tournament/not-director`, `tournament/started`, `tournament/rounds`, and those of `Unpairable`.
    """
    check_directs(tournament, by)
    if tournament.status is not Status.OPEN:
        raise Refusal("tournament/started", "the tournament has started already, or was called off")
    try:
        check_field(tournament)
    except Unpairable as impossible:
        raise Refusal(impossible.code, str(impossible)) from impossible
    return [EventDraft(events.TournamentStarted(), by, OPERATOR)]


def call_off(tournament: Tournament, why: Grounds) -> list[EventDraft]:
    """Call the tournament off before its start: `tournament/not-director`, `tournament/started`."""
    check_directs(tournament, why.by)
    if tournament.status is not Status.OPEN:
        raise Refusal("tournament/started", "only a tournament that has not started can be called off")
    return [EventDraft(events.TournamentCalledOff(why.code, why.reason), why.by, OPERATOR)]


def expire(tournament: Tournament, now: int, open_ms: int) -> list[EventDraft]:
    """Call off a tournament that was not started for `open_ms` after the last entry, by the system."""
    if tournament.status is not Status.OPEN:
        raise Refusal("tournament/started", "the tournament has started already, or was called off")
    if now - tournament.at < open_ms:
        raise Refusal("table/not-expired", "the time for entries is not over yet")
    return [EventDraft(events.TournamentExpired(), SYSTEM, TIMEOUT)]


def withdraw(tournament: Tournament, player: str, reason: str) -> list[EventDraft]:
    """Withdraw oneself: `tournament/not-entered`, `tournament/out`, `tournament/finished`."""
    check_going(tournament)
    entrant = tournament.entrant_of(player)
    if entrant is None:
        raise Refusal("tournament/not-entered", "you are not in this tournament")
    if entrant.number in tournament.withdrawn:
        raise Refusal("tournament/out", "you have withdrawn already")
    event = events.TournamentEntrantWithdrawn(Code.REQUEST, reason, entrant.number)
    return [EventDraft(event, player, PLAYER)]
