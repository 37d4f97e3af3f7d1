"""The links in an e-mail that do not lead to games; none of them signs anybody in."""

import hmac

from service.application.account_keys import is_player

UNSUBSCRIBE = "/unsubscribe/"
PREFERENCES = "/account/notices"


class UnsubscribeLinks:
    """The tokens that stop a player's e-mails, and allow nothing else; `key` is the server's secret.

    All e-mails to a player contain the same token, so the link in an old e-mail works as well.
    """

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"kingdomino unsubscribe", "sha256")

    def token(self, player: str) -> str:
        """The token of this player: the id, and 128 bits of its HMAC by the server's key, in hexadecimal."""
        return f"{player}.{hmac.digest(self._key, f'email {player}'.encode(), 'sha256').hex()[:32]}"

    def player(self, token: str) -> str | None:
        """The player whose token this is; None if it is not valid."""
        player = token.partition(".")[0]
        if not token.isascii() or not is_player(player):
            return None
        return player if hmac.compare_digest(self.token(player), token) else None
