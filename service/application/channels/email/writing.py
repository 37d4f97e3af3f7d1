"""Writes e-mails: text, HTML, the picture of a table, and the headers by which mail programs sort."""

from collections.abc import Sequence
from dataclasses import dataclass
from email.message import EmailMessage

from replays.runtime.settings.mail_server import MailServer
from service.application.channels.channel import NoticeMessage
from service.application.channels.email.board import Picture
from service.application.channels.email.content import Content
from service.application.channels.email.links import PREFERENCES, UNSUBSCRIBE, UnsubscribeLinks
from service.application.i18n.speaking import present
from service.application.mail.kinds import mail_templates
from service.application.mail.messages import domain, message_id, new_message

LIST = "notices"
"""The first label of the `List-Id` (RFC 2919)."""
PICTURE = "board"
"""The name of the picture in the message."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """The receiver of an e-mail, as player and address, and the message that it carries."""

    player: str
    to: str
    message: NoticeMessage


class Writer:
    """Writes e-mails for this mail server."""

    def __init__(self, server: MailServer, links: UnsubscribeLinks) -> None:
        self._server = server
        self._links = links
        self._templates = mail_templates()

    def write(self, envelope: Envelope, content: Content, picture: Picture | None) -> EmailMessage:
        """The e-mail of a message; on a retry only what has changed at its tables is different.

        An e-mail about one table belongs to a thread, whose root is an id that follows from the table.
        """
        cid = f"{PICTURE}@{domain(self._server)}"
        sent, stop = envelope.message, self._url(UNSUBSCRIBE + self._links.token(envelope.player))
        email = new_message(self._server, envelope.to, content.subject, sent.id, sent.notices[-1].notice.at)
        self._thread(email, [each.notice.table for each in sent.notices])
        email["List-Id"] = f"Kingdomino <{LIST}.{domain(self._server)}>"
        email["List-Unsubscribe"] = f"<{stop}>"
        email["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        values = {
            "content": content,
            "url": self._url,
            "stop": stop,
            "preferences": self._url(PREFERENCES),
            "language": present().tag,
            "direction": present().locale.text_direction,
            "picture": picture,
            "cid": cid,
        }
        email.set_content(self._templates.get_template("notices.txt").render(values))
        html = self._templates.get_template("notices.html").render(values)
        _add_page(email, html, picture, f"<{cid}>")
        email["Content-Language"] = present().tag  # last, as setting the content drops such headers
        return email

    def _url(self, path: str) -> str:
        return f"{self._server.public_url}{path}"

    def _thread(self, email: EmailMessage, tables: Sequence[str]) -> None:
        if len(set(tables)) == 1:
            root = message_id(self._server, f"table-{tables[0]}")
            email["In-Reply-To"] = root
            email["References"] = root


def _add_page(email: EmailMessage, html: str, picture: Picture | None, cid: str) -> None:
    """Add the HTML as an alternative to the text, and to the HTML the picture that it refers to."""
    email.add_alternative(html, subtype="html")
    if picture is not None:
        _text, page = email.iter_parts()
        assert isinstance(page, EmailMessage)  # noqa: S101 - the HTML part that was just added
        page.add_related(
            picture.png, "image", "png", cid=cid, filename=f"{PICTURE}.png", disposition="inline"
        )
