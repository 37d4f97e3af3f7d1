"""The keys of logs, as given on the command line: in themselves, or in a file such as a policy."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.parameters.spoken import WrongValue

if TYPE_CHECKING:
    from replays.transparency.notes import NoteKey
    from replays.transparency.policies import TrustPolicy

LARGEST_FILE = 2**18
LOG_PATH = "/log"
"""The path of the public log at a service."""


class LogKeysParameter(click.ParamType["list[NoteKey]"]):
    """A log's verifier key, or a file of such keys, one on each line, or a policy's file.

    If `offers`, the address of a service is taken too: the key is then the one that the service offers now.
    """

    def __init__(self, *, offers: bool = False) -> None:
        self.name = "KEY|FILE|URL" if offers else "KEY|FILE"
        self._offers = offers

    def convert(
        self, value: "str | list[NoteKey]", param: click.Parameter | None, ctx: click.Context | None
    ) -> "list[NoteKey]":
        """The keys of this text; fails if there is none."""
        from replays.transparency.notes import SignatureType, parse_note_key
        from service.application.i18n.commands.errors import NO_LOG_KEY, in_words

        if not isinstance(value, str):
            return value
        try:
            content = self._content(value)
            keys = [parse_note_key(value)] if content is None else _keys(content)
            if not keys or any(key.type is not SignatureType.ED25519 for key in keys):
                raise ValueError("it has no key of a log")
        except (OSError, ValueError) as error:
            english = f"{value!r} is neither the key of a log nor a file of such keys: {error}"
            raise WrongValue(in_words(english, NO_LOG_KEY.said(value=repr(value))), ctx, param) from error
        return keys

    def _content(self, value: str) -> bytes | None:
        """The content of the file, or what the service at an address offers; None if it is neither."""
        from service.cli.client import ClientError
        from service.cli.transparency.reading import LogReader

        if not (self._offers and value.startswith(("http://", "https://"))):
            return file_content(value)
        try:
            with LogReader(log_place(value)) as reader:
                return reader.policy()
        except ClientError as error:
            raise ValueError(error) from error


class PolicyParameter(click.ParamType["TrustPolicy"]):
    """A file with a policy, of which logs and witnesses count."""

    name = "FILE"

    def convert(
        self, value: "str | TrustPolicy", param: click.Parameter | None, ctx: click.Context | None
    ) -> "TrustPolicy":
        """The policy in this file."""
        from replays.transparency.policies import parse_policy
        from service.application.i18n.commands.errors import NO_POLICY, in_words

        if not isinstance(value, str):
            return value
        try:
            return parse_policy(file_content(value) or b"")
        except (OSError, ValueError) as error:
            english = f"{value!r} is no file of a policy: {error}"
            raise WrongValue(in_words(english, NO_POLICY.said(value=repr(value))), ctx, param) from error


def file_content(name: str) -> bytes | None:
    """The content of a file, at most one byte more than a policy may have; None if there is no such file."""
    try:
        with Path(name).open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except (FileNotFoundError, ValueError):
        return None


def _keys(content: bytes) -> "list[NoteKey]":
    from replays.transparency.notes import parse_note_key
    from replays.transparency.policies import parse_policy

    try:
        return [each.key for each in parse_policy(content).logs]
    except ValueError:
        lines = content.decode().split("\n")
        return [parse_note_key(line.strip()) for line in lines if line.strip() and not line.startswith("#")]


def log_place(url: str) -> str:
    """The address of the log of the service at a URL; the log's own address stays as it is."""
    place = url.rstrip("/")
    return place if place.endswith(LOG_PATH) else f"{place}{LOG_PATH}"
