"""The refusals of the rules."""

CODES = {
    "rules/version": "the program does not know this version of the rules",
    "rules/players": "a game has 2, 3 or 4 players (R1)",
    "rules/mighty-duel-players": "Mighty Duel is a game for two (R16)",
    "rules/no-limit-mix": "without a limit a kingdom has no middle, no gap and no 7x7 (R17)",
    "rules/meaningless": "a field of the rules means nothing in the chosen game (R14-R21)",
    "game/over": "the game has ended (R7)",
    "turn/not-yours": "another seat is to act (R6)",
    "turn/wrong-action": "the seat is to act, but with another kind of move (R6)",
    "placement/wrong-domino": "the domino to place is the one under the acting king (R6)",
    "placement/occupied": "a half would lie on the castle or on a domino (R8)",
    "placement/too-large": "the kingdom would exceed its limit, 5x5 or 7x7 squares (R9, R16)",
    "placement/no-match": "no half touches the castle or its own terrain (R8)",
    "discard/wrong-domino": "the domino to discard is the one under the acting king (R6)",
    "discard/placeable": "a legal placement exists, so one must be made (R10)",
    "choice/pair": "two players in Origins choose positions 1 and 4, or 2 and 3, of the first line (R21)",
    "choice/single": "pairs are chosen by two players in Origins only, from the first line (R21)",
    "fire/square": "the volcano's fire cannot go there (R23)",
    "totem/choice": "a lost totem goes to one of those who tie for most of its resource (R27)",
    "recruit/source": "there is no tile to be had there, or too few different resources for it (R29)",
    "recruit/payment": "a caveman costs 2 different resources, or 4 from the stack (R29)",
    "caveman/not-there": "there is no such caveman where it was paid for (R29)",
    "caveman/square": "a caveman cannot go there (R29)",
    "choice/not-offered": "the domino is not in the line to choose from (R6)",
    "choice/taken": "another king stands on the domino (R6)",
}
"""Every code of a refusal by the rules, with its meaning. Codes are stable: programs depend on them."""


class RuleViolation(Exception):  # noqa: N818 - the field's word; it is a verdict, not a fault
    """A command that the rules refuse: a stable `code` of `CODES` and a sentence for the player."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text

    def __str__(self) -> str:
        return f"{self.code}: {self.text}"
