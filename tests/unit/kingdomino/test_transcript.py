"""Transcripts: the page's examples, and refusals with their line."""

import re
from pathlib import Path

import pytest

from kingdomino.board.numbers import DominoNumber, Seat
from kingdomino.game.events import DominoChosen, DominoDiscarded, GameEnded
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from kingdomino.transcript.errors import CODES, IllegalTurn, TranscriptError
from kingdomino.transcript.playing import replay
from kingdomino.transcript.recording import transcript_of
from kingdomino.transcript.syntax import format_transcript, parse_transcript
from kingdomino.transcript.values import Tag, Transcript

PAGE = (Path(__file__).parents[3] / "docs" / "play" / "notation.md").read_text()

WHOLE, TRIBE, TOTEM, ABSENT = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
"""The page's examples: a whole game of two, two unfinished games of Origins, and one with seats left."""


@pytest.mark.parametrize("text", [WHOLE, TRIBE, TOTEM, ABSENT], ids=["whole", "tribe", "totem", "absent"])
def test_the_pages_examples_can_be_played(text: str) -> None:
    """Each example is the same after parsing, replaying and writing."""
    transcript = parse_transcript(text)
    assert format_transcript(transcript_of(replay(transcript), transcript.tags)) == text


def test_the_page_lists_every_code() -> None:
    """The page and the program have the same codes with the same meanings."""
    listed = re.findall(r"^\| `([a-z]+/[a-z-]+)` \| (.*) \|$", PAGE, re.MULTILINE)
    assert dict(listed) == CODES


def test_a_game_with_a_result_has_ended() -> None:
    """The result of the text equals the points of the last position."""
    transcript = parse_transcript(WHOLE)
    assert replay(transcript)[-1] == GameEnded()
    assert transcript.result == (27, 44)


def test_the_second_pair_follows_by_itself() -> None:
    """R21: one choice of a pair decides the four chiefs of two players in Origins."""
    events = replay(parse_transcript(TRIBE))
    chosen = [(event.seat, event.domino) for event in events if isinstance(event, DominoChosen)]
    assert chosen[:4] == [(0, 9), (0, 48), (1, 22), (1, 40)]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(), "classic drawn"),
        (
            Rules(Edition.SECOND, FirstLine.SEATED, mighty_duel=True, harmony=True),
            "second seated harmony mighty_duel",
        ),
        (Rules(first_line=FirstLine.ALTERNATING, no_limit=True), "classic alternating no_limit"),
        (Rules(game=GameKind.ORIGINS), "discovery"),
        (Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE, middle_kingdom=True), "tribe middle_kingdom"),
    ],
)
def test_rules_are_words(rules: Rules, words: str) -> None:
    """The rules are written as the words of the choices, then the names of the switches that are on."""
    text = format_transcript(Transcript(rules, 2))
    assert text.splitlines()[1] == f'[Rules "{words}"]'
    assert parse_transcript(text).rules == rules


def test_tags_may_say_anything_that_can_be_printed() -> None:
    """Quotation marks and backslashes are escaped, other letters are not."""
    transcript = Transcript(Rules(), 2, tags=(Tag("Seat0", 'Zoë "王" \\'), Tag("Event", "")))
    text = format_transcript(transcript)
    assert text.splitlines()[4:6] == [r'[Seat0 "Zoë \"王\" \\"]', '[Event ""]']
    assert parse_transcript(text) == transcript


@pytest.mark.parametrize(("name", "value"), [("id", "1"), ("Players", "2"), ("Id", "a\nb"), ("Id", "\u2028")])
def test_a_tag_that_cannot_be_written_is_no_tag(name: str, value: str) -> None:
    """`Tag` refuses names of built-in tags, lower-case names, and values that would break a line."""
    with pytest.raises(ValueError, match="cannot be"):
        Tag(name, value)


