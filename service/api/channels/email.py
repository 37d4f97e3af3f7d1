"""The signed-in player's e-mails about games: their address, and resuming them after a refusal."""

from typing import Any

from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.application.accounts.access.scopes import Scope
from service.application.channels.email.mailings import begin_mailing, mailing_of
from service.http.endpoints import WHILE_FULL
from service.services import services
from service.shared.channels.channel_schemas import MailingAnswer

blueprint = private_blueprint("my emails", "E-mails about your games.")


@blueprint.route("/me/notices/email", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.response(200, MailingAnswer)
@blueprint.doc(responses=errors(401, 503))
def show(player: str) -> dict[str, Any]:
    """The address for e-mails about your games. `/me/notices/preferences` has their kinds and times.

    `stopped` is `mail/refused` after the mail server reported that the mailbox does not exist; no e-mails are
    sent then until you request them again or confirm an address.
    """
    return mailing_of(services().mailings, services().sessions, player)._asdict()


@blueprint.route("/me/notices/email", methods=["PUT"], weight=1, works=WHILE_FULL)
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, MailingAnswer)
@blueprint.doc(responses=errors(401, 409, 503))
def begin(player: str) -> dict[str, Any]:
    """Send e-mails about future events to your confirmed address, even after a refusal.

    Without a confirmed address this is 409 `email/missing`; if the service sends no e-mail, 503
    `mail/not-configured`.
    """
    return begin_mailing(services().mailings, services().sessions, player)._asdict()
