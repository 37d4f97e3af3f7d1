"""The position of the viewer in a recording, and the effect of each key."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Self


class Key(Enum):
    """A key that is not a character."""

    LEFT = "left"
    RIGHT = "right"
    UP = "up"
    DOWN = "down"
    HOME = "home"
    END = "end"
    ENTER = "enter"
    BACKSPACE = "backspace"
    ESCAPE = "escape"
    RESIZED = "resized"
    """Not a key: the terminal's size has changed."""


@dataclass(frozen=True, slots=True)
class RecordingViewer:
    """A position in a recording: an index into its steps; `rounds[i]` is the round after step i.

    `typed` is the version being typed, else None; `done` is True once the user has quit.
    """

    rounds: tuple[int, ...]
    position: int = 0
    typed: str | None = None
    done: bool = False

    @property
    def last(self) -> int:
        """The index of the last step."""
        return len(self.rounds) - 1

    def press(self, key: Key | str) -> Self:
        """The viewer after a key; unknown keys change nothing."""
        if key is Key.RESIZED:
            return self
        if key == ":":
            return replace(self, typed="")
        if isinstance(key, str) and key in "0123456789":
            return replace(self, typed=(self.typed or "") + key)
        if self.typed is not None:
            return self._typing(key)
        if key in {"q", "Q"}:
            return replace(self, done=True)
        return self._at(self._target(key))

    def _typing(self, key: Key | str) -> Self:
        """The viewer after a key other than a digit, while a version is being typed."""
        typed = self.typed or ""
        if key is Key.BACKSPACE:
            return replace(self, typed=typed[:-1] or None)
        left = replace(self, typed=None)
        if key is Key.ENTER:
            return left._at(int(typed[:9]) - 1) if typed else left  # noqa: SLF001 - the same class
        return left if key is Key.ESCAPE else left.press(key)

    def _target(self, key: Key | str) -> int:
        """The target index of a key, possibly out of range."""
        target = self.position
        match key:
            case Key.RIGHT | "n" | " ":
                target += 1
            case Key.LEFT | "p" | Key.BACKSPACE:
                target -= 1
            case Key.HOME | "g":
                target = 0
            case Key.END | "G":
                target = self.last
            case Key.DOWN:
                target = self._next_round()
            case Key.UP:
                target = self._round_before()
        return target

    def _next_round(self) -> int:
        """The first step of the next round, else the last step."""
        here = self.rounds[self.position]
        later = (i for i in range(self.position, self.last) if self.rounds[i] > here)
        return next(later, self.last)

    def _round_before(self) -> int:
        """The first step of this round, or of the previous round if the viewer is already there."""
        before = self.rounds[max(0, self.position - 1)]
        return self.rounds.index(before)

    def _at(self, position: int) -> Self:
        return replace(self, position=min(max(0, position), self.last))