def test_a_tag_comes_once() -> None:
    """A tag that could not be read back is refused."""
    with pytest.raises(ValueError, match="twice"):
        Transcript(Rules(), 2, tags=(Tag("Id", "1"), Tag("Id", "2")))


@pytest.mark.parametrize(
    ("found", "instead", "line", "says"),
    [
        ('[Game "kingdomino"]', '[Game "chess"]', 1, "kingdomino or origins"),
        ("classic drawn middle_kingdom harmony", "classic drawn harmony middle_kingdom", 2, "in their order"),
        ("classic drawn middle_kingdom harmony", "tribe", 2, "classic"),
        ('[RulesVersion "1"]\n', "", 3, "RulesVersion comes here, not Players"),
        ('[RulesVersion "1"]', '[RulesVersion "01"]', 3, "version of the rules"),
        ('[Players "2"]', '[Players "5"]', 4, "2, 3 or 4"),
        ('[Result "27 44"]', '[Result "27"]', 5, "points of 2 seats"),
        ('[Result "27 44"]', '[Result "27 44 5"]', 5, "not of 3"),
        ('[Event "An evening at home"]', '[Event "An evening at home" ]', 6, "is no tag"),
        ('[Event "An evening at home"]', '[Event "An "evening"]', 6, "is no tag"),
        ("[Seat1", "[Seat0", 8, "each name comes once"),
        ("[Seat0", "[Result", 7, "each name comes once"),
        ("An evening", "An\tevening", 6, "cannot be written"),
        ("\n\nline", "\nline", 9, "is missing"),
        ("line 13 21 22 29", "line 21 13 22 29", 10, "'line 13 21 22 29'"),
        ("line 13 21 22 29", "line 13 21 22 49", 10, "1 to 48"),
        ("line 13 21 22 29", "line", 10, "a line is a draw"),
        ("line 13 21 22 29", "lines 13 21 22 29", 10, "a line is a draw"),
        ("line 13 21 22 29\n", "line 13 21 22 29\n\n", 11, "a line is a draw"),
        ("kings 0\n1.", "kings 2\n1.", 11, "the seats 0 to 1"),
        ("1. 0 >22", "1. 4 >22", 12, "no seat"),
        ("1. 0 >22", "1. 0", 12, "a line is a draw"),
        ("1. 0 >22", "1 0 >22", 12, "a line is a draw"),
        ("1. 0 >22", "01. 0 >22", 12, "'1. 0 >22'"),
        ("1. 0 >22", "1. 0  >22", 12, "no placement"),
        ("1. 0 >22", "1. 0 >22 ", 12, "no placement"),
        ("1. 0 >22", "1. 0 >22\r", 12, "no domino's number"),
        ("2. 1 >21", "3. 1 >21", 14, "'2. 1 >21'"),
        ("5. 0 13@1,1w", "5. 0 13@1,1x", 20, "no domino's number"),
        ("5. 0 13@1,1w", "5. 0 13@1,1w *1", 20, "no square"),
        ("5. 0 13@1,1w", "5. 0 13@1,1w ^bread:1", 20, "mammoth, fish"),
        ("5. 0 13@1,1w", "5. 0 13@1,1w $hut:1,1", 20, "board, stack"),
        ("28. 0 42x\n", "28. 0 42x", 47, "every line ends"),
        ("2. 1 >21", "left 2\n2. 1 >21", 14, "the seats 0 to 1"),
        ("2. 1 >21", "left 1 asleep\n2. 1 >21", 14, "'idle'"),
        ("2. 1 >21", "left\n2. 1 >21", 14, "a line is a draw"),
        ("2. 1 >21", "joined 1 idle\n2. 1 >21", 14, "no seat"),
        ("2. 1 >21", "end here\n2. 1 >21", 14, "a line is a draw"),
        ("13@1,1w >44", "13@1,1w\nleft 1\n6. 0 >44", 22, "'5. 0 >44'"),
        ("2. 1 >21", "left 0\n1. 1 >21", 15, "'2. 1 >21'"),
    ],
)
def test_what_is_no_transcript_is_refused_by_line(found: str, instead: str, line: int, says: str) -> None:
    """The error names the place, the text found, and what would be right."""
    with pytest.raises(TranscriptError) as caught:
        parse_transcript(_changed(WHOLE, found, instead))
    assert caught.value.line == line
    assert says in caught.value.text
    assert str(caught.value).startswith(f"line {line}, column {caught.value.column}: ")


