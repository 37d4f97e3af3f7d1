"""The shapes of what is asked and answered about studies."""

from marshmallow import Schema, fields, validate

from service.api.games.schemas import EventAnswer, PlayerAtTable, StateAnswer
from service.api.history.replay_schemas import ChangesFrame
from service.api.shared.answers import NOTATION
from service.shared.fields import Strict


class StudyRequest(Strict):
    """A game that was written down."""

    text = fields.String(required=True, metadata=NOTATION)


class StudyPlayer(PlayerAtTable):
    """Who sat on a seat: the name that the text has in the seat's tag, or null; nobody's account."""

    player = fields.String(required=True, allow_none=True, validate=validate.Equal(None))


class StudyAnswer(StateAnswer):
    """The state of a study at one version: as a game's, but without a hash."""

    class Meta:
        """marshmallow's options."""

        exclude = ("hash",)

    players = fields.List(fields.Nested(StudyPlayer), required=True)
    study = fields.Boolean(required=True, validate=validate.Equal(True))  # noqa: FBT003


class StudyEvent(EventAnswer):
    """An event that follows from a study's text: nobody's, of no time, in no chain."""

    class Meta:
        """marshmallow's options."""

        exclude = ("actor", "at", "cause", "hash")


class StudyFrame(Schema):
    """An event of a study and the state just after it."""

    version = fields.Integer(required=True)
    event = fields.Nested(StudyEvent, required=True)
    state = fields.Nested(StudyAnswer, required=True)


class StudyReplayAnswer(Schema):
    """All events of a study with the state after each."""

    frames = fields.List(fields.Nested(StudyFrame), required=True)


class StudyChangesFrame(ChangesFrame):
    """An event of a study, and in the first frame the state just after it, in each other one the changes."""

    event = fields.Nested(StudyEvent, required=True)
    state = fields.Nested(StudyAnswer)


class StudyReplayChangesAnswer(Schema):
    """All events of a study with the first state, and what each later event changed."""

    frames = fields.List(fields.Nested(StudyChangesFrame), required=True)


class StudySummary(Schema):
    """A study in a list."""

    id = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "ms UTC"})


class StudiesAnswer(Schema):
    """Your studies, the newest first."""

    studies = fields.List(fields.Nested(StudySummary), required=True)
