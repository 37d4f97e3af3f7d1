"""The lobby: tables with a free seat, the viewer's games, running games and results."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from typing import Any

from flask import Flask, render_template

from kingdomino.dynasty import GAMES
from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.encoding.identity import GameId
from replays.kinds import KINDS
from replays.log.listing import Asked, Lists, ListsReadAhead, Question
from replays.match.aggregate import Match, Status
from replays.match.kinds import StreamKind, Table
from replays.match.recording import MATCHES
from service.application.games.lists import fair_pages, my_games, my_series
from service.application.games.lists.my_games import PlayerGamesQuery, Readable, page_of, waits_for
from service.application.games.lists.my_series import unfinished
from service.application.games.search.facts import Company, company_of
from service.application.games.search.finder import GameFilters, NotBuilt
from service.application.people.glance import glance
from service.http.page_headers import keep_offline
from service.pages.shared import current_player, examples, listed_tournaments, visits
from service.pages.shared.current_player import me
from service.pages.shared.listed_tournaments import ListedTournament, listed
from service.services import services
from service.shared.visibility import sight

SHOWN = 6
"""The maximum numbers of open tables, running games and results that the lobby shows."""
TOURNAMENTS_SHOWN = 3
TOURNAMENTS_LOOKED_AT = 12
"""The numbers of tournaments of each kind that the lobby shows, and of the viewer's newest to search."""
MINE = 12
"""The maximum number of the viewer's own games."""
LOOKED_AT = 60
"""The number of listed tables that are searched for running games and results."""
OPEN_LOOKED_AT = 200
"""The number of open tables listed as candidates; only as many are read as needed."""
RUNNING = Question(MATCHES.listing, Status.ACTIVE.value)


def register(app: Flask) -> None:
    """Add the lobby to the app."""
    app.add_url_rule("/", view_func=lobby, weight=40)


def lobby() -> str:
    """The lobby: open tables, the viewer's games, running games and results."""
    near, here = _near(), me()
    if here:
        keep_offline(here["id"])
    kinds = ("mine", "dynasties", "joinable", "running", "results")
    return render_template(
        "lobby/lobby.html",
        names=services().players.names_of(*(table for kind in kinds for table in near[kind])),
        example=examples.classic(),
        **near,
    )


def _near() -> dict[str, Any]:
    """The template's values for the viewer: own tables, tables to join, and games to watch."""
    here = me()
    player = here["id"] if here else None
    ahead = ListsReadAhead(services().tables.log, _asked(player))
    results = _newest_results()
    running, _ = services().fair_pages.page(RUNNING, limit=LOOKED_AT, ahead=ahead)
    readable = _readable(player, ahead, [*running, *results])
    mine = _games_of(player, ahead, readable) if player else []
    watched = _running(player, readable(running))
    blocked = _blocked_by(player, [*mine, *watched]) if player else set[str]()
    return {
        "mine": mine,
        "dynasties": _dynasties_of(player, ahead) if player else [],
        "joinable": _joinable(player, blocked, ahead),
        "tournaments": _tournaments(player, ahead),
        "running": watched,
        "results": list(filter(sight().may_see, readable(results))),
        "games_of_dynasty": GAMES,
        "series_of": _series,
        "waits_for": waits_for,
        "now": datetime.now(UTC),
    }


def _readable(player: str | None, ahead: Lists, others: Sequence[GameId]) -> Readable:
    """Returns matches with these ids; those of the player's list and these others are read together now."""
    asked = my_games.asked(player, MINE) if player else []
    own = [place.game for places, _ in ahead.list_each(asked) for place in places]
    matches = services().tables.matches
    return partial(matches.readable, ahead=matches.read_ahead([*own[:LOOKED_AT], *others]))


def _blocked_by(player: str, games: Sequence[Match]) -> set[str]:
    """The players whom the viewer has blocked, read with all that the page shows of the account."""
    seen = glance(services().store, player, list(dict.fromkeys(match.id for match in games)))
    current_player.note(seen.unread, seen.record)
    visits.note(seen.versions)
    return seen.blocked


