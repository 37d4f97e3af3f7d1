"""What stands in a placeholder, for translators: `make words` writes it beside each message that has one.

Values come as they are: a translation may need to know whether it is a name, a number or a sentence.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import IO, Any

from babel.messages.extract import extract_python
from jinja2.ext import babel_extract

PLACEHOLDER = re.compile(r"%\((\w+)\)[sd]|\{(\w+)\}")

_NAMES = """
bot browser cavemen chooser code column count date day deepest domino dominoes done email events
fires fish flint format game games high hour id length level limit line link longest low
mammoth minutes moment ms mushroom name names num number others place places player players
points rating resource round rounds schema seat seats shortest shuffles size square squares
steps system table tags terrain time title total unfounded until upheld used variant version
versions x y zone
"""
CLEAR = frozenset(_NAMES.split())
"""The placeholders whose names say what stands there."""

MEANINGS: Mapping[str, str] = {
    "address": "a web address",
    "after": "a product of two numbers",
    "all": "a number",
    "asked": "a number, the version that was asked for",
    "at": "a date and time",
    "audit.first": "a date and time, or a hash",
    "audit.last": "a date and time, or a number",
    "audit.name": "the name of a file, or a number of seats or events in words",
    "audit.text": "a whole sentence",
    "audit.what": "the name of a file or of a part of the record",
    "away": "a distance in time, such as “in 3 hours”",
    "before": "a number, or a product of two numbers",
    "best": "a number of points, or a domino",
    "bound": "a number",
    "by": "the name of a player",
    "called_off": "a number",
    "change": "a percentage with its sign, such as +12 %",
    "choices": "values, as they are sent",
    "command": "a command, to be typed as it is",
    "compared": "a number",
    "cost": "a number of points",
    "digest": "a hash",
    "drawn": "a number of games",
    "due": "one or several values, such as dominoes",
    "ended": "a number",
    "entrants": "a number",
    "error": "a number of points",
    "explained.own": "a number of points",
    "family": "the name of a game, such as Kingdomino or Origins",
    "field": "the name of a field of the form",
    "first": "a square, such as “column 1, row 2”",
    "from": "a date, a time, or a number",
    "gain": "a number of points with its sign, such as +6, or the same in words",
    "gone": "the name of the player who left",
    "grade": "the grade of a move, such as “slip”",
    "had": "a hash",
    "halves": "the two halves of a domino, such as “lake; forest, 1 crown”",
    "helped": "the name of a player",
    "help.choices": "a value, as it is typed, or what stands for one",
    "hidden": "a number",
    "kept": "a number",
    "key": "a key in hexadecimal digits",
    "keys": "a number",
    "kind": "what it is, such as “A comment” or “Swiss”",
    "kings": "numbers of seats",
    "known": "one or several seats, such as “Seats 0, 2”",
    "land": "a kind of land, such as “lake”",
    "large": "a number",
    "last": "a number",
    "least": "a number",
    "left": "a number, or a time",
    "less": "a number",
    "loss": "a number of points",
    "lost": "a number of games",
    "made": "a domino",
    "max": "a number",
    "meaning": "a whole sentence",
    "members": "a number, or names of files",
    "min": "a number",
    "missing": "the type of an event",
    "more": "a number of points with its sign",
    "most": "a number",
    "move": "a move in words, such as “discard 12”",
    "now": "a date and time",
    "numbers": "numbers of games",
    "opened": "a number",
    "origin": "the name of a log, as a web address",
    "own": "a number of points",
    "path": "the name of a file or folder",
    "plan": "whole sentences",
    "progress": "a whole sentence",
    "question": "a whole question",
    "read": "a number",
    "reason": "a whole sentence, or a few words after a colon",
    "reasons": "what brought points: terrains and products of two numbers",
    "revocations": "a number",
    "rules": "the rules, in a few words",
    "said": "a place on the board in words, or a heading",
    "scopes": "names of rights, in English",
    "second": "a square, such as “column 1, row 2”",
    "seen": "a hash",
    "sent": "one or several seats, such as “Seats 0, 2”, or a number in hexadecimal digits",
    "shown": "a number",
    "signs": "a number of crowns or fires",
    "silent": "one or several seats, such as “Seats 1, 3”",
    "small": "a number",
    "started": "a number",
    "status": "a number, the status of HTTP",
    "stored": "a number in hexadecimal digits, or “none”",
    "subject": "a key, a game and perhaps its event, or two sizes of the log",
    "tables": "a size of tables, such as “tables of three”",
    "taken": "one or several dominoes",
    "telling.told": "a number",
    "text": "a whole sentence without its full stop",
    "tile": "what is missing: a caveman or a domino",
    "to": "the name of a player, a date, a time, or a number",
    "token": "the token of an account",
    "told": "a number",
    "turn": "a sentence such as “It is your turn”, or a number",
    "turns": "a number",
    "type": "the type of an event, or of a file, in English",
    "value": "what was sent",
    "waiting": "a number",
    "what": "a thing of the game, such as “fish”, “hunter” or a bonus",
    "why": "a whole sentence, or a few words after a colon",
    "win": "a percentage",
    "wish": "one or several dominoes, the best first",
    "won": "a number of games",
    "words": "the grade of a move in words",
    "wrong": "the name of a member, in English",
}
"""What stands in the other placeholders, by name, or by module and name where it is something else there."""

Extract = Callable[..., Iterator[tuple[int, Any, Any, Any]]]


def meaning(name: str, module: str) -> str | None:
    """What stands in this placeholder, if its name does not say it."""
    return MEANINGS.get(f"{module}.{name}", MEANINGS.get(name))


def _comments(texts: Iterable[str | None], module: str) -> Iterator[str]:
    names = dict.fromkeys(map("".join, PLACEHOLDER.findall(" ".join(filter(None, texts)))))
    yield from (f"{name}: {said}" for name in names if (said := meaning(name, module)))


def _explained(extract: Callable[..., Any]) -> Extract:
    def explain(file: IO[bytes], *rest: object, options: object) -> Iterator[tuple[int, Any, Any, Any]]:
        module = PurePath(file.name).stem
        for line, function, texts, comments in extract(file, *rest, options):
            several = (texts,) if isinstance(texts, str) else texts or ()
            yield line, function, texts, [*comments, *_comments(several, module)]

    return explain


from_python = _explained(extract_python)
from_templates = _explained(babel_extract)
