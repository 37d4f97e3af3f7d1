"""Schemas of reports, cases and decisions."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from replays.encoding.canonical import MAX_INTEGER
from service.api.shared.problems import HiddenAnswer
from service.application.moderating.finding import subject_at
from service.application.moderating.reporting import LONGEST
from service.application.people.moderation.subjects import KINDS, ModerationVerdict, ReportSubject, Why
from service.shared.fields import Identity, ShortText, Strict, WholeNumber, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit


class AboutRequest(Strict):
    """The subject of a report or a decision."""

    kind = fields.String(required=True, validate=validate.OneOf(list(KINDS)))
    id = Identity(
        required=True,
        metadata={
            "description": "Id of the comment, message, study or collection; for a name, of the player."
        },
    )
    game = Identity(
        load_default=None,
        metadata={"description": "Game of a comment or message; not allowed for other kinds."},
    )
    player = Identity(
        load_default=None,
        metadata={"description": "Owner of a collection; not allowed for other kinds."},
    )

    @validates_schema
    def has_what_it_is_within(self, data: dict[str, Any], **_: Any) -> None:
        """`game` is required for comments and messages, `player` for collections; neither for other kinds."""
        for name, whose in (("game", "comments and messages"), ("player", "collections")):
            if (KINDS[data["kind"]].within == name) != (data[name] is not None):
                raise ValidationError(f"It is required for {whose}, and not allowed for other kinds.", name)


class ReportRequest(Strict):
    """A report."""

    about = fields.Nested(AboutRequest, required=True)
    reason = Word(Why, required=True)
    text = ShortText(
        LONGEST,
        load_default="",
        metadata={"description": "Explanation for the moderators; required with the reason `other`."},
    )


def _said(text: str) -> None:
    if not text.strip():
        raise ValidationError("The reason must have a visible character.")


class DecisionRequest(Strict):
    """A moderator's decision."""

    about = fields.Nested(AboutRequest, required=True)
    verdict = Word(ModerationVerdict, required=True)
    reason = fields.String(
        required=True,
        validate=[validate.Length(1, LONGEST), _said],
        metadata={
            "description": "Reason for the decision. The author can read it; everybody sees it in place of "
            "a hidden text."
        },
    )
    until = WholeNumber(
        load_default=None,
        validate=validate.Range(1, MAX_INTEGER),
        metadata={
            "description": "End of a suspension, ms UTC; at most five years from now. Required with "
            "`suspend`, not allowed otherwise."
        },
    )


class CasesQuery(Strict):
    """The filter and the page of a list of cases."""

    state = fields.String(load_default="open", validate=validate.OneOf(["open", "decided"]))
    cursor = Cursor()
    limit = PageLimit(20, 50)


class AboutAnswer(Schema):
    """The subject of a report or a decision."""

    kind = fields.String(required=True, validate=validate.OneOf(list(KINDS)))
    id = fields.String(required=True)
    game = fields.String()
    player = fields.String()


class ReportAnswer(Schema):
    """One of your reports."""

    about = fields.Nested(AboutAnswer, required=True)
    reason = Word(Why, required=True)
    text = fields.String(required=True, allow_none=True, metadata={"description": "Your explanation."})
    at = fields.Integer(required=True, metadata={"description": "Time of the report, ms UTC."})
    verdict = Word(
        ModerationVerdict,
        required=True,
        allow_none=True,
        metadata={"description": "Verdict of the moderators; null until they decide."},
    )


class OwnDecisionAnswer(Schema):
    """A decision on you or a text of yours."""

    about = fields.Nested(AboutAnswer, required=True)
    text = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The text as it was reported; null if it is no longer stored."},
    )
    verdict = Word(ModerationVerdict, required=True)
    reason = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "Time of the decision, ms UTC."})
    until = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "End of the suspension, ms UTC; null for other verdicts."},
    )


class ViewAnswer(Schema):
    """A moderator's view of the case of a text of yours that nobody had reported."""

    about = fields.Nested(AboutAnswer, required=True)
    at = fields.Integer(required=True, metadata={"description": "Time of the view, ms UTC."})


class SuspensionAnswer(Schema):
    """A suspension in force."""

    until = fields.Integer(required=True, metadata={"description": "End of the suspension, ms UTC."})
    reason = fields.String(required=True)


class OwnModerationAnswer(Schema):
    """Your suspension, decisions on your texts, views of them without a report, and your reports."""

    moderator = fields.Boolean(required=True, metadata={"description": "True if you are a moderator."})
    suspension = fields.Nested(SuspensionAnswer, required=True, allow_none=True)
    decisions = fields.List(fields.Nested(OwnDecisionAnswer), required=True)
    views = fields.List(fields.Nested(ViewAnswer), required=True)
    reports = fields.List(fields.Nested(ReportAnswer), required=True)


class _Person(Schema):
    id = fields.String(required=True)
    name = fields.String(
        required=True, allow_none=True, metadata={"description": "Current name; null for an erased account."}
    )


class NamedAccount(_Person):
    """An account."""


class ReporterAnswer(_Person):
    """The author of a report, with the results of their newest answered reports."""

    upheld = fields.Integer(
        required=True,
        metadata={"description": "Number of their newest answered reports that led to a change."},
    )
    unfounded = fields.Integer(
        required=True,
        metadata={"description": "Number of their newest answered reports that led to no change."},
    )


class CaseReportAnswer(Schema):
    """A report in a case."""

    by = fields.Nested(ReporterAnswer, required=True)
    reason = Word(Why, required=True)
    text = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "Time of the report, ms UTC."})
    open = fields.Boolean(required=True)


class CaseDecisionAnswer(OwnDecisionAnswer):
    """A decision, as moderators see it."""

    class Meta:
        """marshmallow's options."""

        exclude = ("text",)

    by = fields.Nested(NamedAccount, required=True)


class CaseAnswer(Schema):
    """All reports and decisions on one text, for moderators."""

    about = fields.Nested(AboutAnswer, required=True)
    author = fields.Nested(NamedAccount, required=True)
    text = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "The text as it was reported, for a study its beginning. Null if it is no longer "
            "stored or no longer public, or if nobody has reported it and you may not see it."
        },
    )
    path = fields.String(
        required=True, allow_none=True, metadata={"description": "Path of the page that shows the text."}
    )
    hidden = fields.Nested(HiddenAnswer, required=True, allow_none=True)
    verdicts = fields.List(
        Word(ModerationVerdict),
        required=True,
        metadata={"description": "Verdicts that are possible for this kind of text."},
    )
    reports = fields.List(fields.Nested(CaseReportAnswer), required=True)
    decisions = fields.List(fields.Nested(CaseDecisionAnswer), required=True)
    has_older = fields.Boolean(
        required=True,
        metadata={
            "description": "True if there are more reports and decisions than the newest 200, which are "
            "listed."
        },
    )
    others = fields.List(
        fields.Nested(CaseDecisionAnswer),
        required=True,
        metadata={"description": "Newest decisions on other texts of the author."},
    )


class CasesAnswer(Schema):
    """A page of cases."""

    cases = fields.List(fields.Nested(CaseAnswer), required=True)
    conflicts = fields.Integer(
        required=True,
        metadata={
            "description": "Number of cases of this page that are left out because you play with somebody in "
            "them, have reported the text, or have a seat in the game: other moderators decide them."
        },
    )
    next = NextCursor()


def subject(about: dict[str, Any]) -> ReportSubject:
    """The subject of a request; 404 if it cannot exist."""
    parts = (about["kind"], about["id"], about["game"], about["player"])
    return subject_at("/".join(str(part) for part in parts if part))
