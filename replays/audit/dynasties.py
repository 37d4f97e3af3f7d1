"""Checks a dynasty's own stream against its games: the players, the games and their points."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kingdomino import dynasty as rule
from kingdomino.policies import policy_named, stored_names
from kingdomino.rules import check
from kingdomino.rules.violations import RuleViolation
from replays.audit.entropy.protection import other_first
from replays.audit.following.agreed import opener_of, spelled_otherwise, unread
from replays.audit.series import SeriesAudit, SeriesCourse
from replays.audit.verdicts import Aspect, Finding
from replays.dynasty.aggregate import DYNASTIES, Dynasty, evolve
from replays.dynasty.replay import drift
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.events import dynasty_events
from replays.events.causes import PLAYER, SYSTEM, TIMEOUT
from replays.events.codec import CodecError, decode
from replays.events.game_events import Membership
from replays.match.aggregate import UNREADABLE, Match, Status

RESULTS = frozenset({"DynastyGameScored", "DynastyDecided"})
"""The types of events that record results of games."""


def follow_dynasty(
    stream: GameId, record: Sequence[StoredEvent], games: Sequence[Match | None]
) -> SeriesCourse[Dynasty]:
    """Follow a dynasty whose bytes are intact; `games` are its games, folded from their own records.

    A game that could not be followed is None.
    """
    now: Dynasty | None = None
    findings: list[Finding] = []
    for kept in record:
        stored = kept.unread()
        try:
            if now is None and (text := unread(stored.record["data"])):
                raise CodecError("log/data", text)
            after = evolve(stream, now, stored)
            if now is None and (text := spelled_otherwise(after.created, stored.record["data"])):
                raise CodecError("log/data", text)
        except UNREADABLE as error:
            findings.append(_unreadable(stored, error))
            return SeriesCourse(now, tuple(findings), whole=False)
        findings += _against_games(after, stored, games)
        findings += _table(now, stored)
        now = after
    findings += _torn(now, len(record))
    return SeriesCourse(now, tuple(findings), whole=True)


def _unreadable(stored: StoredEvent, error: Exception) -> Finding:
    if isinstance(error, CodecError):
        return _illegal(stored, error.code, error.text)
    return _illegal(stored, "log/impossible", f"this cannot happen here: {error}")


def _against_games(after: Dynasty, stored: StoredEvent, games: Sequence[Match | None]) -> Iterator[Finding]:
    game = games[len(after.games) - 1] if 0 < len(after.games) <= len(games) else None
    otherwise = drift(after, stored, game)
    kind = stored.record["type"]
    if otherwise:
        aspect = Aspect.RESULT if kind in RESULTS else Aspect.LEGALITY
        yield Finding(aspect, stored.version, "log/drift", otherwise)
    if kind == "DynastyGameStarted" and game is not None and not _belongs(after, game):
        text = "the game has other rules, players, entropy or options, or says that it belongs elsewhere"
        yield _illegal(stored, "dynasty/other-game", text)
    if kind == "DynastyGameStarted" and game is not None and not _is_committed(after, game):
        text = "the game has another commitment, or draws from another first event, than the dynasty promised"
        yield Finding(Aspect.FAIRNESS, stored.version, "dynasty/commitment", text)


def _belongs(dynasty: Dynasty, game: Match) -> bool:
    place = Membership(DYNASTIES.name, dynasty.id, len(dynasty.games))
    options = replace(dynasty.created.options, series=place)
    return (game.rules, game.seated, game.created.options) == (dynasty.rules, dynasty.sitters, options)


def _is_committed(dynasty: Dynasty, game: Match) -> bool:
    """True if the game draws from the seed to which the dynasty committed when it was opened."""
    promised, found = dynasty.created, game.created
    if not promised.commitments:
        return found.draws == 1
    due = (promised.draws, promised.commitments[len(dynasty.games) - 1], dynasty.opening)
    return (found.draws, found.commitment, found.founding) == due


def _table(before: Dynasty | None, stored: StoredEvent) -> Iterator[Finding]:
    """Check the rules, the order of seats, that each player sits once, and the event's actor and cause."""
    event = decode(stored)
    if isinstance(event, dynasty_events.DynastyCreated):
        yield from _playable(event, stored)
        yield from _origin(stored, opener_of(stored), PLAYER)
    elif isinstance(event, dynasty_events.DynastyAborted):
        yield from _origin(stored, SYSTEM, TIMEOUT)
    elif isinstance(event, dynasty_events.DynastySeated) and before is not None:
        yield from _seated(before, event, stored)
    elif isinstance(event, dynasty_events.DynastyBotSeated) and before is not None:
        yield from _bot_seated(before, event, stored)
    else:
        yield from _origin(stored, SYSTEM, SYSTEM)
    if (
        isinstance(event, dynasty_events.DynastyDecided)
        and before is not None
        and stored.record["at"] != before.at
    ):
        text = f"it happened together with version {stored.version - 1} and has another time"
        yield Finding(Aspect.TIME, stored.version, "time/apart", text)
    if before is not None and before.winners is not None:
        yield _illegal(stored, "rules/not-due", "the dynasty was decided already")


