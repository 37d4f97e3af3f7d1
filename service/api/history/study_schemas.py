"""Schemas of studies."""

from marshmallow import Schema, fields, validate

from service.api.games.schemas.events import EventAnswer
from service.api.games.schemas.states import PlayerAtTable, StateAnswer
from service.api.history.replay_schemas import ChangesFrame
from service.api.shared.answers import NOTATION
from service.shared.fields import Strict


class StudyRequest(Strict):
    """The text of a game to import."""

    text = fields.String(required=True, metadata=NOTATION)


class StudyPlayer(PlayerAtTable):
    """The player on a seat: the name in the seat's tag of the text, or null; no account."""

    player = fields.String(required=True, allow_none=True, validate=validate.Equal(None))


class StudyAnswer(StateAnswer):
    """The state of a study at one version: like that of a game, but without a hash."""

    class Meta:
        """marshmallow's options."""

        exclude = ("hash",)

    players = fields.List(fields.Nested(StudyPlayer), required=True)
    study = fields.Boolean(required=True, validate=validate.Equal(True))  # noqa: FBT003


class StudyEvent(EventAnswer):
    """An event derived from a study's text: without an actor, time, cause and hash."""

    class Meta:
        """marshmallow's options."""

        exclude = ("actor", "at", "cause", "hash")


class StudyFrame(Schema):
    """An event of a study with the state just after it."""

    version = fields.Integer(required=True)
    event = fields.Nested(StudyEvent, required=True)
    state = fields.Nested(StudyAnswer, required=True)


class StudyReplayAnswer(Schema):
    """All events of a study with the state after each."""

    frames = fields.List(fields.Nested(StudyFrame), required=True)


class StudyChangesFrame(ChangesFrame):
    """An event of a study, with the state after it in the first frame and the changes in each later frame."""

    event = fields.Nested(StudyEvent, required=True)
    state = fields.Nested(StudyAnswer)


class StudyReplayChangesAnswer(Schema):
    """All events of a study, the first state, and the changes by each later event."""

    frames = fields.List(fields.Nested(StudyChangesFrame), required=True)


class StudySummary(Schema):
    """A study in a list."""

    id = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})


class StudiesAnswer(Schema):
    """Your studies, the newest first."""

    studies = fields.List(fields.Nested(StudySummary), required=True)
