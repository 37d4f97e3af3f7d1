"""The channels that an installation offers, according to its settings."""

from replays.runtime.settings.settings import Settings
from service.application.channels.target import EMAIL, PUSH, WEBHOOK


def offered(settings: Settings) -> tuple[str, ...]:
    """The names of the channels that these settings allow; pages and API mention no others."""
    offers = {EMAIL: settings.mail, PUSH: settings.public_url, WEBHOOK: True}
    return tuple(name for name, needed in offers.items() if needed)
