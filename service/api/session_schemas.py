"""The shapes of signing in."""

from marshmallow import Schema, fields, validate

from service.api.fields import Strict
from service.emails import LONGEST as LONGEST_EMAIL
from service.passwords import LONGEST, SHORTEST

EMAIL = {"description": "An e-mail address.", "example": "ann@example.org"}
NEW_PASSWORD = {
    "description": f"{SHORTEST} to {LONGEST} characters of any script; no common one, and without the name "
    "or the e-mail in it."
}
MOST_SENT = 4 * LONGEST
"""Characters of a password that is looked at at all; a decomposed one is longer than it counts."""


class SignInRequest(Strict):
    """What a player signs in by."""

    email = fields.String(required=True, validate=validate.Length(max=LONGEST_EMAIL), metadata=EMAIL)
    password = fields.String(required=True, validate=validate.Length(max=MOST_SENT))


class SessionAnswer(Schema):
    """Who is signed in from now on; the cookie comes in a header."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class WhoAnswer(SessionAnswer):
    """Who is signed in."""

    guest = fields.Boolean(
        required=True, metadata={"description": "Whether there is no e-mail yet to sign in by."}
    )
    email = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "The e-mail to sign in by, or the one that waits to be confirmed, or null."},
    )
    verified = fields.Boolean(required=True, metadata={"description": "Whether that e-mail is confirmed."})


class PasswordRequest(Strict):
    """What to sign in by from now on."""

    email = fields.String(required=True, validate=validate.Length(max=LONGEST_EMAIL), metadata=EMAIL)
    password = fields.String(required=True, validate=validate.Length(max=MOST_SENT), metadata=NEW_PASSWORD)
    current = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(max=MOST_SENT),
        metadata={"description": "The present password, where there is one."},
    )


class ResetRequest(Strict):
    """Whose password is to be replaced."""

    email = fields.String(required=True, validate=validate.Length(max=LONGEST_EMAIL), metadata=EMAIL)


class NewPasswordRequest(Strict):
    """The password from now on."""

    password = fields.String(required=True, validate=validate.Length(max=MOST_SENT), metadata=NEW_PASSWORD)
