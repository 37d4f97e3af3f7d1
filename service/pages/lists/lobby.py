"""The lobby: tables with a free seat, the viewer's games, running games and results."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from flask import Flask, render_template

from kingdomino.dynasty import GAMES
from replays.dynasty.aggregate import DYNASTIES, Dynasty
from replays.kinds import KINDS
from replays.log.listing import Question
from replays.match.aggregate import Match, Status
from replays.match.kinds import StreamKind, Table
from replays.match.recording import MATCHES
from service.application.games.lists.my_games import PlayerGamesQuery, page_of, waits_for
from service.application.games.lists.my_series import unfinished
from service.application.games.search.facts import Company, company_of
from service.application.games.search.finder import GameFilters, NotBuilt
from service.application.people.contacts import ContactList
from service.pages.shared import examples
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


def register(app: Flask) -> None:
    """Add the lobby to the app."""
    app.add_url_rule("/", view_func=lobby, weight=30)


def lobby() -> str:
    """The lobby: open tables, the viewer's games, running games and results."""
    near = _near()
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
    return {
        "mine": _games_of(here["id"]) if here else [],
        "dynasties": _dynasties_of(here["id"]) if here else [],
        "joinable": _joinable(here["id"] if here else None),
        "tournaments": _tournaments(here["id"] if here else None),
        "running": _running(),
        "results": _results(),
        "games_of_dynasty": GAMES,
        "series_of": _series,
        "waits_for": waits_for,
        "now": datetime.now(UTC),
    }


def _tournaments(player: str | None) -> dict[str, list[ListedTournament]]:
    """The viewer's tournaments that are not over, and the newest that take entries."""
    mine = listed(None, player, TOURNAMENTS_LOOKED_AT)[0] if player else []
    own = [each for each in mine if each.status in {"open", "active"}][:TOURNAMENTS_SHOWN]
    there = {each.tournament.id for each in own}
    entries = [each for each in listed(Status.OPEN, None, SHOWN)[0] if each.tournament.id not in there]
    return {"mine": own, "open": entries[:TOURNAMENTS_SHOWN]}


def _dynasties_of(player: str) -> list[Dynasty]:
    """The player's newest unfinished dynasties."""
    return unfinished(services().tables.log, services().streams, player, DYNASTIES)[:SHOWN]


def _games_of(player: str) -> list[Match]:
    """The player's games: those waiting for the player, other unfinished ones, then finished ones."""
    page = page_of(services().tables, PlayerGamesQuery(player, None, MINE, None))
    return [match for match in page.matches if match.seat_of(player) is not None]  # others took a seat over


def _joinable(player: str | None) -> list[Table]:
    """The newest tables at which the player, or a new guest, may take a seat, in turns."""
    blocked = services().contacts.every(ContactList.BLOCKED, player) if player else []
    unwanted = {each.player for each in blocked}
    seated = (kind for kind in KINDS if kind.events.seats)
    fitting = [table for kind in seated for table in _fitting(_open(kind), player, unwanted)]
    newest = {table.id: table for table in sorted(fitting, key=lambda table: table.created_at, reverse=True)}
    return [newest[table] for table in services().fair_pages.in_turns(list(newest))[:SHOWN]]


def _open(kind: StreamKind[Any]) -> Iterator[Table]:
    """The newest open tables of a kind, in turns."""
    ids, _ = services().fair_pages.page(Question(kind.listing, Status.OPEN.value), limit=OPEN_LOOKED_AT)
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


def _running() -> list[Match]:
    """The newest running games between people; openers take turns."""
    ids, _ = services().fair_pages.page(Question(MATCHES.listing, Status.ACTIVE.value), limit=LOOKED_AT)
    found = services().tables.matches.readable(ids)
    shown = (match for match in found if company_of(match) is Company.PEOPLE and sight().may_see(match))
    return list(islice(shown, SHOWN))


def _results() -> list[Match]:
    """The latest finished games between people; openers take turns. Empty until the search index is built."""
    try:
        found = services().finder.find(GameFilters(company=Company.PEOPLE), None, limit=LOOKED_AT)
    except NotBuilt:
        return []
    ids = services().fair_pages.in_turns(found.games)[:SHOWN]
    return list(filter(sight().may_see, services().tables.matches.readable(ids)))


def _series(table: Table) -> str:
    """The first path segment of the table's URL."""
    return KINDS[table.kind].listing
