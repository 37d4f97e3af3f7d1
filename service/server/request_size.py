"""Counts what one request consists of while it is received, and refuses it beyond the limits.

The bytes of a body are limited elsewhere (`MAX_BODY_BYTES`). Here its pieces are counted: each costs as much
to receive as a header, whatever it contains.
"""

from dataclasses import dataclass

from service.application.problem import Problem, http_problem

TARGET_BYTES = 4 * 1024
"""The longest request target: path and query."""
FIELD_BYTES = 8 * 1024
"""The largest single header of a request: name and value."""
HEAD_BYTES = 32 * 1024
"""The largest total size of the headers of a request, its trailer included."""
FIELDS = 100
"""The largest number of headers of a request, its trailer included."""
PARTS = 4096
"""The largest number of pieces of a body: chunks, or segments of the network."""
FRAMING_BYTES = 16 * 1024
"""The bytes by which the framing of a chunked body, such as sizes and extensions, may exceed its data."""


@dataclass(slots=True)
class RequestSize:
    """The counts of one request; each method raises a `Problem` if the request exceeds a limit."""

    fields: int = 0
    head_bytes: int = 0
    parts: int = 0
    data_bytes: int = 0
    framing_bytes: int = 0

    def check_target(self, target: bytes) -> None:
        """Check the target as far as it was received: 414."""
        if len(target) > TARGET_BYTES:
            raise http_problem(414, f"path and query may have {TARGET_BYTES} bytes")

    def add_field(self, name: bytes, value: bytes) -> None:
        """Count a header, or a field of a trailer: 431."""
        self.fields += 1
        size = len(name) + len(value)
        self.head_bytes += size
        if size > FIELD_BYTES:
            raise http_problem(431, f"a header may have {FIELD_BYTES} bytes")
        if self.head_bytes > HEAD_BYTES:
            raise http_problem(431, f"all headers together may have {HEAD_BYTES} bytes")
        if self.fields > FIELDS:
            raise http_problem(431, f"a request may have {FIELDS} headers")

    def add_part(self, data: bytes) -> None:
        """Count a piece of the body: 400 `request/framing`."""
        self.parts += 1
        self.data_bytes += len(data)
        if self.parts > PARTS:
            raise _framing(f"a body may come in {PARTS} pieces: send larger chunks")

    def add_framing(self, size: int) -> None:
        """Count bytes between the pieces of the body: 400 `request/framing`."""
        self.framing_bytes += size
        if self.framing_bytes > self.data_bytes + FRAMING_BYTES:
            raise _framing(
                f"the framing of a body's chunks may have {FRAMING_BYTES} bytes more than its data: "
                "send larger chunks"
            )


def _framing(detail: str) -> Problem:
    return Problem(400, "request/framing", detail)
