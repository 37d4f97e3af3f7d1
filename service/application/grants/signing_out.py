"""Ends sessions and tokens, and the push messages of browsers with them."""

from dataclasses import dataclass

from service.application.accounts.access.actors import Actor
from service.application.accounts.access.audit import AccountAuditEntry, Audit, Deed
from service.application.accounts.sessions import Sessions
from service.application.accounts.tokens import Access, Tokens
from service.application.channels.push.subscriptions import Subscriptions


@dataclass(frozen=True, slots=True)
class SigningOut:
    """Ends sessions and tokens; raises `LastToken` if nobody could sign in again."""

    sessions: Sessions
    tokens: Tokens
    browsers: Subscriptions
    audit: Audit

    def here(self, access: Access, by: Actor) -> None:
        """End this session and its push messages."""
        self.sessions.sign_out(access, by)
        self.browsers.end_session(access.player, access.token, by)

    def revoke(self, player: str, token: str, by: Actor) -> None:
        """Revoke a token and end its push messages; raises `UnknownToken`."""
        self.tokens.revoke(player, token, by)
        self.browsers.end_session(player, token, by)

    def everywhere(self, access: Access, by: Actor, now: int, *, here: bool, end_grants: bool) -> None:
        """End all sessions and their push messages, including the current session if `here`.

        With `end_grants` it ends all lasting grants, otherwise tokens of programs stay valid.
        """
        if end_grants:
            with self.browsers.releasing(access.player):
                self.sessions.end_all(access, by, here=here)
            return
        sessions = [token.id for token in self.tokens.of(access.player) if token.session]
        self.tokens.end_sessions(access.player, None if here else access, by)
        deed = Deed.SIGNED_OUT_EVERYWHERE if here else Deed.SIGNED_OUT_ELSEWHERE
        self.audit.note(access.player, AccountAuditEntry(now, deed.value, access.token, by.address))
        for session in sessions:
            if here or session != access.token:
                self.browsers.end_session(access.player, session, by)
