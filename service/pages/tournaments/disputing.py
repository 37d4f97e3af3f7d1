"""The form with which a player disputes a game of a tournament, sent from the game's replay."""

from flask import Flask, Response, request, url_for

from replays.events.regulations import Code
from replays.match.deciding.decisions import Refusal
from replays.tournament.deciding import acts
from replays.tournament.deciding.directing import Grounds, table_of
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.kind import TOURNAMENT
from service.application.i18n.speaking import gettext
from service.application.i18n.tournaments.acts import CODES
from service.application.i18n.tournaments.desk import ACT_WORDS
from service.http.endpoints import NORMALLY
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import see_other
from service.pages.tournaments.desk.reading import code_of, number
from service.services import services
from service.shared.visibility import series_of, sight

OCCASIONS = (Code.CONDUCT, Code.FAIR_PLAY, Code.OUTAGE, Code.FAULT, Code.CLERICAL, Code.AGREEMENT, Code.OTHER)
"""The occasions that the form offers."""

blueprint = own_pages("tournament_disputes", __name__)


def register(app: Flask) -> None:
    """Add the address to the app."""
    app.register_blueprint(blueprint)
    app.jinja_env.globals["dispute_words"] = ACT_WORDS["open-dispute"]
    app.jinja_env.globals["dispute_codes"] = [(each.value, CODES[each]) for each in OCCASIONS]


@blueprint.post("/tournaments/<tournament>/disputes", weight=4, works=NORMALLY)
@signed_in
def dispute(player: str, tournament: str) -> Response:
    """Open a dispute about a game at a version, and lead to it in the tournament's log of acts."""
    now = series_of(TOURNAMENTS, tournament)
    game, version = number(request.form.get("game", ""), 1), number(request.form.get("at", ""), 1)
    last = services().tables.match(table_of(now, game)[1].id).head.version
    if version > last:
        text = gettext("The game has the versions 1 to %(last)s.", last=last)
        raise Refusal("version/unknown", text)
    why = Grounds(player, code_of(request.form.get("code", "")), request.form.get("reason", ""))
    commands = services().streams.commands(TOURNAMENT)
    done = commands.change(now, lambda each, _: acts.open_dispute(each, why, game, version)).after
    key = sight().given_key(done)
    page = url_for("tournament", tournament=done.id, invitation=key)
    return see_other(f"{page}#act-{done.head.version}")
