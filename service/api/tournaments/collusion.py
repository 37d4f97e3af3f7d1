"""The report on choices that help one other, for a tournament's director and deputies alone."""

from collections.abc import Mapping
from typing import Any

from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding.directing import check_directs
from replays.tournament.desk.collusion import HelpingPair
from replays.tournament.view import person
from service.api.shared.answers import Answer
from service.api.shared.blueprints import ApiBlueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.tournaments.schemas.collusion import CollusionAnswer, CollusionQuery
from service.api.tournaments.tournaments import tournament_exists
from service.application.accounts.access.scopes import Scope
from service.application.tournaments.collusion import ReportSoFar
from service.http.authentication import requester
from service.http.costs.weights import UnseenWork
from service.http.endpoints import NORMALLY
from service.services import services

PATH = "/tournaments/<tournament>/collusion"
HEAVY = UnseenWork(100, "up to 200 games and their reviews are read")

blueprint = ApiBlueprint("collusion", __name__, description="Reports for directors alone.")


@blueprint.route(PATH, methods=["GET"], weight=HEAVY)
@signed_in(Scope.READ)
@tournament_exists
@blueprint.arguments(CollusionQuery, location="query")
@blueprint.response(200, CollusionAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 503))
def show(query: dict[str, Any], tournament: Tournament, player: str) -> Answer:
    """Choices that cost a player and helped one other, over several games; only for directors.

    It is no verdict: most such choices are mistakes, and somebody profits from each. It shows where a
    player's costly choices went, beside where they would go without preference; it sees neither intent nor
    agreements. It is computed for this response from the reviews of the games. A report is on at most 200
    games: beyond that, name an entrant.
    """
    check_directs(tournament, player)
    found = services().collusion.examined(tournament, query["entrant"])
    return _answer(tournament, found, "none" if found.games == len(found.missing) else "running")


@blueprint.route(PATH, methods=["POST"], weight=HEAVY, works=NORMALLY)
@signed_in(Scope.PLAY, Scope.ORGANIZE)
@tournament_exists
@blueprint.commanding
@blueprint.arguments(CollusionQuery, location="query")
@blueprint.response(202, CollusionAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def ask(query: dict[str, Any], tournament: Tournament, player: str, command: CommandId | None) -> Answer:
    """Request the reviews that are missing, 20 at a time: repeat it until `status` is `ready`.

    A director can request the reviews of 400 games a day: `limit/reached`.
    """
    del command  # a repeated request asks for what is missing then
    check_directs(tournament, player)
    found = services().collusion.examined(tournament, query["entrant"])
    services().collusion.ask(found.missing, requester(), now_ms())
    return _answer(tournament, found, "running")


def _answer(tournament: Tournament, found: ReportSoFar, otherwise: str) -> Answer:
    pairs = found.report.pairs
    people = {player for pair in pairs for player in (pair.chooser, pair.helped)}
    names = services().players.names(people)
    body = {
        "status": otherwise if found.missing else "ready",
        "games": found.games,
        "examined": found.games - len(found.missing),
        "looked_at": found.report.looked_at,
        "pairs": [_pair(tournament, found, pair, names) for pair in pairs],
    }
    return body, {"Cache-Control": "no-store"}


def _pair(
    tournament: Tournament, found: ReportSoFar, pair: HelpingPair, names: Mapping[str, str | None]
) -> dict[str, Any]:
    return {
        "chooser": person(pair.chooser, names),
        "helped": person(pair.helped, names),
        "games": pair.games,
        "choices": pair.choices,
        "all_helps": pair.all_helps,
        "expected": pair.expected,
        "chance": pair.chance,
        "cost": pair.cost,
        "gain": pair.gain,
        "cases": [
            {
                "game": tournament.games[each.game - 1].id,
                "number": each.game,
                "version": each.choice.version,
                "made": found.moves[each.game, each.choice.version][0],
                "best": found.moves[each.game, each.choice.version][1],
                "cost": each.choice.cost,
                "gain": each.choice.gain,
            }
            for each in pair.cases
        ],
    }
