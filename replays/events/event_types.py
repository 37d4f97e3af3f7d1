"""The registry of event types: one declaration each, used by the codec, the documentation and the views.

A module declares its types beside their classes:

    @EVENT_TYPES.declare("SeatAway", {"policy": TEXT}, causes=(TIMEOUT,))
    @dataclass(frozen=True, slots=True)
    class SeatAway: ...
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypeVar

from replays.encoding.forms import SEAT, Form, record

T = TypeVar("T")

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]

Maker = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass(frozen=True, slots=True)
class EventType:
    """A type of event, and its stored form.

    `name` is part of the log and never changes. `data` has the form of each member of the data, `causes` the
    possible values of `cause`. `upcasters` convert each older version of the data into the next one. `make`
    wraps the class if its arguments are not the members of the data.

    An event whose class has `seat` belongs to a seat, which is in the envelope instead of the data.
    """

    name: str
    cls: type
    data: Mapping[str, Form[Any]]
    causes: tuple[str, ...]
    upcasters: tuple[Upcaster, ...] = ()
    make: Maker | None = None
    schema: int = field(init=False)
    """The current version of the data; a stored event keeps its version."""
    seated: bool = field(init=False)
    """True if the event belongs to a seat."""
    form: Form[Any] = field(init=False, repr=False, compare=False)
    """The form of the data, with the seat if the event has one."""

    def __post_init__(self) -> None:
        put = partial(object.__setattr__, self)
        put("schema", len(self.upcasters) + 1)
        put("seated", any(member.name == "seat" for member in fields(self.cls)))
        seat = {"seat": SEAT} if self.seated else {}
        put("form", record(self.make(self.cls) if self.make else self.cls, {**self.data, **seat}))


class EventTypes(dict[str, EventType]):
    """The known types by their stored names, as declared in order; `of_class` has them by their classes."""

    def __init__(self) -> None:
        super().__init__()
        self.of_class: dict[type, EventType] = {}

    def declare(
        self,
        name: str,
        data: Mapping[str, Form[Any]],
        *,
        causes: tuple[str, ...],
        upcasters: tuple[Upcaster, ...] = (),
        make: Maker | None = None,
    ) -> Callable[[type[T]], type[T]]:
        """Declare the class as a type of event; the arguments are members of `EventType`."""

        def declared(cls: type[T]) -> type[T]:
            self._add(EventType(name, cls, data, causes, upcasters, make))
            return cls

        return declared

    @contextmanager
    def registered(self, event_type: EventType) -> Iterator[EventType]:
        """Register this type until the end of the block; it replaces one of the same name or class."""
        before = self.copy(), self.of_class.copy()
        self.pop(event_type.name, None)
        self.of_class.pop(event_type.cls, None)
        self._add(event_type)
        try:
            yield event_type
        finally:
            self.clear()
            self.update(before[0])
            self.of_class = before[1]

    def _add(self, event_type: EventType) -> None:
        if event_type.name in self or event_type.cls in self.of_class:
            raise ValueError(f"{event_type.name} is declared twice")
        self[event_type.name] = self.of_class[event_type.cls] = event_type


EVENT_TYPES = EventTypes()
"""All types of events that a log may contain; complete as soon as `codec` is imported."""
