"""Directing a tournament: its start, its rounds, acts, and what the director sees."""

from flask import Response

from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import opening
from replays.tournament.deciding.directing import Grounds, check_directs
from replays.tournament.kind import TOURNAMENT
from service.api.shared.answers import JSON, RECEIPT_HEADER, Answer, receipt, with_receipt
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.conditional import send_kept
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.tournaments.schemas.acts import ActSchema, LoadedAct
from service.api.tournaments.schemas.directing import DeskAnswer, ForecastAnswer, PreviewAnswer, VersionAnswer
from service.api.tournaments.schemas.states import TournamentAnswer
from service.api.tournaments.tournaments import WHOLE, send_tournament, tournament_exists
from service.application.accounts.access.scopes import Scope
from service.application.tournaments.desk import Desk
from service.application.tournaments.directing import Directing
from service.application.tournaments.foreseen import forecast_of, preview_of
from service.application.tournaments.shown import written
from service.http.costs.weights import UnseenWork
from service.http.endpoints import NORMALLY
from service.services import services
from service.shared.visibility import not_for_others

EXAMPLE = {"type": "correct", "game": 3, "places": [1, 2, 2, 4], "code": "appeal", "reason": "Upheld."}
"""A request that the document shows."""
LONGEST_NUMBER = 9
"""More digits than a round of this number has."""

blueprint = ApiBlueprint("directing", __name__, description="What directors of tournaments do.")


@blueprint.route("/tournaments/<tournament>/start", methods=["POST"], weight=WHOLE, works=NORMALLY)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@tournament_exists
@blueprint.commanding
@blueprint.written(200, TournamentAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 503))
def start(tournament: Tournament, player: str, command: CommandId | None) -> Response:
    """Close the entries; a worker pairs the first round and opens its games."""
    commands = services().streams.commands(TOURNAMENT)
    started = commands.change(tournament, lambda now, _: opening.start(now, player), command).after
    return with_receipt(send_tournament(started), started)


@blueprint.route(
    "/tournaments/<tournament>/rounds/<number>/close", methods=["POST"], weight=WHOLE, works=NORMALLY
)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@tournament_exists
@blueprint.commanding
@blueprint.written(200, TournamentAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 503))
def close(tournament: Tournament, number: str, player: str, command: CommandId | None) -> Response:
    """Sign a round off, once its tables have results or are late; a worker then pairs the next round.

    With the last round the tournament is finished, and its standings do not change any more.
    """
    round_ = int(number) if number.isascii() and number.isdigit() and len(number) < LONGEST_NUMBER else 0
    closed = services().streams.commands(TOURNAMENT).close(tournament, round_, player, command).after
    return with_receipt(send_tournament(closed), closed)


@blueprint.route("/tournaments/<tournament>/acts", methods=["POST"], weight=2, works=NORMALLY)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@tournament_exists
@blueprint.commanding
@blueprint.arguments(ActSchema, example=EXAMPLE)
@blueprint.response(201, VersionAnswer, headers=RECEIPT_HEADER)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 503))
def act(body: LoadedAct, tournament: Tournament, player: str, command: CommandId | None) -> Answer:
    """Act on the record, with a reason that everybody can read.

    The director and deputies act, and a player of a game opens a dispute. The game's own record stays as it
    is: standings are computed from games and acts. Another act undoes one.
    """
    why = Grounds(player, body.code, body.reason)
    done = Directing(services().entries).act(tournament, body.kind, why, body.members, command).after
    return {"version": done.head.version}, receipt(done)


@blueprint.route(
    "/tournaments/<tournament>/forecast",
    methods=["GET"],
    weight=UnseenWork(20, "the schedule of a large league is made"),
)
@tournament_exists
@blueprint.written(200, ForecastAnswer)
@blueprint.doc(responses=errors(404, 503))
def forecast(tournament: Tournament) -> Response:
    """The numbers of tables and byes that those who are in would play, or why they cannot.

    A league says how even its schedule is; without an exact design, of an example.
    """
    return send_kept(
        services().documents,
        ("tournament", "forecast", tournament.head.hash),
        lambda: written(forecast_of(tournament)),
        lambda made: made.body,
        JSON,
    )


@blueprint.route(
    "/tournaments/<tournament>/preview",
    methods=["GET"],
    weight=UnseenWork(100, "the pairing of 1,000 players takes seconds"),
)
@signed_in(Scope.READ)
@tournament_exists
@blueprint.written(200, PreviewAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 503))
def preview(tournament: Tournament, player: str) -> Response:
    """The next pairing as it would be now, with its warnings; only for the director and deputies.

    Its lots are examples: those of the round are secret until it is paired.
    """
    check_directs(tournament, player)
    shown = services().shown_tournaments
    names = shown.names(tournament)
    response = send_kept(
        services().documents,
        shown.key(tournament, names, "preview"),
        lambda: written(preview_of(tournament, names)),
        lambda made: made.body,
        JSON,
    )
    return not_for_others(response)


@blueprint.route(
    "/tournaments/<tournament>/desk",
    methods=["GET"],
    weight=UnseenWork(20, "it reads every game that runs"),
)
@signed_in(Scope.READ)
@tournament_exists
@blueprint.written(200, DeskAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def desk(tournament: Tournament, player: str) -> Response:
    """Late tables, those that soon are, open disputes, and why a round is not paired; only for directors."""
    check_directs(tournament, player)
    names = services().shown_tournaments.names(tournament)
    found = Desk(services().tables).shown(tournament, names, now_ms())
    return Response(written(found).body, content_type=JSON, headers={"Cache-Control": "no-store"})
