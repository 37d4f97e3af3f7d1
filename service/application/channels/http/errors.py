"""The reasons for which a call to an outside address fails, each with a stable code."""


class CallFailed(Exception):  # noqa: N818 - the outcome, not a fault
    """The call failed; `code` is stable, and may be stored and shown to the player who named the address."""

    code = "call/failed"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail or self.code)
        self.detail = detail


class NotAllowed(CallFailed):
    """The URL or an address of its host may not be called; a retry does not help."""

    code = "call/not-allowed"


class UnknownHost(CallFailed):
    """The host name has no address now, or no name server responded in time."""

    code = "call/unknown-host"


class NotConnected(CallFailed):
    """No address of the host accepted a connection."""

    code = "call/not-connected"


class TlsFailed(CallFailed):
    """The TLS handshake failed, or the certificate is not valid for the host."""

    code = "call/tls"


class TooSlow(CallFailed):
    """The response was not complete in time; the receiver may have got the request."""

    code = "call/too-slow"


class HostAway(CallFailed):
    """No call was made: the host's circuit breaker is open, after several calls without a response."""

    code = "call/host-away"


class BrokenAnswer(CallFailed):
    """The connection ended before the response was complete, or the response is not HTTP."""

    code = "call/broken-answer"