@pytest.mark.parametrize(
    ("text", "found", "instead", "place"),
    [
        ("WHOLE", '[Players "2"]', '[Players "5"]', "5"),
        ("WHOLE", "2. 1 >21", "2. 1  >21", " >21"),
        ("WHOLE", "2. 1 >21", "3. 1 >21", "3. 1"),
        ("WHOLE", "5. 0 13@1,1w", "5. 0 13@1,1w *1", "*1"),
        ("WHOLE", "kings 0\n1. ", "kings 7\n1. ", "7"),
        ("WHOLE", "2. 1 >21", "left 1 asleep\n2. 1 >21", "asleep"),
        ("WHOLE", "2. 1 >21", "2. 1 >22", ">22"),
        ("WHOLE", "5. 0 13@1,1w >44", "5. 0 13@1,1w >45", ">45"),
        ("WHOLE", '[Result "27 44"]', '[Result "28 44"]', "28 44"),
        ("WHOLE", "1@-1,-2e", "1@0,-2w", "0,-2w"),
        ("TRIBE", "kings 0 0", "kings 0 1", "1"),
        ("TRIBE", "+shaman", "+painter", "+painter"),
    ],
)
def test_the_column_is_where_the_wrong_word_begins(text: str, found: str, instead: str, place: str) -> None:
    """The column is that of the unreadable or illegal word, or of the first character of a wrong form."""
    changed = _changed({"WHOLE": WHOLE, "TRIBE": TRIBE}[text], found, instead)
    with pytest.raises((TranscriptError, IllegalTurn)) as caught:
        replay(parse_transcript(changed))
    refused = caught.value
    assert isinstance(refused, TranscriptError | IllegalTurn)
    assert changed.split("\n")[refused.line - 1][refused.column - 1 :].startswith(place), refused


def _changed(text: str, found: str, instead: str) -> str:
    assert text.count(found) == 1, "say what to change so that it is found once"
    return text.replace(found, instead)


@pytest.mark.parametrize("text", ["", "\n", '[Game "kingdomino"]\n'])
def test_a_text_without_its_tags_is_no_transcript(text: str) -> None:
    """The error says that a line is missing."""
    with pytest.raises(TranscriptError, match="missing"):
        parse_transcript(text)


