"""The page of a game for playing and watching."""

from collections.abc import Iterator, Sequence
from functools import partial

from flask import Flask, render_template, request

from replays.match.aggregate import Match, Status
from replays.projections.view import state
from service.application.channels.target import PUSH
from service.application.games.shown_tables import game_id
from service.application.i18n.games.events import story
from service.application.i18n.names import displayed
from service.http.compression import repeats_nothing
from service.http.page_headers import keep_offline
from service.pages.games.lookup import seen, shared
from service.pages.games.showing.dynasties import series_of
from service.pages.games.showing.previews import preview_of
from service.pages.games.showing.tournaments import tournament_of
from service.pages.shared import boards, visits
from service.pages.shared.current_player import me
from service.services import services
from service.shared.visibility import INVITATION, sight, talk_is_off


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/games/<game>", endpoint="game", view_func=table, weight=15)


def table(game: str) -> str:
    """The page of a game for playing and watching; without scripts it shows boards, lines and moves."""
    match = seen(game)
    damaged = {"state": None, "preview": None, "key": request.args.get(INVITATION)}
    shown = _shown(match) if match else damaged
    return render_template("table/table.html", game=game_id(game), **shown)


def _shown(match: Match) -> boards.Position:
    """The values that the page shows without scripts, and those that its scripts need."""
    here, names = me(), services().players.names_of(match)
    if here and match.status is Status.ACTIVE and match.seat_of(here["id"]) is not None:
        keep_offline(here["id"])
    players, series = tuple(displayed(match, names)), series_of(match)
    visits.look_up([match])
    shown = boards.position(match, state(match, names), players)
    repeats_nothing()
    return shown | {
        "table": shown["table"]
        | {
            "share": shared(match, "game"),
            "series": series.form() if series else None,
            "push": PUSH in services().channels,
            "talk": not talk_is_off(match),
            "seen": visits.last_visit(match),
        },
        "series": series,
        "tournament": tournament_of(match),
        "match": match,
        "names": names,
        "key": sight().given_key(match),
        "preview": preview_of(match, shown["state"], players, "game"),
        "moves": partial(_moves, match, players),
    }


def _moves(match: Match, players: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The listed events up to the match's version, each with its sentence for the viewer."""
    events, here = services().tables.log.read(match.id, upto=match.head.version), me()
    return story((event.record for event in events), players, here["id"] if here else None)
