"""The e-mails of the signed-in player: where they go, and sending them again after a refusal."""

from typing import Any

from service.accounts.access.scopes import Scope
from service.api.shared.blueprints import private_blueprint
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.shared.channels.channel_schemas import MailingAnswer
from service.shared.channels.mailings import begin_mailing, mailing_of

blueprint = private_blueprint("my emails", "Where e-mails about your games go.")


@blueprint.route("/me/notices/email", methods=["GET"])
@signed_in(Scope.READ)
@blueprint.response(200, MailingAnswer)
@blueprint.doc(responses=errors(401, 503))
def show(player: str) -> dict[str, Any]:
    """Where e-mails about your games go. `/me/notices/preferences` says which ones you want, and when.

    `stopped` is `mail/refused` after the mail server said that there is no such mailbox; nothing is sent then
    until you ask for it, or confirm an address.
    """
    return mailing_of(player)._asdict()


@blueprint.route("/me/notices/email", methods=["PUT"])
@signed_in(Scope.ACCOUNT)
@blueprint.response(200, MailingAnswer)
@blueprint.doc(responses=errors(401, 409, 503))
def begin(player: str) -> dict[str, Any]:
    """Have e-mails sent to your confirmed address, of what happens from now on, also after a refusal.

    Without a confirmed address this is 409 `email/missing`; where the service sends no e-mail, 503
    `mail/not-configured`.
    """
    return begin_mailing(player)._asdict()
