"""The routes of cups, the kind of series that tests add (`harness.play.cups`)."""

from typing import Any

from flask import Response, jsonify

from harness.play.cups import CUP, CUPS, Cup
from replays.log.listing import Question
from service.api.audits.audits import audited
from service.api.history.events import send_events, sending_events
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.guards import series_exists
from service.services import services


class CupApi:
    """The routes of cups, as a part of the API."""

    def __init__(self) -> None:
        blueprint = self.blueprint = ApiBlueprint("cups", __name__, description="Cups.")
        exists = series_exists(CUPS)
        over = "The cup is over."
        blueprint.route("/cups", methods=["GET"], weight=1)(index)
        blueprint.route("/cups/<cup>", methods=["GET"], weight=1)(exists(show))
        sending_events(blueprint, "/cups/<cup>/events", exists, over, weight=1)(events)
        audited(blueprint, CUP)


def index() -> Response:
    """The cups, the newest first."""
    ids, _ = services().tables.log.list_streams(Question(CUPS.listing), limit=9)
    return jsonify([each.id for each in services().streams.of(CUPS).readable(ids)])


def show(cup: Cup) -> Response:
    """The standings of a cup."""
    return jsonify({"id": cup.id, "status": cup.status.value, "games": [each.id for each in cup.games]})


def events(headers: dict[str, Any], query: dict[str, Any], cup: Cup, form: str) -> Response:
    """The cup's events."""
    return send_events(cup, query, form, headers["last"])
