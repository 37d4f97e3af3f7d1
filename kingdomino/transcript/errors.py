"""The refusals of a transcript: a syntax error, or a game that cannot have been played."""

CODES = {
    "draw/missing": "something has to be drawn before this line, or before the text may end",
    "draw/unexpected": "this draw is not due: another draw is due, a seat is to act, or the game has ended",
    "draw/impossible": "this cannot have been drawn",
    "transcript/form": "the game is legal, but the text is not its one valid form",
    "seat/left": "the seat had already been left",
    "seat/not-left": "nobody has left the seat",
    "result/unfinished": "a game that has not ended has no result",
    "result/missing": "a game that has ended has a result",
    "result/wrong": "the points differ from the counted ones",
}
"""Every code of an `IllegalTurn` that is not in `violations.CODES`, with its meaning."""


class TranscriptError(ValueError):
    """Text that is no transcript: line and column, from 1, what was found there, and what is valid."""

    def __init__(self, line: int, column: int, text: str) -> None:
        super().__init__(line, column, text)
        self.line = line
        self.column = column
        self.text = text

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


class IllegalTurn(Exception):  # noqa: N818 - a verdict like `RuleViolation`
    """A transcript of a game that cannot have been played.

    `line` and `column` count from 1. `turn` is the number of the turn, or None outside the turns. `code` is
    one of `violations.CODES` or of `CODES`.
    """

    def __init__(self, line: int, column: int, turn: int | None, code: str, text: str) -> None:
        super().__init__(line, column, turn, code, text)
        self.line = line
        self.column = column
        self.turn = turn
        self.code = code
        self.text = text

    def __str__(self) -> str:
        turn = "" if self.turn is None else f", turn {self.turn}"
        return f"line {self.line}, column {self.column}{turn}: {self.code}: {self.text}"


def column_of(line: str, word: int) -> int:
    """The column, from 1, of the word with this index in a line; one space separates words.

    >>> column_of("1. 0 >22", 2)
    6
    """
    return 1 + sum(len(each) + 1 for each in line.split(" ")[:word])


def first_difference(found: str, right: str) -> int:
    """The first column, from 1, in which two different lines differ.

    >>> first_difference("1. 0 >22", "1. 1 >22"), first_difference("end", "end ")
    (4, 4)
    """
    pairs = enumerate(zip(found, right, strict=False), start=1)
    return next((column for column, (one, other) in pairs if one != other), min(len(found), len(right)) + 1)
