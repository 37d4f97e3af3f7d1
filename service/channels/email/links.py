"""The links in an e-mail that are not to games; none of them signs anybody in."""

import hmac

from service.account_keys import is_player

UNSUBSCRIBE = "/unsubscribe/"
PREFERENCES = "/account/notices"


class UnsubscribeLinks:
    """The tokens by which a player's e-mails are stopped, and nothing else; `key` is the server's secret.

    A token is the same for all e-mails of a player: one that is found in an old e-mail works as well.
    """

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"kingdomino unsubscribe", "sha256")

    def token(self, player: str) -> str:
        """The token of this player: the id, and 128 bits that follow from it for the server alone."""
        return f"{player}.{hmac.digest(self._key, f'email {player}'.encode(), 'sha256').hex()[:32]}"

    def player(self, token: str) -> str | None:
        """Whose token this is, None where it is nobody's."""
        player = token.partition(".")[0]
        if not token.isascii() or not is_player(player):
            return None
        return player if hmac.compare_digest(self.token(player), token) else None