@pytest.mark.parametrize(
    ("text", "found", "instead", "where", "code"),
    [
        (WHOLE, '[RulesVersion "1"]', '[RulesVersion "99"]', (3, None), "rules/version"),
        (WHOLE, "middle_kingdom harmony", "middle_kingdom no_limit", (2, None), "rules/no-limit-mix"),
        (WHOLE, "1. 0 >22", "1. 1 >22", (12, 1), "turn/not-yours"),
        (WHOLE, "1. 0 >22", "1. 0 >23", (12, 1), "choice/not-offered"),
        (WHOLE, "2. 1 >21", "2. 1 >22", (14, 2), "choice/taken"),
        (WHOLE, "5. 0 13@1,1w", "5. 0 14@1,1w", (20, 5), "placement/wrong-domino"),
        (WHOLE, "5. 0 13@1,1w", "5. 0 13@1,0w", (20, 5), "placement/occupied"),
        (WHOLE, "5. 0 13@1,1w", "5. 0 13@2,2n", (20, 5), "placement/no-match"),
        (WHOLE, "5. 0 13@1,1w", "5. 0 13x", (20, 5), "discard/placeable"),
        (WHOLE, "13@1,1w >44", "13@1,1w *1,1 >44", (20, 5), "turn/wrong-action"),
        (WHOLE, "28. 0 42x\n", "28. 0 42x\n29. 0 42x\n", (48, 29), "game/over"),
        (WHOLE, "kings 0\n1. ", "1. ", (11, 1), "draw/missing"),
        (WHOLE, "line 5 14 33 44\n", "", (19, 5), "draw/missing"),
        (WHOLE, "line 5 14 33 44\n", "line 5 14 33\n", (19, None), "draw/impossible"),
        (WHOLE, "line 5 14 33 44\n", "line 5 13 33 44\n", (19, None), "draw/impossible"),
        (WHOLE, "line 5 14 33 44\n", "kings 0\n", (19, None), "draw/unexpected"),
        (WHOLE, "kings 0\n1. ", "kings 0 1\n1. ", (11, None), "draw/unexpected"),
        (WHOLE, "kings 0\n4. ", "kings 1\n4. ", (17, None), "draw/impossible"),
        (WHOLE, "28. 0 42x\n", "28. 0 42x\nline 2 3 4 10\n", (48, None), "draw/unexpected"),
        (WHOLE, "1@-1,-2e", "1@0,-2w", (35, 17), "transcript/form"),
        (WHOLE, '[Result "27 44"]', '[Result "28 44"]', (5, None), "result/wrong"),
        (WHOLE, '[Result "27 44"]\n', "", (5, None), "result/missing"),
        (WHOLE, "28. 0 42x\n", "", (5, None), "result/unfinished"),
        (TRIBE, "kings 0 0", "kings 0 1", (8, None), "draw/impossible"),
        (TRIBE, "kings 0 0\n", "kings 0\nkings 0\n", (8, None), "transcript/form"),
        (TRIBE, "1. 0 >9>48", "1. 0 >9>22", (9, 1), "choice/pair"),
        (TRIBE, "1. 0 >9>48", "1. 0 >48>9", (9, 1), "transcript/form"),
        (
            TRIBE,
            "board fire_keeper hunter fisher",
            "board fire_keeper warrior3",
            (23, None),
            "draw/impossible",
        ),
        (TRIBE, "board shaman", "board gatherer gatherer", (17, None), "draw/impossible"),
        (TRIBE, "$board:0,1/1,1", "$board:1,1/0,1", (13, 3), "transcript/form"),
        (TRIBE, "$board:0,1/1,1", "$board:0,1/0,0", (13, 3), "recruit/payment"),
        (TRIBE, "+shaman", "+painter", (20, 8), "caveman/not-there"),
        (TRIBE, "=0,2", "=0,0", (20, 8), "caveman/square"),
        (TRIBE, "*2,0", "*0,0", (15, 5), "fire/square"),
        (TOTEM, "^fish:0", "^fish:1", (27, 14), "totem/choice"),
        (ABSENT, "joined 0\n", "left 0\n", (25, None), "seat/left"),
        (ABSENT, "joined 0\n", "joined 1\n", (25, None), "seat/not-left"),
        (ABSENT, "joined 0\n", "", (29, None), "seat/left"),
        (ABSENT, "line 13 18 46\nleft 0 idle\n", "left 0 idle\nline 13 18 46\n", (29, None), "draw/missing"),
        (ABSENT, "\nend\n", "\nend\nleft 1\n", (34, None), "game/over"),
        (ABSENT, "\nend\n", "\nend\nend\n", (34, None), "game/over"),
        (ABSENT, "14. 2 24@-1,1n", "14. 0 21x >13\n15. 2 24@-1,1n", (32, 14), "turn/not-yours"),
        (ABSENT, "\nend\n", "\n", (5, None), "result/unfinished"),
        (WHOLE, "28. 0 42x\n", "28. 0 42x\nend\n", (48, None), "game/over"),
    ],
)
def test_a_game_that_cannot_have_been_played_is_refused_by_line_and_turn(
    text: str, found: str, instead: str, where: tuple[int, int | None], code: str
) -> None:
    """Moves are refused with the code of the rules; draws, results and form with a code of `CODES`."""
    transcript = parse_transcript(_changed(text, found, instead))
    with pytest.raises(IllegalTurn) as caught:
        replay(transcript)
    assert (caught.value.code, caught.value.line, caught.value.turn) == (code, *where), caught.value


