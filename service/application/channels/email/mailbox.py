"""The channel `email`: sends messages to the mailbox of a player, by the mail server of the settings."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from service.application.accounts.credentials.credentials import CredentialsStore
from service.application.channels.channel import Gone, Later, NoticeMessage, Outcome, Sent, Stopped
from service.application.channels.email.board import Picture, picture_of
from service.application.channels.email.content import Content, EmailContext, Story, content, tables
from service.application.channels.email.mailings import REFUSED
from service.application.channels.email.receipts import Receipts
from service.application.channels.email.writing import Envelope, Writer
from service.application.channels.targets import Known
from service.application.mail.kinds import plain
from service.application.mail.postman import Send
from service.application.mail.refusals import refuses_receiver
from service.application.notices.inboxes.reading import Names

MOST_WITH_PICTURES = 100
"""While more e-mails than this are due, they have no pictures: each takes 0.3 seconds of CPU time."""
UNAVAILABLE = "mail/unavailable"

log = logging.getLogger(__name__)


def plain_names(names: Names) -> Names:
    """The same names, changed so that none can be mistaken for a part of an e-mail or for an address."""

    def named(players: Iterable[str]) -> Mapping[str, str | None]:
        return {player: name and plain(name) for player, name in names(players).items()}

    return named


@dataclass(frozen=True, slots=True)
class Mailboxes:
    """The channel `email`. `names` returns plain names, `png` draws an SVG, `due` counts the due e-mails."""

    credentials: CredentialsStore
    writer: Writer
    hand_over: Send
    names: Names
    story: Story
    receipts: Receipts
    png: Callable[[str], bytes]
    due: Callable[[], int]

    def send(self, known: Known, message: NoticeMessage) -> Outcome:
        """Send a message to the player's present address, at least once; retries have the same id."""
        player = known.target.player
        to = self.credentials.of(player).email
        if to is None:
            return Gone()
        shown = tables(message.notices)
        people = {sitter.player for table in shown for sitter in table.sitters if sitter.bot is None}
        names, busy = self.names(people), self.due() > MOST_WITH_PICTURES
        telling = EmailContext(names, message.timezone, self.story, self.receipts.of)
        words = content(player, message.notices, telling)
        picture = picture_of(shown[0], names, self.png) if len(shown) == 1 and not busy else None
        return self._handed_over(Envelope(player, to, message), words, picture)

    def _handed_over(self, envelope: Envelope, words: Content, picture: Picture | None) -> Outcome:
        email = self.writer.write(envelope, words, picture)
        try:
            self.hand_over(email)
        except OSError as fault:
            log.warning(
                "the mail server does not take an e-mail for player %s: %s",
                envelope.player,
                type(fault).__name__,
            )
            return Stopped(REFUSED) if refuses_receiver(fault) else Later(UNAVAILABLE)
        return Sent()
