"""The form that reports a text to the moderators."""

from flask import Flask, Response, render_template, request
from marshmallow import Schema, ValidationError, validates_schema

from replays.bootstrap import now_ms
from service.application.i18n.moderation import KINDS, WHY
from service.application.i18n.problems import problem_words
from service.application.i18n.speaking import gettext
from service.application.moderating.finding import SHOWN, subject_at
from service.application.moderating.reporting import LONGEST
from service.application.people.moderation.subjects import Why
from service.application.problem import Problem
from service.http.client_address import address
from service.http.endpoints import NORMALLY
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import form_of, to_page, wrong_fields
from service.services import services
from service.shared.fields import ShortText, Word
from service.shared.visibility import INVITATION, sight

blueprint = own_pages("reporting", __name__)


class ReportForm(Schema):
    """The reason for a report."""

    reason = Word(Why, required=True, error_messages={"unknown": "-"})
    text = ShortText(LONGEST, load_default="")

    @validates_schema
    def says_what(self, data: dict[str, object], **_: object) -> None:
        """The reason "other" requires a text."""
        if data.get("reason") is Why.OTHER and not str(data.get("text", "")).strip():
            raise ValidationError(gettext("Say what is wrong with it."), "text")


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/report/<path:key>", weight=4)
@signed_in
def show(player: str, key: str) -> Response:
    """The report form, with the text that it concerns."""
    return _page(key, player, None)


@blueprint.post("/report/<path:key>", weight=4, works=NORMALLY)
@signed_in
def send(player: str, key: str) -> Response:
    """Report the text and redirect to the player's reports; on wrong input, show the form again."""
    try:
        form = form_of(ReportForm)
    except Problem as problem:
        return _page(key, player, problem)
    text = form["text"].strip()
    services().reporting.report(
        player, subject_at(key), form["reason"], text, sight=sight(), address=address(), now=now_ms()
    )
    return to_page("own_moderation.show", done="reported", about=key, invitation=request.args.get(INVITATION))


def _page(key: str, player: str, problem: Problem | None) -> Response:
    subject = subject_at(key)
    found = services().reporting.reportable(subject, player, sight())
    text = render_template(
        "moderation/report.html",
        key=key,
        invitation=request.args.get(INVITATION),
        kind=KINDS[subject.kind],
        path=found.path,
        text=found.text[:SHOWN],
        reasons=WHY.items(),
        wrong=problem and problem_words(problem.status, problem.code, problem.detail)[1],
        wrong_fields=wrong_fields(problem),
        form=request.form,
        is_moderator=services().moderation.docket.is_moderator(player),
        most=LONGEST,
    )
    return Response(text, problem.status if problem else 200)
