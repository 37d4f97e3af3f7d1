"""Schemas of errors (RFC 9457) and of the reasons why a text is hidden."""

from marshmallow import Schema, fields, validate


class HiddenAnswer(Schema):
    """The reason why a moderator hid a text, and the time."""

    at = fields.Integer(required=True, metadata={"description": "Time of the decision, ms UTC."})
    reason = fields.String(required=True, metadata={"description": "Reason, as the moderator stated it."})


class BadLineAnswer(Schema):
    """A line of a list of entries that cannot be entered, and why."""

    line = fields.Integer(required=True, metadata={"description": "Line, or position in JSON, from 1."})
    player = fields.String(required=True, metadata={"description": "The player as the request has it."})
    code = fields.String(required=True)
    text = fields.String(required=True)


class ProblemAnswer(Schema):
    """An error (RFC 9457); clients decide by `code`."""

    type = fields.String(required=True, metadata={"description": "URI of the type of error."})
    title = fields.String(required=True, metadata={"description": "Short name of the type of error."})
    status = fields.Integer(required=True, metadata={"description": "HTTP status code."})
    code = fields.String(
        required=True, metadata={"description": "Stable code of the error, such as `placement/no-match`."}
    )
    detail = fields.String(required=True, metadata={"description": "The error in words, for people."})
    version = fields.Integer(
        metadata={"description": "410 `version/gone`, 412, 422: the current version of the game."}
    )
    needed = fields.List(
        fields.String(), metadata={"description": "403 `auth/scope`: the scopes that the token lacks."}
    )
    newest = fields.String(
        metadata={"description": "422 `notice/ahead`: the id of your newest notice, 0 if you have none."}
    )
    games = fields.List(
        fields.String(), metadata={"description": "404 for several games: those that you may not see."}
    )
    errors = fields.Dict(
        metadata={
            "description": "422: the errors, by part of the request (such as `json` or `query`) and member; "
            "at most 20."
        }
    )
    more_errors = fields.Integer(metadata={"description": "422: the number of errors that are not listed."})
    full = fields.String(
        validate=validate.OneOf(["room", "account"]),
        metadata={
            "description": "409 `talk/too-many`: whose limit of messages is reached, that of the room or of "
            "your account."
        },
    )
    until = fields.Integer(
        metadata={"description": "403 `account/suspended`: the end of the suspension, ms UTC."}
    )
    reason = fields.String(metadata={"description": "403 `account/suspended`: the reason."})
    hidden = fields.Nested(
        HiddenAnswer,
        metadata={
            "description": "410 `study/hidden`: the time and reason of a moderator's decision to hide it."
        },
    )
    move = fields.Integer(
        metadata={
            "description": "409 for a variation or continuation: the number of the refused move in `play`, "
            "from 1."
        }
    )
    lines = fields.List(
        fields.Nested(BadLineAnswer),
        metadata={"description": "409 `tournament/bad-entries`: all lines that cannot be entered."},
    )
    line = fields.Integer(
        metadata={"description": "422 `study/…` and `tournament/csv`: the line in the text, from 1."}
    )
    column = fields.Integer(metadata={"description": "422 `study/…`: the column in that line, from 1."})
    turn = fields.Integer(
        allow_none=True, metadata={"description": "422 `study/illegal`: the turn; null outside the turns."}
    )
    rule = fields.String(
        metadata={
            "description": "422 `study/illegal`: the code of the violated rule (docs/play/notation.md)."
        }
    )
