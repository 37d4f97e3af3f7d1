"""What the relay and the worker are told by their environment."""

from dataclasses import dataclass

from replays.settings import CommonSettings


@dataclass(frozen=True, slots=True)
class WorkerSettings(CommonSettings):
    """The settings of the relay and the worker: those that every process has, and none besides."""
