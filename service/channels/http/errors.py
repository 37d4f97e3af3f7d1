"""Why a call to an outside address failed."""


class CallFailed(Exception):  # noqa: N818 - the outcome, not a fault
    """The call failed; `code` is stable, and may be stored and shown to the player who named the address."""

    code = "call/failed"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.code)
        self.detail = detail


class NotAllowed(CallFailed):
    """The URL or an address of its host may not be called. It will not be at another time."""

    code = "call/not-allowed"


class UnknownHost(CallFailed):
    """The host's name has no address now, or no name server answered in time."""

    code = "call/unknown-host"


class NotConnected(CallFailed):
    """No connection came about."""

    code = "call/not-connected"


class TlsFailed(CallFailed):
    """The connection could not be encrypted, or the certificate is not valid for the host."""

    code = "call/tls"


class TooSlow(CallFailed):
    """The answer was not complete in time; the other side may have received the request."""

    code = "call/too-slow"


class HostAway(CallFailed):
    """No call was made, because the host did not answer several others just now."""

    code = "call/host-away"


class BrokenAnswer(CallFailed):
    """The connection ended before the answer was complete, or the answer is not HTTP."""

    code = "call/broken-answer"
