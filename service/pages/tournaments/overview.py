"""The overview of a tournament, and entering and withdrawing with forms that need no script."""

from typing import NamedTuple

from flask import Flask, Response, request

from replays.events.tournament_events import StandingRow
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import opening
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.kind import TOURNAMENT
from service.application.i18n.tournaments import acts, regulations
from service.http.costs.weights import UnseenWork
from service.http.endpoints import ALWAYS, NORMALLY
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import to_page
from service.pages.tournaments.showing.rows import shown_rows
from service.pages.tournaments.shown import ShownTournament, found, page
from service.services import services
from service.shared.visibility import series_of, sight

WEIGHT = UnseenWork(50, "a tournament has up to 1,000 players")
TOP = 10
"""The number of places on the overview."""
TABLES = 12
"""The number of tables of the round on the overview."""
AROUND = 1
"""The number of places shown before and after the viewer's own."""

blueprint = own_pages("tournament_entry", __name__)


class ActLine(NamedTuple):
    """An act in the log: what it does, its code in words, and whether it was undone."""

    version: int
    at: int
    by: str
    text: str
    code: str
    reason: str
    undone: bool


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.add_url_rule("/tournaments/<tournament>", endpoint="tournament", view_func=show, weight=WEIGHT)
    app.register_blueprint(blueprint)


def show(tournament: str) -> str:
    """Who, when, the standings now, the viewer's next game, the regulations, the entrants and the acts."""
    shown = found(tournament)
    return page(
        "tournament.html",
        shown,
        top=shown_rows(shown.tournament, shown.names, _top(shown)),
        shown_tables=TABLES,
        takes_entries=takes_entries(shown.tournament),
        regulations=regulations.in_sentences(shown.tournament.created),
        acts=log_of(shown),
    )


@blueprint.post("/tournaments/<tournament>/enter", weight=1, works=NORMALLY)
@signed_in
def enter(player: str, tournament: str) -> Response:
    """Enter as the signed-in player, without entropy: that of the service would protect nobody."""
    now = series_of(TOURNAMENTS, tournament)
    services().seat_quota.check_seat(player, now)
    services().entries.enter(now, Sitter(player, None), None)
    return _back(now)


@blueprint.post("/tournaments/<tournament>/withdraw", weight=1, works=ALWAYS)
@signed_in
def withdraw(player: str, tournament: str) -> Response:
    """Withdraw the signed-in player; games that run are not left by it."""
    now, reason = series_of(TOURNAMENTS, tournament), request.form.get("reason", "").strip()[:500]
    services().streams.commands(TOURNAMENT).change(
        now, lambda each, _: opening.withdraw(each, player, reason)
    )
    return _back(now)


def takes_entries(tournament: Tournament) -> bool:
    """True if players can enter now."""
    try:
        opening.check_open(tournament)
    except Refusal:
        return False
    return True


def log_of(shown: ShownTournament) -> list[ActLine]:
    """The acts on the record, oldest first."""
    return [
        ActLine(
            each.version,
            each.at,
            shown.names.of_player(each.by),
            acts.sentence(each, shown.names),
            str(acts.CODES[each.event.code]),
            each.event.reason,
            each.version in shown.tournament.undone,
        )
        for each in shown.tournament.acts
    ]


def _top(shown: ShownTournament) -> list[StandingRow | None]:
    """The first places, and those around the viewer; None stands for places that are left out."""
    rows = list(shown.rows)
    own = shown.own.number if shown.own else None
    place = next((index for index, row in enumerate(rows) if row.entrant == own), None)
    wanted = set(range(min(TOP, len(rows))))
    if place is not None:
        wanted |= set(range(max(0, place - AROUND), min(len(rows), place + AROUND + 1)))
    found: list[StandingRow | None] = []
    for index in sorted(wanted):
        if index and index - 1 not in wanted:
            found.append(None)
        found.append(rows[index])
    return found


def _back(tournament: Tournament) -> Response:
    return to_page("tournament", tournament=tournament.id, invitation=sight().given_key(tournament))
