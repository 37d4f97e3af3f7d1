"""Schemas of reports, cases and decisions."""

from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from replays.encoding.canonical import MAX_INTEGER
from service.api.games.schemas import HiddenAnswer
from service.people.moderation.subjects import KINDS, Subject, Verdict, Why
from service.shared.fields import ShortText, Strict, WholeNumber, Word
from service.shared.moderation.finding import subject_at
from service.shared.moderation.reporting import LONGEST


class AboutRequest(Strict):
    """The subject of a report or a decision."""

    kind = fields.String(required=True, validate=validate.OneOf(list(KINDS)))
    id = fields.UUID(
        required=True,
        metadata={
            "description": "Of the comment, the message, the study or the collection; of a name, the player."
        },
    )
    game = fields.UUID(
        load_default=None,
        metadata={"description": "The game of a comment or message; nothing for others."},
    )
    player = fields.UUID(
        load_default=None,
        metadata={"description": "The owner of a collection; nothing for others."},
    )

    @validates_schema
    def has_what_it_is_within(self, data: dict[str, Any], **_: Any) -> None:
        """`game` is required for comments and messages, `player` for collections; neither for other kinds."""
        for name, whose in (("game", "comments and messages"), ("player", "collections")):
            if (KINDS[data["kind"]].within == name) != (data[name] is not None):
                raise ValidationError(f"It comes with {whose}, and only with them.", name)


class ReportRequest(Strict):
    """A report."""

    about = fields.Nested(AboutRequest, required=True)
    reason = Word(Why, required=True)
    text = ShortText(LONGEST, load_default="", metadata={"description": "What the moderators should know."})


def _said(text: str) -> None:
    if not text.strip():
        raise ValidationError("Not a reason: others read it, so say why.")


class DecisionRequest(Strict):
    """A moderator's decision."""

    about = fields.Nested(AboutRequest, required=True)
    verdict = Word(Verdict, required=True)
    reason = fields.String(
        required=True,
        validate=[validate.Length(1, LONGEST), _said],
        metadata={"description": "Why: the author reads it, and everybody in the place of a hidden text."},
    )
    until = WholeNumber(
        load_default=None,
        validate=validate.Range(1, MAX_INTEGER),
        metadata={"description": "The end of a suspension, ms UTC; five years from now at most."},
    )


class CasesQuery(Strict):
    """The filter and the page of a list of cases."""

    state = fields.String(load_default="open", validate=validate.OneOf(["open", "decided"]))
    cursor = fields.String(load_default=None)
    limit = fields.Integer(load_default=20, validate=validate.Range(1, 50))


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
    text = fields.String(required=True, allow_none=True, metadata={"description": "What you said."})
    at = fields.Integer(required=True, metadata={"description": "ms UTC"})
    verdict = Word(
        Verdict,
        required=True,
        allow_none=True,
        metadata={"description": "The moderators', once they decide."},
    )


class OwnDecisionAnswer(Schema):
    """A decision on you or a text of yours."""

    about = fields.Nested(AboutAnswer, required=True)
    text = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The text as it was reported, if it is kept."},
    )
    verdict = Word(Verdict, required=True)
    reason = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "ms UTC"})
    until = fields.Integer(
        required=True, allow_none=True, metadata={"description": "The end of a suspension, ms UTC."}
    )


class SuspensionAnswer(Schema):
    """A suspension in force."""

    until = fields.Integer(required=True, metadata={"description": "Its end, ms UTC."})
    reason = fields.String(required=True)


class OwnModerationAnswer(Schema):
    """Your suspension, decisions on your texts, and your reports."""

    moderator = fields.Boolean(required=True, metadata={"description": "Whether you are a moderator."})
    suspension = fields.Nested(SuspensionAnswer, required=True, allow_none=True)
    decisions = fields.List(fields.Nested(OwnDecisionAnswer), required=True)
    reports = fields.List(fields.Nested(ReportAnswer), required=True)


class _Person(Schema):
    id = fields.String(required=True)
    name = fields.String(required=True, allow_none=True, metadata={"description": "The present name."})


class NamedAccount(_Person):
    """An account."""


class ReporterAnswer(_Person):
    """The author of a report, with the results of their newest answered reports."""

    upheld = fields.Integer(required=True, metadata={"description": "So many changed something."})
    unfounded = fields.Integer(required=True, metadata={"description": "So many changed nothing."})


class CaseReportAnswer(Schema):
    """A report in a case."""

    by = fields.Nested(ReporterAnswer, required=True)
    reason = Word(Why, required=True)
    text = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "ms UTC"})
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
            "description": "As it was when it was reported; null if it is gone, or if spectators wrote it of "
            "a game in which you still play. Of a study its beginning."
        },
    )
    path = fields.String(required=True, allow_none=True, metadata={"description": "Its page."})
    hidden = fields.Nested(HiddenAnswer, required=True, allow_none=True)
    verdicts = fields.List(Word(Verdict), required=True, metadata={"description": "What can be decided."})
    reports = fields.List(fields.Nested(CaseReportAnswer), required=True)
    decisions = fields.List(fields.Nested(CaseDecisionAnswer), required=True)
    has_older = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether there are older reports and decisions: the newest 200 of both are shown."
        },
    )
    others = fields.List(
        fields.Nested(CaseDecisionAnswer),
        required=True,
        metadata={"description": "The newest decisions on other texts of the author."},
    )


class CasesAnswer(Schema):
    """A page of cases."""

    cases = fields.List(fields.Nested(CaseAnswer), required=True)
    next = fields.String(required=True, allow_none=True)


def subject(about: dict[str, Any]) -> Subject:
    """The subject of a request; 404 if it cannot exist."""
    parts = (about["kind"], about["id"], about["game"], about["player"])
    return subject_at("/".join(str(part) for part in parts if part))
