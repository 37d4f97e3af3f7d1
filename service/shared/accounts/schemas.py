"""Schemas for creating, changing and erasing accounts: JSON of the API and forms of the pages."""

from typing import Any

from marshmallow import ValidationError, fields

from service.application.accounts.audience import Audience
from service.application.accounts.credentials.email_addresses import LONGEST as LONGEST_EMAIL
from service.application.accounts.credentials.passwords import LONGEST, LONGEST_BYTES, SHORTEST
from service.application.accounts.naming import names
from service.application.i18n.languages import choosable
from service.application.i18n.speaking import gettext
from service.shared.fields import PlayerName, ShortText, Strict, Word

EMAIL = {"description": f"An e-mail address of at most {LONGEST_EMAIL} bytes.", "example": "ann@example.org"}
NEW_PASSWORD = {
    "description": f"New password: {SHORTEST} to {LONGEST} characters of any script, at most {LONGEST_BYTES} "
    "bytes. Common passwords, and passwords that contain the name or the e-mail, are refused."
}
MOST_SENT = 4 * LONGEST
"""The maximum length of a submitted password, in characters; a decomposed one is longer than it counts."""


def is_shipped(tag: str) -> None:
    """Refuse the tag of a language that the service does not have."""
    if tag not in choosable():
        tags = ", ".join(choosable())
        raise ValidationError(gettext("The service does not have this language. It has %(tags)s.", tags=tags))


def _email() -> fields.String:
    return ShortText(LONGEST_EMAIL, EMAIL, required=True)


def _password(metadata: dict[str, Any] | None = None, **kwargs: Any) -> fields.String:
    return ShortText(MOST_SENT, metadata, **kwargs)


class PlayerRequest(Strict):
    """The name of a player."""

    name = PlayerName(
        {
            "description": "Name shown to everybody; it can be changed later. The names of bots and of the "
            "service, and names that look like them, are refused.",
            "example": "Ann",
        }
    )


class SignInRequest(Strict):
    """The credentials of a player."""

    email = _email()
    password = _password(required=True)


class PasswordRequest(Strict):
    """A new e-mail address and password for signing in."""

    email = _email()
    password = _password(NEW_PASSWORD, required=True)
    current = _password(
        {"description": "The current password, required if there is one."}, load_default=None, allow_none=True
    )
    end_grants = fields.Boolean(
        load_default=False,
        metadata={
            "description": "Whether every other lasting grant ends too: tokens of programs, webhooks, links. "
            "With a new e-mail address they end when it is confirmed."
        },
    )


class SignOutForm(Strict):
    """Whether signing out everywhere ends every other lasting grant too."""

    end_grants = fields.Boolean(load_default=False)


class ConfirmRequest(Strict):
    """Proof that the account's owner confirms the e-mail address."""

    password = _password(
        {"description": "The password chosen with the e-mail; required without a session or token."},
        load_default=None,
        allow_none=True,
    )


class ResetRequest(Strict):
    """The e-mail address of the account whose password is to be reset."""

    email = _email()


class NewPasswordRequest(Strict):
    """A new password."""

    password = _password(NEW_PASSWORD, required=True)


class EraseRequest(Strict):
    """Confirms that the account is to be erased."""

    confirm = ShortText(
        names.LONGEST, {"description": "Your current name, spelled exactly, as confirmation."}, required=True
    )


class LanguageRequest(Strict):
    """The language in which the service speaks to you."""

    language = fields.String(
        required=True,
        allow_none=True,
        validate=is_shipped,
        metadata={
            "description": "Tag of a language of the service, such as `en`; null for the browser's.",
            "example": "en",
        },
    )


class PageRequest(Strict):
    """The visibility of your page."""

    page = Word(
        Audience,
        required=True,
        metadata={
            "description": "Audience of your page: `players` are all who are signed in; `nobody` is only you."
        },
    )
