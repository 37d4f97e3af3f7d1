"""The page on which an organizer announces a tournament: one form, which needs no script."""

import os
from collections.abc import Mapping

from flask import Flask, Response, render_template, request

from kingdomino.rules.violations import RuleViolation
from replays.commands.tables import NewTable
from replays.encoding.identity import GameId, new_game_id
from replays.match.deciding.decisions import Refusal
from replays.tournament.deciding.opening import Announcement, check_regulations
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.kind import TOURNAMENT
from service.application.games import options
from service.application.games.seats.opened_tables import Opening
from service.application.i18n.games.agreements import AGREEMENTS
from service.application.i18n.problems import problem_words
from service.application.i18n.tournaments import regulations
from service.application.problem import Problem
from service.http.client_address import address
from service.http.endpoints import NORMALLY
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import to_page
from service.pages.tournaments.form import TournamentForm, WrongFields
from service.pages.tournaments.starting_points import TEMPLATES, values_of
from service.services import services

blueprint = own_pages("new_tournament", __name__)


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/tournaments/new", weight=12)
def show() -> str:
    """The form with the values in the query, or else those of the `template`, and what they mean in words.

    A script requests the page with the form's values again after each change, and shows the words.
    """
    return _page(values_of(request.args.get("template", "")) | request.args.to_dict())


@blueprint.post("/tournaments/new", weight=12, works=NORMALLY)
@signed_in
def create(player: str) -> str | Response:
    """Announce the tournament, and redirect to its page; a wrong form is shown again with the reasons."""
    values = values_of(request.form.get("template", "")) | request.form.to_dict()
    try:
        plan = TournamentForm(values).announcement()
        check_regulations(plan)
        return to_page("tournament", tournament=_announced(player, plan))
    except WrongFields as wrong:
        return Response(_page(values, wrong.wrong), 422)
    except Problem as problem:
        said = problem_words(problem.status, problem.code, problem.detail)[1]
        return Response(_page(values, {"form": said}), 409)
    except (Refusal, RuleViolation) as refused:
        return Response(_page(values, {"form": problem_words(409, refused.code, refused.text)[1]}), 409)


def _announced(player: str, plan: Announcement) -> GameId:
    tournament = new_game_id(os.urandom(16))
    table = NewTable(plan.rules, plan.players, player, None, plan.options)
    services().seat_quota.open(player, table, Opening(TOURNAMENTS.listing, tournament, address()), None)
    return services().streams.commands(TOURNAMENT).found(tournament, plan, player).after.id


def _page(values: Mapping[str, str], wrong: Mapping[str, str] | None = None) -> str:
    said, refused = _in_words(values)
    return render_template(
        "tournaments/new.html",
        templates=TEMPLATES,
        values=values,
        presets={name: values_of(name) for name in TEMPLATES},
        options=options.form(),
        exclusions=options.exclusions_in_words(),
        agreements=AGREEMENTS,
        said=said,
        wrong=wrong if wrong is not None else refused,
    )


def _in_words(values: Mapping[str, str]) -> tuple[list[regulations.Regulation], Mapping[str, str]]:
    """The regulations in sentences, or what is wrong with the values; a missing name is not wrong yet."""
    try:
        plan = TournamentForm({**values, "name": values.get("name") or "?"}).announcement()
        check_regulations(plan)
    except WrongFields as wrong:
        return [], wrong.wrong
    except (Refusal, RuleViolation) as refused:
        return [], {"form": problem_words(409, refused.code, refused.text)[1]}
    return regulations.in_sentences(plan), {}
