"""What the relay and the worker are told by their environment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from replays.mail.server import MailServer
from replays.runtime.settings import CommonSettings


@dataclass(frozen=True, slots=True)
class WorkerSettings(CommonSettings):
    """The settings of the relay and the worker: those that every process has, and the mail server, if any."""

    mail: MailServer | None = field(default=None, repr=False)

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> Self:
        """The settings that an environment gives, or a `SettingError`."""
        common = CommonSettings.from_environ(environ)
        shared = {each.name: getattr(common, each.name) for each in fields(common)}
        return cls(**shared, mail=MailServer.from_environ(environ))
