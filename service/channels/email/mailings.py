"""Whether a player gets e-mails: stopping them by a link, and beginning again after a refusal."""

from dataclasses import dataclass, replace

from service.account_keys import AccountErased
from service.channels.email.links import UnsubscribeLinks
from service.channels.preferences import Preferences
from service.channels.target import EMAIL, Target
from service.channels.targets import Known, Targets

REFUSED = "mail/refused"
"""Why nothing is sent any more: the mail server has said that there is no such mailbox."""
MOST = 1
"""Mailboxes of an account."""


@dataclass(frozen=True, slots=True)
class Mailings:
    """The e-mails of all players. Methods raise `StoreAway`, and may have an `UnknownOutcome`."""

    links: UnsubscribeLinks
    targets: Targets

    def stop(self, token: str) -> bool:
        """Send whose token this is no e-mails any more, which may be repeated; False where it is nobody's."""
        player = self.links.player(token)
        if player is None:
            return False
        try:
            self.targets.prefer(player, _without_emails)
        except AccountErased:
            return False
        return True

    def begin(self, player: str) -> None:
        """Send e-mails from now on, of what happens from now on, also where they were refused before."""
        target = Target(EMAIL, player)
        _, known = self.targets.get(target)
        if known is not None and known.stopped:
            self.targets.remove(target)
        self.targets.add(target, {}, MOST)

    def of(self, player: str) -> Known | None:
        """The target of the player's mailbox; None where e-mails were never asked for."""
        return self.targets.get(Target(EMAIL, player))[1]


def _without_emails(preferences: Preferences) -> Preferences:
    wishes = replace(preferences.channels[EMAIL], on=False)
    return replace(preferences, channels={**preferences.channels, EMAIL: wishes})
