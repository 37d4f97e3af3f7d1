"""What a transcript is refused with: a syntax error, or a game that cannot have been played."""

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
"""Every code of an `IllegalTurn` beside those of `violations.CODES`, and what it means."""


class TranscriptError(ValueError):
    """Text that is no transcript: the line, from 1, and what was found there and what would be right."""

    def __init__(self, line: int, text: str) -> None:
        super().__init__(line, text)
        self.line = line
        self.text = text

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


class IllegalTurn(Exception):  # noqa: N818 - a verdict like `RuleViolation`
    """A transcript of a game that cannot have been played.

    `line` counts from 1; `turn` is the turn's number, None outside the turns; `code` is one of
    `violations.CODES` or of `CODES`.
    """

    def __init__(self, line: int, turn: int | None, code: str, text: str) -> None:
        super().__init__(line, turn, code, text)
        self.line = line
        self.turn = turn
        self.code = code
        self.text = text

    def __str__(self) -> str:
        turn = "" if self.turn is None else f", turn {self.turn}"
        return f"line {self.line}{turn}: {self.code}: {self.text}"
