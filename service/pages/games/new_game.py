"""The page on which a player configures and opens a game."""

from contextlib import suppress
from typing import Any

from flask import Flask, render_template, request

from replays.encoding.forms import RULES
from replays.log.event_log import StoreAway
from replays.match.aggregate import Match, Status
from service.application.games import options
from service.application.games.paces import PACES, PAUSES
from service.application.games.presets import presets_with
from service.application.games.seats.seeks import Waits
from service.application.games.visibility import MOST_INVITED
from service.application.i18n.games import deals
from service.application.i18n.games.agreements import AGREEMENTS
from service.application.i18n.games.variants import FIELDS, VARIANTS
from service.application.problem import Problem
from service.pages.games.invitations import guests
from service.pages.shared.current_player import me, usual_bot
from service.services import services
from service.shared.visibility import match_of, sight


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/new", view_func=new_game, weight=10)


def new_game() -> str:
    """All options of a new game; a script on the page opens it.

    `deal` in the query is a scored game whose deal is played again. `preset` is the preset selected at first;
    the default is the first one, or the one for friends if the query names `invited` players.
    """
    here, invited = me(), request.args.getlist("invited")
    dealt = _dealt()
    presets = presets_with(usual_bot())
    if dealt:
        presets = {name: each for name, each in presets.items() if each.values["rated"] == "false"}
    asked = request.args.get("preset", "friends" if invited else "")
    return render_template(
        "lobby/new_game.html",
        presets=presets,
        preset=presets.get(asked) or next(iter(presets.values())),
        values={name: preset.values for name, preset in presets.items()},
        **_seeking(),
        dealt=dealt,
        deal=_deal(dealt),
        variants=VARIANTS,
        variant_fields=FIELDS,
        paces=PACES,
        pauses=PAUSES,
        pause_forms={name: pause.form for name, pause in PAUSES.items()},
        options=options.form(),
        agreements=AGREEMENTS,
        exclusions=options.exclusions_in_words(),
        guests=guests(here["id"] if here else None, invited),
        most_invited=MOST_INVITED,
    )


def _dealt() -> Match | None:
    """The scored game that the query names, or None.

    404 if the viewer may not see it, 409 if it is not scored.
    """
    if "deal" not in request.args:
        return None
    match = match_of(request.args["deal"])
    if match.status is not Status.SCORED:
        raise Problem(409, "game/not-over", str(deals.NOT_OVER))
    return match


def _deal(dealt: Match | None) -> dict[str, Any] | None:
    """The members of the request for a table with the deal of this game, and the key of a private one."""
    if dealt is None:
        return None
    body = {"deal": dealt.id, "rules": RULES.write(dealt.rules), "players": dealt.players}
    return {"body": body, "key": sight().given_key(dealt)}


def _seeking() -> dict[str, Any]:
    """The tables that wait for somebody near a rating, and how long such tables waited, if that is known."""
    with suppress(StoreAway):
        return {"seeks": services().seeks.waiting(), "waits": services().seeks.waits()}
    return {"seeks": [], "waits": Waits(None, 0)}
