"""The standings of a tournament at any version, the results of all rounds, and how a number comes about."""

from flask import Flask, request

from service.application.i18n.speaking import gettext
from service.application.problem import Problem
from service.http.compression import repeats_nothing
from service.http.costs.weights import UnseenWork
from service.pages.tournaments.showing.crosstable import crosstable, score
from service.pages.tournaments.showing.explained import explanations
from service.pages.tournaments.showing.history import RoundKind, histories
from service.pages.tournaments.showing.rows import shown_rows
from service.pages.tournaments.shown import found_at, page

LARGE = "a tournament has up to 1,000 players, here counted over 7 rounds"
"""Why pages weigh more than a small tournament's."""
ROWS = 100
"""The number of entrants on a page of the table of all rounds."""


def register(app: Flask) -> None:
    """Add the pages to the app."""
    path = "/tournaments/<tournament>"
    app.add_url_rule(
        f"{path}/standings",
        endpoint="tournament_standings",
        view_func=standings,
        weight=UnseenWork(100, LARGE),
    )
    app.add_url_rule(
        f"{path}/table", endpoint="tournament_table", view_func=table, weight=UnseenWork(60, LARGE)
    )
    app.add_url_rule(
        f"{path}/entrants/<int:number>",
        endpoint="tournament_entrant",
        view_func=entrant,
        weight=UnseenWork(30, LARGE),
    )


def standings(tournament: str) -> str:
    """All places at the version in the query, or now; links and a slider lead to other versions."""
    shown = found_at(tournament)
    repeats_nothing()
    rows = shown_rows(shown.tournament, shown.names, shown.rows)
    return page("standings.html", shown, rows=rows)


def table(tournament: str) -> str:
    """The results of all rounds by entrant, and for a league the results of each two.

    `from` in the query is the first row.
    """
    shown = found_at(tournament)
    asked = request.args.get("from", "1")
    start = int(asked) - 1 if asked.isascii() and asked.isdigit() and int(asked[:9]) > 0 else 0
    rows = shown.rows[start : start + ROWS]
    following = start + ROWS + 1 if start + ROWS < len(shown.rows) else None
    repeats_nothing()
    return page(
        "table.html",
        shown,
        rows=rows,
        following=following,
        histories=histories(shown.tournament, {row.entrant for row in rows}),
        crosstable=crosstable(shown.tournament),
        score=score,
        kinds=RoundKind,
    )


def entrant(tournament: str, number: int) -> str:
    """The results of an entrant round by round, and how each number in the standings comes about."""
    shown = found_at(tournament)
    row = next((each for each in shown.rows if each.entrant == number - 1), None)
    if row is None:
        detail = gettext("The entrants are numbered from 1 to %(last)s.", last=len(shown.tournament.field))
        raise Problem(404, "tournament/unknown-entrant", detail)
    return page(
        "entrant.html",
        shown,
        row=row,
        who=shown.names[row.entrant],
        rounds=histories(shown.tournament, {row.entrant})[row.entrant],
        explanations=explanations(shown.tournament, shown.names, shown.rows, row),
        kinds=RoundKind,
    )
