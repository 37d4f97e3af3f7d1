"""The report on choices that help one other, for directors alone; its games are reviewed on request."""

from flask import Flask, Response, request

from replays.bootstrap import now_ms
from replays.match.deciding.decisions import Refusal
from replays.tournament.deciding.directing import check_directs
from service.application.i18n.problems import problem_words
from service.application.quotas.throttle import TooOften, too_often
from service.application.tournaments.collusion import ReportSoFar
from service.http.authentication import requester
from service.http.costs.weights import UnseenWork
from service.http.endpoints import NORMALLY
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import to_page
from service.pages.tournaments.desk.reading import number
from service.pages.tournaments.shown import ShownTournament, found, page
from service.services import services
from service.shared.visibility import sight

MOST_PAIRS = 20
"""The most pairs that the page shows."""
HEAVY = UnseenWork(100, "up to 200 games and their reviews are read")

blueprint = own_pages("tournament_report", __name__)


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/tournaments/<tournament>/desk/collusion", weight=HEAVY)
@signed_in
def show(player: str, tournament: str) -> Response:
    """The report so far; `entrant` in the query chooses one entrant's games."""
    shown = _directed(player, tournament)
    entrant = _entrant()
    try:
        examined = services().collusion.examined(shown.tournament, entrant)
    except Refusal as refused:
        return _page(shown, entrant, None, problem_words(409, refused.code, str(refused))[1])
    return _page(shown, entrant, examined, None)


@blueprint.post("/tournaments/<tournament>/desk/collusion", weight=HEAVY, works=NORMALLY)
@signed_in
def ask(player: str, tournament: str) -> Response:
    """Request the reviews that are missing, some at a time, and lead back to the report."""
    shown = _directed(player, tournament)
    entrant = _entrant()
    examined = services().collusion.examined(shown.tournament, entrant)
    try:
        services().collusion.ask(examined.missing, requester(), now_ms())
    except TooOften as error:
        said = too_often(error)
        return _page(shown, entrant, examined, problem_words(said.status, said.code, said.detail)[1])
    key = sight().given_key(shown.tournament)
    return to_page(
        "tournament_report.show", tournament=shown.tournament.id, entrant=entrant, asked="yes", invitation=key
    )


def _directed(player: str, tournament: str) -> ShownTournament:
    shown = found(tournament)
    check_directs(shown.tournament, player)
    return shown


def _entrant() -> int | None:
    text = request.args.get("entrant", "")
    return number(text, 1) if text else None


def _page(
    shown: ShownTournament, entrant: int | None, examined: ReportSoFar | None, wrong: str | None
) -> Response:
    text = page(
        "collusion.html",
        shown,
        entrant=entrant,
        examined=examined,
        pairs=examined.report.pairs[:MOST_PAIRS] if examined else (),
        asked="asked" in request.args,
        wrong=wrong,
    )
    return Response(text, 409 if examined is None else 200)
