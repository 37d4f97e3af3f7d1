"""Reports of texts, the moderators' cases and decisions, and a player's own decisions and reports."""

from typing import Any

from flask import g

from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from service.api.moderation.schemas import (
    CaseAnswer,
    CasesAnswer,
    CasesQuery,
    DecisionRequest,
    OwnModerationAnswer,
    ReportAnswer,
    ReportRequest,
    subject,
)
from service.api.shared.answers import Answer, paged
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.moderating.cases import ShownCase, ShownReport, suspension_now
from service.application.people.moderation.entries import Decided
from service.application.people.moderation.subjects import KINDS, OF_ACCOUNTS, ModerationVerdict, Why
from service.application.problem import Problem
from service.http.client_address import address
from service.http.endpoints import NORMALLY, WHILE_FULL
from service.services import services
from service.shared.visibility import sight

blueprint = private_blueprint("moderation", "Reports of texts, and moderators' decisions.")


@blueprint.route("/reports", methods=["POST"], weight=2, works=NORMALLY)
@signed_in(Scope.PLAY)
@blueprint.commanding
@blueprint.arguments(ReportRequest)
@blueprint.response(201, ReportAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 429, 503))
def create(body: dict[str, Any], player: str, command: CommandId | None) -> dict[str, Any]:
    """Report a text that you may see to the moderators: a comment, a message, a name, a study, a collection.

    For a public collection, the reported text is its title and notes. The reason `other` requires a `text`.
    Repeated reports of a text count as one until a moderator decides; then you get a notice
    `report_answered`. Only moderators learn that you reported it. Your own texts are `report/yourself`,
    hidden ones `report/hidden`. You may send 20 reports a day, or 2 if you have sent many and none was
    justified: `limit/reached`.
    """
    why, text = body["reason"], body["text"].strip()
    if why is Why.OTHER and not text:
        raise Problem(422, "request/invalid", '"text" must say what is wrong where "reason" is other')
    if command:
        services().moderation.claim(command)
    found = services().reporting.report(
        player, subject(body["about"]), why, text, sight=sight(), address=address(), now=now_ms()
    )
    return {
        "about": found.subject.about,
        "reason": found.why,
        "text": text or None,
        "at": found.at,
        "verdict": None,
    }


@blueprint.route("/reports", methods=["GET"], weight=15)
@signed_in(Scope.ORGANIZE)
@blueprint.arguments(CasesQuery, location="query")
@blueprint.response(200, CasesAnswer)
@blueprint.doc(responses=errors(401, 403, 422, 503))
def index(query: dict[str, Any], player: str) -> Answer:
    """For moderators: reported texts, each with its reports and decisions.

    `state=open`, the default, lists those that wait for a decision, the oldest first; `state=decided` lists
    the others, the newest decision first. `next` is the cursor of the next page, also as Link rel="next". For
    all other accounts it is `moderation/not-a-moderator`. Cases in which you have a conflict of interest are
    left out, and counted in `conflicts` unless the text is your own. The stream of moderation records what
    you see.
    """
    services().moderation.docket.require_moderator(player)
    found = services().cases.page(player, query["state"], query["cursor"], query["limit"])
    page, headers = paged("cases", list(map(_case, found.cases)), found.following)
    return {**page, "conflicts": found.conflicts}, headers


@blueprint.route("/decisions", methods=["POST"], weight=50, works=WHILE_FULL)
@signed_in(Scope.ORGANIZE)
@blueprint.commanding
@blueprint.arguments(DecisionRequest)
@blueprint.response(201, CaseAnswer)
@blueprint.doc(responses=errors(401, 403, 404, 409, 422, 503))
def decide_on(body: dict[str, Any], player: str, command: CommandId | None) -> dict[str, Any]:
    """For moderators: decide on a text or its author, with a reason; this answers all open reports on it.

    `hide` a text, `keep` it or show it again; `rename` a player whose name is not acceptable; `suspend` the
    account `until` a moment, or `reinstate` it. A text that nobody has reported must be one that you may see:
    otherwise `report/unknown`. The author can read the reason, and so can everybody else in place of a hidden
    text. `moderation/verdict` if this kind does not have the verdict, `moderation/until` for a wrong end,
    `moderation/own-case` if the text or a report is yours or you suspend a moderator, `moderation/conflict`
    if you play with somebody in the case or have a seat in its game, `moderation/decided` if it repeats your
    newest decision word for word.
    """
    services().moderation.docket.require_moderator(player)
    about = subject(body["about"])
    is_repeat = command is not None and services().moderation.claim(command)
    services().cases.decide(
        player,
        about,
        body["verdict"],
        body["reason"].strip(),
        body["until"],
        sight=sight(),
        now=now_ms(),
        is_repeat=is_repeat,
    )
    return _case(services().cases.find(player, about, sight()))


@blueprint.route("/me/moderation", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.response(200, OwnModerationAnswer)
@blueprint.doc(responses=errors(401, 503))
def mine(player: str) -> dict[str, Any]:
    """Your suspension, decisions on your texts, and your own reports; the newest 100 each.

    `views` are the times when a moderator looked at the case of a text of yours that had no case: nobody had
    reported it.
    """
    parts = services().moderation
    return {
        "moderator": parts.docket.is_moderator(player),
        "suspension": suspension_now(g.access.suspension, now_ms()),
        "decisions": parts.decided_about(player),
        "views": parts.viewed_about(player),
        "reports": parts.kept_about(player),
    }


def _case(shown: ShownCase) -> dict[str, Any]:
    case, names = shown.case, shown.names
    verdicts = KINDS[case.subject.kind].verdicts | OF_ACCOUNTS
    return {
        "about": case.subject.about,
        "author": {"id": case.author, "name": shown.name},
        "text": shown.text or None,
        "path": shown.found.path if shown.found else None,
        "hidden": shown.hidden,
        "verdicts": [each for each in ModerationVerdict if each in verdicts],
        "reports": [_report(report) for report in shown.reports],
        "decisions": [_decision(each, names[each.by]) for each in case.decisions],
        "has_older": case.has_older,
        "others": [_decision(each, names[each.by]) for each in shown.others],
    }


def _report(shown: ShownReport) -> dict[str, Any]:
    reporter = shown.reporter
    return {
        "by": {
            "id": shown.report.by,
            "name": shown.name,
            "upheld": reporter.upheld,
            "unfounded": reporter.unfounded,
        },
        "reason": shown.report.why,
        "text": shown.text,
        "at": shown.report.at,
        "open": shown.is_open,
    }


def _decision(decided: Decided, name: str | None) -> dict[str, Any]:
    return {
        "about": decided.subject.about,
        "verdict": decided.verdict,
        "reason": decided.reason,
        "at": decided.at,
        "until": decided.until,
        "by": {"id": decided.by, "name": name},
    }
