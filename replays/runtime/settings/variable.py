"""An environment variable: its name, its kind of value, and how it is read."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Generic, TypeVar

from replays.runtime.settings.errors import ConfigurationError, SettingError, Unusable
from replays.runtime.settings.kinds import TEXT, ValueKind

T = TypeVar("T")

VARIABLE = "variable"
"""The key of the variable in the metadata of a settings field."""


class Section(Enum):
    """The sections of the two generated texts; the values are headings in .env.example."""

    KEYS = "keys: required; a different output of `openssl rand -hex 32` for each"
    PASSWORDS = "passwords of the two stores: required; letters and digits only"
    ADDRESS = "the address"
    STORES = "the stores"
    MAIL = "e-mail: without a mail server nobody can sign in by e-mail"
    SIZE = "size"
    ARCHIVE = "the archive of finished games"
    LOG = "the public log of heads"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable(Generic[T]):
    """An environment variable.

    An empty value counts as absent, and `default` is used; if that is empty too, there is no value.
    `meaning` is Markdown for docs/operate; a relative link in it is in parentheses. `usually` says there what
    is used for an absent value, if that is not the default. A secret may also be in a file that
    `<name>_FILE` names.

    `in_docs` and `in_example` say which of the two texts has the variable. `example` is the value in
    .env.example if it differs from the default; None if an operator must give a value.
    """

    name: str
    section: Section
    meaning: str
    kind: ValueKind[T]
    default: str = ""
    usually: str = ""
    is_secret: bool = False
    in_docs: bool = True
    in_example: bool = True
    example: str | None = ""

    def read(self, environ: Mapping[str, str]) -> T | None:
        """The value in this environment, or None; raises `SettingError` for an invalid one."""
        text = self._text(environ) or self.default
        if not text:
            return None
        try:
            return self.kind.read(text)
        except Unusable as unusable:
            raise SettingError(self.name, unusable.shown, unusable.right or self.kind.right) from None

    def refusal(self, text: str) -> SettingError:
        """The error for a text that another setting makes invalid."""
        return SettingError(self.name, repr(text), self.kind.right)

    @property
    def names(self) -> tuple[str, ...]:
        """All names under which the variable is read, including those of files."""
        return (self.name, f"{self.name}_FILE") if self.is_secret else (self.name,)

    def _text(self, environ: Mapping[str, str]) -> str:
        """The text under the name, or in the file that is named."""
        text = environ.get(self.name, "").strip()
        path = environ.get(f"{self.name}_FILE", "").strip() if self.is_secret else ""
        if not path:
            return text
        if text:
            raise ConfigurationError(f"{self.name} and {self.name}_FILE are both set: give one of them")
        try:
            text = self.kind.text_of(Path(path).read_bytes()).strip()
        except (OSError, ValueError) as error:
            right = f"a file that this user can read, with {self.kind.right} ({type(error).__name__})"
            raise SettingError(f"{self.name}_FILE", repr(path), right) from None
        if not text:
            raise SettingError(
                f"{self.name}_FILE", f"{path!r}, which is empty", f"a file with {self.kind.right}"
            )
        return text


def optional(name: str, section: Section, kind: ValueKind[T], meaning: str, **more: Any) -> T | None:
    """A settings field with the value of a variable, None if that is absent; `more` as in `Variable`."""
    variable = Variable(name=name, section=section, kind=kind, meaning=meaning, **more)
    made: Any = field(
        default_factory=lambda: variable.read({}),
        metadata={VARIABLE: variable},
        repr=not variable.is_secret,
    )
    return made  # type: ignore[no-any-return]  # as the standard library declares `field`


def setting(name: str, section: Section, kind: ValueKind[T], meaning: str, *, default: str, **more: Any) -> T:
    """A settings field with the value of a variable, or its default."""
    made: Any = optional(name, section, kind, meaning, default=default, **more)
    return made  # type: ignore[no-any-return]


def compose_only(name: str, section: Section, meaning: str, example: str | None = "") -> Variable[str]:
    """A variable that compose.yaml, its proxy or a library reads, but not this program."""
    return Variable(name=name, section=section, meaning=meaning, kind=TEXT, example=example, in_docs=False)
