"""What a monitor has seen, in words for people and as JSON for programs."""

from collections.abc import Iterator
from typing import Any

from replays.transparency.checkpoints import SignedCheckpoint
from service.application.i18n.commands import log as words
from service.application.i18n.commands.errors import in_words
from service.application.i18n.commands.terminal import digits
from service.cli.monitoring.memory import COUNTS, MonitorMemory, SeenWrong
from service.cli.terminal.clean import clean
from service.cli.terminal.times import utc

MOST_TOLD = 20
"""The most wrongs in the text; the JSON has all of them."""


def document(place: str, memory: MonitorMemory, unread: str | None) -> dict[str, Any]:
    """The state as JSON; `unread` says why something could not be read this time."""
    last = memory.checkpoint()
    return {
        "log": place,
        "origin": last.checkpoint.origin if last else None,
        "size": last.checkpoint.size if last else None,
        "read": memory.frontier().size,
        "counts": {name: memory.count(name) for name in COUNTS},
        "unread": unread,
        "wrong": [wrong._asdict() for wrong in memory.wrongs()],
    }


def told(place: str, memory: MonitorMemory, unread: str | None) -> Iterator[str]:
    """The lines of the state: what was read and counted, what could not be read, and what is wrong."""
    counts = {name: digits(memory.count(name)) for name in COUNTS}
    yield f"{clean(place)}: {_read(memory.checkpoint(), memory.frontier().size)}"
    yield f"  {words.TABLES.said(**counts)}"
    yield f"  {words.COMPARED.said(**counts)}"
    yield f"  {words.CALLED_OFF.said(**counts)}"
    yield f"  {words.KEYS.said(**counts)}"
    if unread:
        yield f"  {clean(in_words(unread, words.UNREAD))}"
    yield from _wrongs(memory.wrongs())


def _read(last: SignedCheckpoint | None, read: int) -> str:
    if last is None:
        return str(words.NOT_READ_YET)
    size, origin = last.checkpoint.size, clean(last.checkpoint.origin)
    return words.READ.said(read=digits(read), size=digits(size), origin=origin)


def _wrongs(wrongs: list[SeenWrong]) -> Iterator[str]:
    if not wrongs:
        yield str(words.NOTHING_WRONG)
        return
    yield words.WRONG.said(count=digits(len(wrongs)))
    for wrong in wrongs[:MOST_TOLD]:
        text = clean(words.wrong_text(wrong.code, wrong.subject, wrong.text))
        since = digits(utc(wrong.since))
        yield f"  {words.WRONG_SINCE.said(moment=since, code=wrong.code, text=text)}"
    if len(wrongs) > MOST_TOLD:
        yield f"  {words.MORE.told(count=len(wrongs) - MOST_TOLD)}"
