"""A round of a tournament: its tables with small boards, which change with the games."""

from flask import Flask, request

from service.application.i18n.speaking import ngettext
from service.application.problem import Problem
from service.pages.tournaments.shown import found, page
from service.services import services
from service.shared.visibility import sight

TABLES = 24
"""The number of tables on a page; a live stream has up to 32 games."""


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule(
        "/tournaments/<tournament>/rounds/<int:number>",
        endpoint="tournament_round",
        view_func=show,
        weight=20,
    )


def show(tournament: str, number: int) -> str:
    """The tables of a round, with their boards and results; `from` in the query is the first table."""
    shown = found(tournament)
    rounds = shown.tournament.rounds
    if not 1 <= number <= len(rounds):
        detail = ngettext(
            "Of this tournament %(num)s round is paired.",
            "Of this tournament %(num)s rounds are paired.",
            len(rounds),
        )
        raise Problem(404, "tournament/unknown-round", detail)
    round_, asked = rounds[number - 1], request.args.get("from", "1")[:6]
    start = int(asked) - 1 if asked.isascii() and asked.isdigit() and int(asked) else 0
    tables = round_.tables[start : start + TABLES]
    opened = [table.id for table in tables] if round_.opened_at is not None else []
    matches = {
        match.id: match for match in services().tables.matches.readable(opened) if sight().may_see(match)
    }
    return page(
        "round.html",
        shown,
        round=round_,
        tables=tables,
        start=start,
        step=TABLES,
        matches=matches,
        followed={match.id: match.head.version for match in matches.values() if not match.is_over},
    )
