"""The moderators' page: open and decided cases, each with what is needed to decide it."""

from typing import Any

from flask import Flask, Response, render_template, request
from marshmallow import Schema, fields, validate

from replays.bootstrap import now_ms
from service.application.i18n.moderation import DECIDED, KINDS, VERDICTS, WHY
from service.application.i18n.problems import problem_words
from service.application.moderating.cases import ShownCase
from service.application.moderating.finding import subject_at
from service.application.moderating.reporting import LONGEST
from service.application.people.moderation.subjects import KINDS as SUBJECTS
from service.application.people.moderation.subjects import OF_ACCOUNTS, ModerationVerdict
from service.application.problem import Problem
from service.http.endpoints import WHILE_FULL
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import form_of, to_page
from service.services import services
from service.shared.fields import Word
from service.shared.visibility import INVITATION, sight

PAGE_SIZE = 10
DAY = 24 * 60 * 60 * 1000
DAYS = (1, 3, 7, 30, 90, 365)
"""The suspension lengths in days that the page offers; the API accepts any end time."""

blueprint = own_pages("cases", __name__)


class DecisionForm(Schema):
    """A decision; `days` is used for suspensions only."""

    verdict = Word(ModerationVerdict, required=True)
    reason = fields.String(required=True, validate=validate.Regexp(rf"^(?=.*\S)[\s\S]{{1,{LONGEST}}}$"))
    days = fields.Integer(load_default=DAYS[0], validate=validate.OneOf(DAYS))


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/moderation", weight=20)
@signed_in
def index(player: str) -> Response:
    """A page of cases; redirects to the sign-in page if nobody is signed in."""
    services().moderation.docket.require_moderator(player)
    state = "decided" if request.args.get("state") == "decided" else "open"
    found = services().cases.page(player, state, request.args.get("cursor"), PAGE_SIZE)
    return _page("moderation/cases.html", page=found, state=state)


@blueprint.get("/moderation/<path:key>", weight=15)
@signed_in
def show(player: str, key: str) -> Response:
    """One case; a text that nobody has reported must be one that the moderator may see."""
    services().moderation.docket.require_moderator(player)
    return _case(key, player, None)


@blueprint.post("/moderation/<path:key>", weight=30, works=WHILE_FULL)
@signed_in
def decide_on(player: str, key: str) -> Response:
    """Decide a case and redirect to it; on a problem, show the case again with the reason."""
    services().moderation.docket.require_moderator(player)
    try:
        form = form_of(DecisionForm)
        verdict = form["verdict"]
        reason, now = form["reason"].strip(), now_ms()
        until = now + form["days"] * DAY if verdict is ModerationVerdict.SUSPEND else None
        services().cases.decide(player, subject_at(key), verdict, reason, until, sight=sight(), now=now)
    except Problem as problem:
        if problem.status == 404:
            raise
        return _case(key, player, problem)
    return to_page("cases.show", key=key, done="decided", invitation=request.args.get(INVITATION))


def _case(key: str, moderator: str, problem: Problem | None) -> Response:
    case = services().cases.find(moderator, subject_at(key), sight())
    wrong = problem and problem_words(problem.status, problem.code, problem.detail)[1]
    page = _page(
        "moderation/case.html",
        shown=case,
        wrong=wrong,
        form=request.form,
        verdicts=_verdicts(case),
        days=DAYS,
        most=LONGEST,
        invitation=request.args.get(INVITATION),
        done=request.args.get("done") == "decided",
    )
    page.status_code = problem.status if problem else 200
    return page


def _verdicts(case: ShownCase) -> list[tuple[str, Any]]:
    offered = SUBJECTS[case.case.subject.kind].verdicts | OF_ACCOUNTS
    return [(each.value, VERDICTS[each.value]) for each in ModerationVerdict if each in offered]


def _page(template: str, **values: Any) -> Response:
    return Response(render_template(template, kinds=KINDS, why=WHY, decided=DECIDED, **values))
