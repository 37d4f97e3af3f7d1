"""Watching: running games with their boards, one of them large, which follows a table or a player."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from flask import Flask, render_template, request

from replays.dynasty.aggregate import DYNASTIES
from replays.log.listing import GAMES, Asked, Question
from replays.match.aggregate import Match, Status
from replays.match.recording import MATCHES
from replays.projections.view import state
from service.application.games.search.facts import Company, company_of
from service.application.games.seats.rematch import next_id
from service.application.games.shown_tables import known_id
from service.application.people.contacts import ContactList
from service.application.people.people import unknown_player
from service.application.pictures.boards import Board, board_of
from service.pages.shared import visits
from service.pages.shared.current_player import me
from service.services import services
from service.shared.visibility import match_of, sight

ANY = "any"
"""The value of `company` in the query that shows games against bots, too."""
SHOWN = 12
"""The maximum number of running games on the page."""
LOOKED_AT = 60
"""The number of listed games that are searched for games to show."""
FOLLOWED, GAMES_OF_EACH = 20, 3
"""The numbers of followed players whose running games are shown, and of games of each."""
REMATCHES = 20
"""The maximum number of games that the large one goes on by itself: rematches, and games of a dynasty."""


@dataclass(frozen=True, slots=True)
class WatchedGame:
    """The large game: its boards, the chosen one first, and the points of each seat."""

    match: Match
    boards: list[Board]
    points: list[int]
    to_act: int | None


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/watch", view_func=watch, weight=20)


def watch() -> str:
    """Running games that the viewer may see. One is large: the `game` or that of the `player` in the query.

    The game goes on by itself to its rematch, and to the next game of its dynasty; a player's game to the
    player's newest one. `seat` chooses the large board. 404 for an unknown game or player.
    """
    everybody = request.args.get("company") == ANY
    friends, running = _of_followed(), _running(everybody=everybody)
    player = request.args.get("player")
    large = _asked(player) or next(iter([*friends, *running]), None)
    shown = [*friends, *running, *([large] if large else [])]
    names = services().players.names_of(*shown)
    visits.look_up(shown)
    return render_template(
        "lobby/watching.html",
        names=names,
        friends=friends,
        running=running,
        everybody=everybody,
        stage=_stage(large, names) if large else None,
        followed=services().people.profile(player) if player else None,
        places={match.id: f"{match.head.version}.{match.head.hash[:8]}" for match in shown},
    )


def _asked(player: str | None) -> Match | None:
    """The game that the query names; None if it names none, or a player without a running game."""
    if player is not None:
        return next(_of_player(str(known_id(player, unknown_player))), None)
    game = request.args.get("game")
    return _latest(match_of(game)) if game else None


def _latest(match: Match) -> Match:
    """The game that is played at this table now: the game itself, or the last of those that came after it."""
    for _ in range(REMATCHES):
        following = _after(match) if match.is_over else None
        if following is None or following.status is Status.OPEN or not sight().may_see(following):
            break
        match = following
    return match


def _after(match: Match) -> Match | None:
    """The next game of the same dynasty, or the rematch."""
    place = match.created.options.series
    if place is None:
        return services().tables.matches.current(next_id(match, MATCHES.name))
    if place.kind != DYNASTIES.name:
        return None
    dynasty = next(iter(services().streams.of(DYNASTIES).readable([place.id])), None)
    games = dynasty.games[place.number : place.number + 1] if dynasty else ()
    return services().tables.matches.current(games[0].id) if games else None


def _stage(match: Match, names: dict[str, str | None]) -> WatchedGame:
    shown = state(match, names)
    kingdoms, limit = shown["kingdoms"], match.rules.limit(match.players)
    asked = request.args.get("seat", "0")
    first = int(asked) if asked.isdecimal() and int(asked) < len(kingdoms) else 0
    boards = [board_of(each, limit=limit, origins=match.rules.origins) for each in kingdoms]
    return WatchedGame(
        match,
        boards[first:] + boards[:first],
        [each["score"]["total"] for each in kingdoms],
        shown["to_act"]["seat"] if shown["to_act"] else None,
    )


def _running(*, everybody: bool) -> list[Match]:
    """The newest running games, between people unless those of `everybody` are wanted; openers take turns."""
    ids, _ = services().fair_pages.page(Question(MATCHES.listing, Status.ACTIVE.value), limit=LOOKED_AT)
    found = filter(_is_shown, services().tables.matches.readable(ids))
    return list(islice((each for each in found if everybody or company_of(each) is Company.PEOPLE), SHOWN))


def _of_player(player: str) -> Iterator[Match]:
    """The player's running games that the viewer may see, the newest first; none if the player hides them."""
    here = me()
    if not services().people.shows_games(player, here["id"] if here else None):
        return iter(())
    (places, _), *_ = services().tables.log.list_each([_running_of(player)])
    return filter(_is_shown, services().tables.matches.readable(place.game for place in places))


def _of_followed() -> list[Match]:
    """The running games of the players whom the viewer follows, each once."""
    here = me()
    if here is None:
        return []
    followed = [each.player for each in services().contacts.every(ContactList.FOLLOWING, here["id"])]
    asked = [_running_of(player) for player in followed[:FOLLOWED]]
    pages = services().tables.log.list_each(asked) if asked else []
    ids = dict.fromkeys(place.game for places, _ in pages for place in places)
    return list(islice(filter(_is_shown, services().tables.matches.readable(ids)), SHOWN))


def _running_of(player: str) -> Asked:
    return Asked(Question(GAMES, Status.ACTIVE.value, player), GAMES_OF_EACH)


def _is_shown(match: Match) -> bool:
    """True if the viewer may see the game and it has boards."""
    return match.game is not None and sight().may_see(match)
