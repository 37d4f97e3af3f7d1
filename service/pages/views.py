"""The pages: lobby, new game, one game, its replay and audit, players, dynasties, studies and the rules."""

import logging

from flask import Flask, render_template, request

from kingdomino.dynasty import GAMES
from kingdomino.rules.versions import VERSIONS
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from replays.match.aggregate_cache import Damaged
from replays.projections.view import state
from service.account_keys import is_player
from service.games import options
from service.games.visibility import MOST_INVITED, Table
from service.http import hosts
from service.i18n.events import story
from service.i18n.names import displayed
from service.pages import boards, examples, lobby, replay
from service.pages.current_player import me
from service.pages.invitations import guests
from service.problem import Problem
from service.services import services
from service.shared.tables import dynasty_of, game_id, match_of, names_of
from service.shared.visibility import key_of

log = logging.getLogger(__name__)


def register(app: Flask) -> None:
    """Add the pages to the app."""
    boards.register(app)
    app.add_url_rule("/", view_func=lobby.lobby)
    app.add_url_rule("/new", view_func=new_game)
    app.add_url_rule("/rules", view_func=rules)
    app.add_url_rule("/players/<player>", endpoint="player", view_func=player)
    app.add_url_rule("/games/<game>", endpoint="game", view_func=table)
    app.add_url_rule("/games/<game>/replay", endpoint="replay", view_func=replay.game)
    app.add_url_rule("/games/<game>/audit", endpoint="audit", view_func=audit)
    app.add_url_rule("/dynasties/<dynasty>", endpoint="dynasty", view_func=dynasty)
    app.add_url_rule("/studies/<study>", endpoint="study", view_func=replay.study)


def new_game() -> str:
    """All that can be chosen for a game; the script on the page opens it."""
    here = me()
    return render_template(
        "lobby/new_game.html",
        options=options.form(),
        exclusions=options.exclusions_in_words(),
        guests=guests(here["id"] if here else None, request.args.getlist("invited")),
        most_invited=MOST_INVITED,
    )


def rules() -> str:
    """How both games are played, by the newest version of the rules."""
    pays = VERSIONS.newest
    return render_template(
        "help/rules.html",
        classic=examples.classic(),
        origins=examples.origins(),
        pays=pays,
        totems={resource.value: points for resource, points in pays.totems.items()},
        cavemen={caveman.value: points for caveman, points in pays.cavemen.items()},
    )


def player(player: str) -> str:
    """A player's name and games."""
    unknown = Problem(404, "player/unknown", "there is no player with this id")
    if not is_player(player):
        raise unknown
    matches, following = lobby.games(player, request.args.get("cursor"))
    names = names_of(*matches) | services().players.names([player])
    if not matches and names[player] is None:
        raise unknown
    shown = {"matches": matches, "names": names, "following": following}
    return render_template("lobby/player.html", player=player, **shown)


def table(game: str) -> str:
    """One game as it stands, to be played and watched; without scripts its boards, lines and moves."""
    match = _seen(game)
    shown = _shown(match) if match else {"state": None}
    return render_template("table/table.html", game=game_id(game), **shown)


def _shown(match: Match) -> boards.Position:
    """What the page of a game shows without scripts, and what these have to know of it."""
    names = names_of(match)
    players, membership = displayed(match, names), match.created.options.dynasty
    shown = boards.position(match, state(match, names), players)
    events = services().tables.log.read(match.id)
    return shown | {
        "table": shown["table"]
        | {"share": _shared(match, "game"), "dynasty": membership.id if membership else None},
        "moves": list(story((event.record for event in events), players)),
    }


def _shared(table: Table, endpoint: str) -> str | None:
    """What who sits there hands on, so that others find the table; None for others, and once it is full."""
    here = me()
    if here is None or table.seat_of(here["id"]) is None or table.status is not Status.OPEN:
        return None
    return hosts.shared_url(endpoint, **{endpoint: table.id}, invitation=key_of(table))


def audit(game: str) -> str:
    """The audit of one game; the scripts on the page fetch its bundle and check it in the browser."""
    return render_template("audit/audit.html", game=_known(game), versions=VERSIONS.numbers)


def dynasty(dynasty: str) -> str:
    """The standings of a dynasty, and the way to the replays of its games."""
    found = dynasty_of(dynasty)
    share = _shared(found, "dynasty")
    return render_template(
        "lobby/dynasty.html", dynasty=found, names=names_of(found), games=GAMES, share=share
    )


def _known(game: str) -> GameId:
    """The id of a game that may be seen, also where its log is damaged; 404 where there is none."""
    _seen(game)
    return game_id(game)


def _seen(game: str) -> Match | None:
    """A game that may be seen, None where its log is damaged; 404 where there is none."""
    try:
        return match_of(game)
    except Damaged as damage:
        log.warning("shown as far as it can be read: %s", damage)
        return None