def _asked(player: str | None) -> list[Asked]:
    """The pages of lists that the lobby reads, which are read together."""
    fair = [*map(_open_tables, _seated()), RUNNING]
    every = [*map(fair_pages.asked, fair), listed_tournaments.asked(Status.OPEN, None, SHOWN)]
    if player is None:
        return every
    mine = [*my_games.asked(player, MINE), my_series.asked(player, DYNASTIES)]
    return [*every, *mine, listed_tournaments.asked(None, player, TOURNAMENTS_LOOKED_AT)]


def _seated() -> list[StreamKind[Any]]:
    """The kinds at whose tables players sit down."""
    return [kind for kind in KINDS if kind.events.seats]


def _open_tables(kind: StreamKind[Any]) -> Question:
    return Question(kind.listing, Status.OPEN.value)


def _tournaments(player: str | None, ahead: Lists) -> dict[str, list[ListedTournament]]:
    """The viewer's tournaments that are not over, and the newest that take entries."""
    mine = listed(None, player, TOURNAMENTS_LOOKED_AT, ahead=ahead)[0] if player else []
    own = [each for each in mine if each.status in {"open", "active"}][:TOURNAMENTS_SHOWN]
    there = {each.tournament.id for each in own}
    entries, _ = listed(Status.OPEN, None, SHOWN, ahead=ahead)
    rest = [each for each in entries if each.tournament.id not in there]
    return {"mine": own, "open": rest[:TOURNAMENTS_SHOWN]}


def _dynasties_of(player: str, ahead: Lists) -> list[Dynasty]:
    """The player's newest unfinished dynasties."""
    return unfinished(ahead, services().streams, player, DYNASTIES)[:SHOWN]


def _games_of(player: str, ahead: Lists, readable: Readable) -> list[Match]:
    """The player's games: those waiting for the player, other unfinished ones, then finished ones."""
    page = page_of(ahead, readable, PlayerGamesQuery(player, None, MINE, None))
    return [match for match in page.matches if match.seat_of(player) is not None]  # others took a seat over


def _joinable(player: str | None, unwanted: set[str], ahead: Lists) -> list[Table]:
    """The newest tables at which the player, or a new guest, may take a seat, in turns.

    Those opened by unwanted players are left out.
    """
    fitting = [table for kind in _seated() for table in _fitting(_open(kind, ahead), player, unwanted)]
    newest = {table.id: table for table in sorted(fitting, key=lambda table: table.created_at, reverse=True)}
    far = services().seeks.far_from(player, list(newest.values()))
    near = [table for table in newest if table not in far]
    return [newest[table] for table in services().fair_pages.in_turns(near)[:SHOWN]]


def _open(kind: StreamKind[Any], ahead: Lists) -> Iterator[Table]:
    """The newest open tables of a kind, in turns."""
    ids, _ = services().fair_pages.page(_open_tables(kind), limit=OPEN_LOOKED_AT, ahead=ahead)
    return services().streams.of(kind).readable(ids)


def _fitting(tables: Iterable[Table], player: str | None, unwanted: set[str]) -> Iterator[Table]:
    """The first tables open to the player and not opened by a blocked player; folds no more than needed."""
    wanted = (table for table in tables if table.opener not in unwanted and _is_for(table, player))
    return islice(filter(sight().may_see, wanted), SHOWN)


def _is_for(table: Table, player: str | None) -> bool:
    """True if the player may sit down at the table and does not sit there yet."""
    invited = table.created.options.invited
    if player is None:
        return invited is None
    return table.seat_of(player) is None and (invited is None or player in invited)


def _running(player: str | None, found: Iterable[Match]) -> list[Match]:
    """Of these running games those between people, without the player's own."""
    others = (match for match in found if player is None or match.seat_of(player) is None)
    shown = (match for match in others if company_of(match) is Company.PEOPLE and sight().may_see(match))
    return list(islice(shown, SHOWN))


def _newest_results() -> list[GameId]:
    """The latest finished games between people; openers take turns. Empty until the search index is built."""
    try:
        found = services().finder.find(GameFilters(company=Company.PEOPLE), None, limit=LOOKED_AT)
    except NotBuilt:
        return []
    return services().fair_pages.in_turns(found.games)[:SHOWN]


def _series(table: Table) -> str:
    """The first path segment of the table's URL."""
    return KINDS[table.kind].listing
