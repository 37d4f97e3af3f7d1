"""The page on which a game is put together and opened."""

from flask import Flask, render_template, request

from service.games import options
from service.games.presets import PRESETS
from service.games.visibility import MOST_INVITED
from service.i18n.games.agreements import AGREEMENTS
from service.pages.games.invitations import guests
from service.pages.shared.current_player import me


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.add_url_rule("/new", view_func=new_game)


def new_game() -> str:
    """All that can be chosen for a game; the script on the page opens it.

    `preset` in the query is the one that is chosen at first, by default the first one; where somebody is
    `invited`, the one for friends.
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