def _seated(before: Dynasty, event: dynasty_events.DynastySeated, stored: StoredEvent) -> Iterator[Finding]:
    yield from _lowest_free(before, event.seat, stored)
    if event.player in {sitter.player for sitter in before.sitters}:
        yield _illegal(stored, "seat/twice", "the player holds a seat already")
    if event.seen not in {None, before.opening}:
        yield Finding(
            Aspect.FAIRNESS, stored.version, "entropy/seen", other_first(event.seen, before.opening)
        )
    yield from _origin(stored, event.player, PLAYER)


def _bot_seated(
    before: Dynasty, event: dynasty_events.DynastyBotSeated, stored: StoredEvent
) -> Iterator[Finding]:
    """Check that a seated player put a known bot on the lowest free seat."""
    yield from _lowest_free(before, event.seat, stored)
    if policy_named(event.policy) is None:
        text = f"{event.policy!r} is none of {', '.join(stored_names())}"
        yield _illegal(stored, "bot/unknown-policy", text)
    actor = stored.record["actor"]
    if actor not in {sitter.player for sitter in before.sitters if sitter.bot is None}:
        yield _illegal(stored, "seat/not-seated", "only players at the table can seat a bot")
    if before.created.options.rated:
        yield _illegal(stored, "rated/no-bots", "the dynasty is rated: only people sit down")
    yield from _origin(stored, actor, PLAYER)


def _lowest_free(before: Dynasty, seat: int, stored: StoredEvent) -> Iterator[Finding]:
    if seat != len(before.sitters) or seat >= before.players:
        yield _illegal(stored, "seat/order", f"seat {seat} is not the lowest free one")


def _playable(event: dynasty_events.DynastyCreated, stored: StoredEvent) -> Iterator[Finding]:
    try:
        check(event.rules, event.players)
    except RuleViolation as violation:
        yield _illegal(stored, violation.code, violation.text)
    if event.options.series is not None:
        yield _illegal(stored, "rules/otherwise", "a dynasty is no game of another dynasty")


def _origin(stored: StoredEvent, actor: object, cause: str) -> Iterator[Finding]:
    found = (stored.record["actor"], stored.record["cause"])
    if not isinstance(actor, str) or found != (actor, cause):
        text = f"actor and cause are {found[0]!r} and {found[1]!r}, not {actor!r} and {cause!r}"
        yield _illegal(stored, "log/origin", text)


def _torn(dynasty: Dynasty | None, length: int) -> Iterator[Finding]:
    """Check that the decision is there, which belongs to the append that counts the last game."""
    counted = [game for game in dynasty.games if game.status is Status.SCORED] if dynasty else []
    if dynasty and len(counted) == rule.GAMES and dynasty.winners is None:
        text = "DynastyDecided follows by itself, in the same append, and is missing: the end was cut off"
        yield Finding(Aspect.COMPLETENESS, length + 1, "log/torn", text)


def _illegal(stored: StoredEvent, code: str, text: str) -> Finding:
    return Finding(Aspect.LEGALITY, stored.version, code, text)


AUDIT: SeriesAudit[Dynasty] = SeriesAudit(
    lambda stream, record, games, _: follow_dynasty(stream, record, games),
    lambda dynasty: dynasty.winners is not None,
)
