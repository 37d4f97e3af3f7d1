"""The channels that an installation offers, by its settings."""

from replays.runtime.settings.settings import Settings
from service.channels.target import EMAIL


def offered(settings: Settings) -> tuple[str, ...]:
    """The names of the channels that these settings allow; pages and API speak of no others."""
    return (EMAIL,) if settings.mail else ()
