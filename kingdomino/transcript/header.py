"""The tags at the head of a transcript: reading and writing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from typing import NamedTuple

from kingdomino.board.numbers import Points
from kingdomino.rules import GameKind, Rules, options_of
from kingdomino.rules.options import Option, Value
from kingdomino.transcript.errors import TranscriptError
from kingdomino.transcript.values import OWN_TAGS, Tag, Transcript

_LINE = re.compile(r'\[([A-Z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]')
_ESCAPED = re.compile(r'["\\]')
_ESCAPE = re.compile(r"\\(.)")
_VERSION = re.compile(r"[1-9][0-9]{0,3}")
_PLAYERS = re.compile(r"[234]")
_RESULT = re.compile(r"(?:0|[1-9][0-9]{0,3})(?: (?:0|[1-9][0-9]{0,3})){1,3}")


class _Read(NamedTuple):
    """A tag and the number of its line."""

    line: int
    name: str
    value: str

    def refusal(self, text: str) -> TranscriptError:
        """The error for an invalid value."""
        return TranscriptError(self.line, value_column(self.name), text)


def value_column(name: str) -> int:
    """The column, from 1, in which the value of the tag with this name begins, after `[Name "`."""
    return len(name) + 4


def format_header(transcript: Transcript) -> Iterator[str]:
    """The lines of the tags: first those of `OWN_TAGS` in their order, then the free ones."""
    rules = transcript.rules
    own = [
        rules.game.value,
        _format_rules(rules),
        str(rules.version),
        str(transcript.players),
    ]
    if transcript.result is not None:
        own.append(" ".join(map(str, transcript.result)))
    yield from (_format_tag(name, value) for name, value in zip(OWN_TAGS, own, strict=False))
    yield from (_format_tag(tag.name, tag.value) for tag in transcript.tags)


def parse_header(lines: Sequence[str]) -> Transcript:
    """The transcript, without its steps, whose header `format_header` wrote."""
    read = [_parse_tag(number, line) for number, line in enumerate(lines, start=1)]
    game, rules, version, players = (_own(read, index) for index in range(4))
    number = _matching(version, _VERSION, "the version of the rules, as in 1")
    ended = len(read) > 4 and read[4].name == OWN_TAGS[4]
    return Transcript(
        replace(_parse_rules(game, rules), version=int(number)),
        int(_matching(players, _PLAYERS, "2, 3 or 4")),
        result=_parse_result(read[4], int(players.value)) if ended else None,
        tags=tuple(_parse_free(read, 5 if ended else 4)),
    )


def _format_tag(name: str, value: str) -> str:
    escaped = _ESCAPED.sub(r"\\\g<0>", value)
    return f'[{name} "{escaped}"]'


def _parse_tag(number: int, line: str) -> _Read:
    match = _LINE.fullmatch(line)
    if not match:
        raise TranscriptError(
            number, 1, f'{line!r} is no tag: write it as in [Players "3"], \\" and \\\\ escaped'
        )
    return _Read(number, match[1], _ESCAPE.sub(r"\1", match[2]))


def _own(read: Sequence[_Read], index: int) -> _Read:
    """The required tag with this index."""
    name = OWN_TAGS[index]
    if index >= len(read):
        raise TranscriptError(index + 1, 1, f"the tag {name} is missing")
    if read[index].name != name:
        raise TranscriptError(index + 1, 2, f"the tag {name} comes here, not {read[index].name}")
    return read[index]


def _matching(tag: _Read, pattern: re.Pattern[str], right: str) -> str:
    if not pattern.fullmatch(tag.value):
        raise tag.refusal(f"{tag.name} is {right}, not {tag.value!r}")
    return tag.value


def _parse_result(tag: _Read, players: int) -> tuple[Points, ...]:
    right = f"the points of {players} seats, separated by spaces"
    points = tuple(Points(int(word)) for word in _matching(tag, _RESULT, right).split(" "))
    if len(points) != players:
        raise tag.refusal(f"{tag.name} is {right}, not of {len(points)}")
    return points


def _parse_free(read: Sequence[_Read], first: int) -> Iterator[Tag]:
    """The free tags from this index on; a name that occurred before is refused."""
    names = {tag.name for tag in read[:first]}
    for tag in read[first:]:
        if tag.name in names:
            text = f"the tag {tag.name} is there already: each name comes once"
            raise TranscriptError(tag.line, 2, text)
        names.add(tag.name)
        try:
            yield Tag(tag.name, tag.value)
        except ValueError as error:
            raise tag.refusal(str(error)) from error


def _format_rules(rules: Rules) -> str:
    """The words of the choices, then the names of the switches that are on, in the order of the registry."""
    choices, switches = _split(rules.game)
    words = [_word(rules.chosen(option.name)) for option in choices]
    return " ".join([*words, *(option.name for option in switches if rules.chosen(option.name))])


def _parse_rules(game: _Read, words: _Read) -> Rules:
    kinds = {kind.value: kind for kind in GameKind}
    if game.value not in kinds:
        raise game.refusal(f"Game is {' or '.join(kinds)}, not {game.value!r}")
    choices, switches = _split(kinds[game.value])
    given = words.value.split(" ")
    named: dict[str, Value] = {
        option.name: value for option in choices for value in option.values if _word(value) in given
    }
    rules = Rules.of(
        kinds[game.value], {**named, **{option.name: option.name in given for option in switches}}
    )
    if _format_rules(rules) != words.value:
        spelled = [[_word(value) for value in option.values] for option in choices]
        least = " ".join(min(each, key=len) for each in spelled)
        most = " ".join([*(max(each, key=len) for each in spelled), *(option.name for option in switches)])
        right = f"from {least!r} to {most!r}"
        raise words.refusal(f"Rules are words in their order, {right}, not {words.value!r}")
    return rules


def _split(game: GameKind) -> tuple[list[Option], list[Option]]:
    """The options of the game, all written in the tag `Rules`: choices of several values, and switches."""
    options = options_of(game)
    choices = [option for option in options if isinstance(option.default, Enum)]
    return choices, [option for option in options if option not in choices]


def _word(value: Value) -> str:
    return str(value.value) if isinstance(value, Enum) else ""
