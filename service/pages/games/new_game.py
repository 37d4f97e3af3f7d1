"""The page on which a player configures and opens a game."""

from flask import Flask, render_template, request

from service.application.games import options
from service.application.games.presets import PRESETS
from service.application.games.visibility import MOST_INVITED
from service.application.i18n.games.agreements import AGREEMENTS
from service.pages.games.invitations import guests
from service.pages.shared.current_player import me


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/new", view_func=new_game, weight=8)


def new_game() -> str:
    """All options of a new game; a script on the page opens it.

    `preset` in the query is the preset selected at first. The default is the first preset, or the one for
    friends if the query names `invited` players.
    """
    here, invited = me(), request.args.getlist("invited")
    asked = request.args.get("preset", "friends" if invited else "")
    return render_template(
        "lobby/new_game.html",
        presets=PRESETS,
        preset=PRESETS.get(asked) or next(iter(PRESETS.values())),
        values={name: preset.values for name, preset in PRESETS.items()},
        options=options.form(),
        agreements=AGREEMENTS,
        exclusions=options.exclusions_in_words(),
        guests=guests(here["id"] if here else None, invited),
        most_invited=MOST_INVITED,
    )