def test_a_text_that_ends_where_something_is_drawn_is_refused_after_its_last_line() -> None:
    """A text may stop after a command, but must include the draws that follow from it."""
    upto = WHOLE[: WHOLE.index("line 5 14 33 44")].replace('[Result "27 44"]\n', "")
    with pytest.raises(IllegalTurn, match=r"^line 18, column 1: draw/missing: a line is dealt"):
        replay(parse_transcript(upto))


def test_a_turn_in_two_lines_is_refused() -> None:
    """A turn is one line: if a legal turn is written otherwise, the error shows the right form."""
    text = WHOLE[: WHOLE.index("6. 1")].replace('[Result "27 44"]\n', "")
    with pytest.raises(IllegalTurn, match=r"turn 5: transcript/form: .*'5\. 0 13@1,1w >44'"):
        replay(parse_transcript(_changed(text, "13@1,1w >44", "13@1,1w\n6. 0 >44")))


def test_what_happens_on_an_idle_seat_is_not_written() -> None:
    """R32: seat 0 discards automatically, and its king takes the lowest free domino."""
    events = replay(parse_transcript(ABSENT))
    place = events.index(DominoDiscarded(Seat(0), DominoNumber(21)))
    assert events[place + 1] == DominoChosen(Seat(0), DominoNumber(13))
    assert " 21x" not in ABSENT


def test_somebody_who_leaves_cuts_a_turn_in_two() -> None:
    """Both parts have the same turn number, which is allowed for no other reason."""
    cut, moved = "6. 2 37@1,0e\nleft 0\n6. 2 >3\n", "left 0\n6. 2 37@1,0e >3\n"
    assert replay(parse_transcript(_changed(ABSENT, cut, moved))) != replay(parse_transcript(ABSENT))
    with pytest.raises(TranscriptError, match=r"'7\. 2 >3'"):
        parse_transcript(_changed(ABSENT, cut, "6. 2 37@1,0e\n6. 2 >3\n"))


@pytest.mark.parametrize(
    ("turn", "first", "rest"),
    [
        ("3. 1", "22@0,1e", ">19 $board:0,1/1,1 +gatherer =1,1"),
        ("3. 1", "22@0,1e >19", "$board:0,1/1,1 +gatherer =1,1"),
        ("3. 1", "22@0,1e >19 $board:0,1/1,1", "+gatherer =1,1"),
        ("4. 1", "40@2,0w", "*1,1 >11"),
    ],
)
def test_the_rest_of_a_turn_is_one_line(turn: str, first: str, rest: str) -> None:
    """After an interruption at any point, the rest of the turn is one line with any number of commands."""
    text = _changed(TRIBE, f"{turn} {first} {rest}", f"{turn} {first}\nleft 0\n{turn} {rest}")
    transcript = parse_transcript(text)
    assert transcript_of(replay(transcript)) == transcript


def test_a_choice_from_the_first_line_is_a_turn_of_its_own() -> None:
    """Two choices of the same seat are two turns, even if somebody leaves between them."""
    upto = WHOLE[: WHOLE.index("4. 0")].replace('[Result "27 44"]\n', "")
    text = _changed(upto, "kings 1\n3.", "kings 1\nleft 0\n3.")
    transcript = parse_transcript(text)
    assert transcript_of(replay(transcript), transcript.tags) == transcript


def test_a_game_that_was_called_off_has_no_result() -> None:
    """The text of a game that was called off contains what was played, without a result."""
    text = WHOLE[: WHOLE.index("5. 0")].replace('[Result "27 44"]\n', "")
    assert transcript_of(replay(parse_transcript(text))).result is None
