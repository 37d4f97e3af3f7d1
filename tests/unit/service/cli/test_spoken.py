"""Commands speak the language of their reader; JSON, codes and exit codes are the same in each."""

import re
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len
from rich.console import Console

from harness.audit.audits import BASE, SERVICE, TRIBE, bundle, game
from harness.audit.forging import Forger
from harness.play.pseudo import shipping
from kingdomino.rules import Rules
from replays.audit.evidence import NOTHING
from replays.audit.verdicts import Aspect, Finding, Note, Report, Values
from replays.audit.verifier import audit
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head
from replays.encoding.identity import Version
from replays.transparency.leaves import HeadKind, KeyKind, KeyLeaf
from service.application.i18n.commands.audit import SUBJECTS
from service.application.i18n.commands.findings import (
    FINDINGS,
    NOTES,
    USUALLY,
    fault_text,
    finding_word,
    note_text,
)
from service.application.i18n.commands.log import CONTRADICTIONS, OF_LEAVES, WRONGS, wrong_text
from service.application.i18n.languages import language, shipped
from service.application.i18n.speaking import speaking
from service.cli.auditing.telling import told
from service.cli.main import kingdomino
from service.cli.reviewing.telling import tell
from tests.unit.replays.transparency.logs import MemoryLog
from tests.unit.service.cli.shown_service import ShownGame, ShownService, showing

CODES = Path(__file__).parents[4] / "docs" / "organize" / "audit.md"
CODE = re.compile(r"`([a-z]+/[a-z-]+)`")
WORD = re.compile(r"[A-Za-z]{3,}")
NAMES = re.compile(
    r"[a-z]+/[a-z0-9-]+\b|\S*/\S+|\S+\.(?:zip|db)\b|[0-9a-f]{8,}|[0-9a-f]{8}(?:-[0-9a-f]{4,}){4}|UTC|\S+://\S+"
)
"""Codes, files, addresses, hashes and ids."""
TYPED = re.compile(r"--[a-z-]+|BUNDLE\S*|VERSION:HASH|'\S*'|integrity.*all\b")
"""What is typed as it is: options, arguments and the names of verdicts."""
LANGUAGES = ["fa", "ja"]


@pytest.fixture(scope="module", autouse=True)
def _languages() -> Iterator[None]:
    """Every message is in letters of another alphabet, so that a word in Latin ones was not translated."""
    with shipping(*LANGUAGES):
        yield


def run(tag: str, *arguments: str) -> Result:
    """The command's result for a reader of this language."""
    return CliRunner(env={"LC_ALL": f"{tag}.UTF-8"}).invoke(kingdomino, arguments)


def english_words(text: str) -> list[str]:
    """The words in Latin letters, but for codes and names."""
    return WORD.findall(NAMES.sub("", text))


@pytest.fixture
def forged(tmp_path: Path) -> str:
    """The file of a bundle with a changed event, signed again."""
    forger = Forger(bundle(), SERVICE)
    forger.events[5]["at"] += 1
    path = tmp_path / "forged.zip"
    path.write_bytes(forger.forged())
    return str(path)


@pytest.fixture
def good(tmp_path: Path) -> str:
    """The file of a scored game's bundle."""
    path = tmp_path / "good.zip"
    path.write_bytes(bundle())
    return str(path)


@pytest.mark.slow
@pytest.mark.parametrize("tag", LANGUAGES)
def test_an_audit_has_no_english_word(tag: str, good: str, forged: str) -> None:
    """Of a good and of a bad game, and of both; the exit codes are those of English."""
    for sources in ([good], [forged, good]):
        result = run(tag, "audit", *sources)
        assert (result.stderr, english_words(result.stdout)) == ("", []), result.stdout
    english = run("en", "audit", *sources, "--json")
    assert run(tag, "audit", *sources, "--json").stdout == english.stdout
    assert result.exit_code == english.exit_code


@pytest.mark.slow
@pytest.mark.parametrize("tag", LANGUAGES[:1])
def test_errors_of_an_audit_have_no_english_word(tag: str, good: str, tmp_path: Path) -> None:
    """Wrong options, wrong evidence and a source without a bundle."""
    (tmp_path / "empty.zip").write_bytes(b"")
    (tmp_path / "nonsense.txt").write_bytes(b"nonsense\n")
    for arguments in (
        [],
        [good, "--nothing"],
        [good, "--require", "everything"],
        [good, "--against", "12:34"],
        [good, "--key", "12"],
        [good, "--log-key", "12"],
        [good, "--against", str(tmp_path / "nonsense.txt")],
        [good, good, "--against", f"3:{'ab' * 32}"],
        [str(tmp_path / "empty.zip")],
        ["12"],
    ):
        result = run(tag, "audit", *arguments)
        assert result.exit_code == 128
        shown = re.sub(
            r"--[a-z-]+|BUNDLE\S*|VERSION:HASH|everything|'\S*'|integrity.*all\b", "", result.stderr
        )
        assert english_words(shown) == [], result.stderr


@pytest.mark.parametrize("tag", LANGUAGES)
def test_convict_has_no_english_word(tag: str, good: str, tmp_path: Path) -> None:
    """Two statements that can both be true, two that cannot, and a file without one."""
    played, record = game()
    signed = [SERVICE.sign(played, Head(Version(9), hash_)) for hash_ in (record[8].hash, "ab" * 32)]
    for name, content in zip("abc", [*(canonical(each.document()) for each in signed), b"none"], strict=True):
        (tmp_path / f"{name}.zip").write_bytes(content)
    for other, code in (("a", 0), ("b", 1), ("c", 128)):
        result = run(tag, "convict", str(tmp_path / "a.zip"), str(tmp_path / f"{other}.zip"))
        assert result.exit_code == code
        assert english_words(result.output) == [], result.output
        assert ("head/other" in result.output) == (code == 1)


@pytest.mark.slow
@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_monitor_has_no_english_word(tag: str, tmp_path: Path) -> None:
    """Of a log in order, and of one whose service hides its key; JSON is that of English."""
    key = "ab" * 32
    hashes = [f"{number:064x}" for number in range(3)]
    shown_game = ShownGame(game()[0], hashes, "aborted", 0)
    entries = [KeyLeaf(KeyKind.KEY, key, 1000).entry(), shown_game.leaf(HeadKind.OPEN, 1)]
    listed = [{"public_key": key, "since": 1000, "current": True, "revoked": None}]
    service = ShownService(MemoryLog(entries), [shown_game], listed)
    with showing(service):
        visit = ["monitor", service.url, "--data", str(tmp_path / "seen")]
        for keys, code in ((listed, 0), ([], 1)):
            service.keys = keys
            result = run(tag, *visit)
            assert result.exit_code == code, result.output
            assert english_words(result.output.replace(service.url, "")) == [], result.output
        assert run(tag, *visit, "--json").stdout == run("en", *visit, "--json").stdout


@pytest.mark.slow
@pytest.mark.parametrize("tag", LANGUAGES[:1])
def test_a_game_as_text_is_the_same_in_each_language(tag: str, good: str, tmp_path: Path) -> None:
    """The text is for others to read; what is said about it is in the reader's language."""
    text = run(tag, "export", good)
    assert (text.exit_code, text.stdout) == (0, run("en", "export", good).stdout)
    path = tmp_path / "game.txt"
    path.write_text(text.stdout, "utf-8")
    for arguments in (
        ["import", "--check", str(path)],
        ["import", "--check", good],
        ["import", str(tmp_path / "none.txt")],
        ["export", "nothing"],
        ["replay", "nothing"],
        ["replay", good],
        ["demo", "--players", "2", "--bots", "greedy,greedy"],
        ["review", "nothing"],
        ["review", good, "--game", "nothing"],
        ["witness", "--name", "", "--data", str(path)],
    ):
        result = run(tag, *arguments)
        assert english_words(TYPED.sub("", result.output)) == [], result.output
        assert result.output
        assert result.exit_code == run("en", *arguments).exit_code


@pytest.mark.slow
@pytest.mark.parametrize(("tag", "rules"), [("fa", TRIBE), ("ja", BASE)], ids=LANGUAGES)
def test_a_replay_has_no_english_word(tag: str, rules: Rules, tmp_path: Path) -> None:
    """Its steps, and the page of a state; of the base game and of Origins with cavemen."""
    played, record = game(3, rules)
    path = tmp_path / f"{played}.ndjson"
    path.write_bytes(b"".join(canonical(event.public()) + b"\n" for event in record))
    for more in ([], ["--version", "20"]):
        result = run(tag, "replay", str(path), *more)
        assert result.exit_code == 0, result.output
        words = [word for word in english_words(result.output) if word != "Origins"]
        assert words == [], result.output


POLICIES = re.compile("greedy-placement|full-greedy|greedy|random")


@pytest.mark.slow
@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_simulation_has_no_english_word(tag: str) -> None:
    """Its tables, of games and of tournaments, by the kernel and without it."""
    season = ["--tournament", "swiss", "--entrants", "4", "--rounds", "1", "--seasons", "1"]
    for more in (
        ["--games", "2", "--harmony", "--middle-kingdom", "--edition", "second"],
        ["--games", "1", "--players", "2", "--game", "origins", "--mode", "totem"],
        ["--games", "2", "--players", "2", "--policy", "greedy,random"],
        [*season, "--policy", "greedy,random"],
        [*season, "--table", "2", "--policy", "random,full-greedy"],
        season,
    ):
        result = run(tag, "simulate", "--seed", "1", "--jobs", "1", *more)
        assert result.exit_code == 0, result.output
        words = english_words(POLICIES.sub("", result.output))
        assert [word for word in words if word != "Origins"] == [], result.output


@pytest.mark.parametrize("tag", LANGUAGES[:1])
def test_errors_of_a_simulation_have_no_english_word(tag: str) -> None:
    """Wrong options, rules that do not go together, and entrants that cannot be seated."""
    for arguments in (
        ["--players", "5"],
        ["--policy", "clever"],
        ["--policy", "random,greedy"],
        ["--mighty-duel"],
        ["--no-limit", "--harmony"],
        ["--game", "origins", "--edition", "classic"],
        ["--rounds", "3"],
        ["--tournament", "swiss", "--games", "9"],
        ["--tournament", "swiss", "--entrants", "5"],
        ["--tournament", "swiss", "--entrants", "2", "--policy", "random,greedy,random"],
    ):
        result = run(tag, "simulate", *arguments)
        assert result.exit_code == run("en", "simulate", *arguments).exit_code == 2
        assert result.stderr
        assert english_words(TYPED.sub("", result.output)) == [], result.output


SPOKEN = (
    "audit",
    "convict",
    "demo",
    "export",
    "import",
    "monitor",
    "replay",
    "review",
    "simulate",
    "witness",
)
NAMED = re.compile(r"--?[a-z-]+|\b[A-Z]{3,}(?:_[A-Z]+)*\b|\[[a-z0-9.]+(?:\|[a-z0-9.]+)+\]|kingdomino [a-z]+")
"""The names of options, arguments, variables, values and commands, which are the same in each language."""
DEFAULTS = ("random", "kingdomino", "witness", "monitor")


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("name", SPOKEN)
def test_help_has_no_english_word(tag: str, name: str) -> None:
    """But for names; the names of all options are there, and no line is too wide."""
    result = run(tag, name, "--help")
    assert result.exit_code == 0
    words = english_words(NAMED.sub("", result.output))
    assert [word for word in words if word not in DEFAULTS] == [], result.output
    options = re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", run("en", name, "--help").output, re.MULTILINE)
    assert re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", result.output, re.MULTILINE) == options
    assert max(cell_len(line) for line in result.output.splitlines()) <= 80


REVIEW = {
    "evaluator": "kernel",
    "playouts": 2000,
    "left": [{"version": 30, "seat": 1}],
    "moments": [{"version": 12, "by": by, "seat": 0, "change": 0.12} for by in (None, 1)],
    "players": [
        {"seat": seat, "choices": 9, "accuracy": accuracy, "luck": 1, "luck_se": 2, "skill": 3, "skill_se": 4}
        for seat, accuracy in enumerate((98.7, None))
    ],
    "decisions": [
        {"version": 9, "seat": 0, "grade": grade, "made": "12", "best": "13", "loss": 3, "loss_se": error}
        | {"win_loss": 0.2}
        for grade, error in (("slip", 0), ("blunder", 1.5))
    ],
}
"""A review of every kind of line."""


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_review_has_no_english_word(tag: str) -> None:
    """Its players, moments, slips and what it rests on."""
    console = Console(file=StringIO(), width=300, color_system=None)
    with speaking(language(tag)):
        tell(REVIEW, console)
    assert isinstance(console.file, StringIO)
    assert english_words(console.file.getvalue()) == []


def codes(section: str) -> set[str]:
    """The codes of a table in the documentation."""
    return {code for line in section.splitlines() if line.startswith("| `") for code in CODE.findall(line)}


def test_each_code_has_a_sentence() -> None:
    """Of each fault and each note that an audit can find."""
    faults, _, notes = CODES.read_text("utf-8").partition("## The codes\n")[2].partition("\nNotes make no")
    assert {code for code in codes(faults) if finding_word(code, case_of(code)) is USUALLY} == set()
    assert {code for code in codes(notes) if not any(key.startswith(code) for key in NOTES)} == set()


def case_of(code: str) -> str:
    """One of the cases of a code that has several sentences."""
    return next((key.removeprefix(f"{code}/") for key in FINDINGS if key.startswith(f"{code}/")), "")


VALUES: Mapping[str, Values] = {
    "receipt/contradiction": {"key": ("ab", "cd")},
    "head/cut": {"last": 3},
    "bundle/derived": {"name": "rules.json"},
    "bundle/file-hash": {"name": "rules.json"},
}
"""The values of the faults that have any."""


def test_each_sentence_of_a_fault_can_be_said() -> None:
    """With the version, and with the values that the fault has."""
    faults = CODES.read_text("utf-8").partition("## The codes\n")[2].partition("\nNotes make no")[0]
    with speaking(language("fa")):
        for code in codes(faults):
            values = {**VALUES.get(code, {}), "case": case_of(code)}
            assert "{" not in fault_text(12, code, "English", values)
            assert english_words(fault_text(12, code, "English", values).replace("rules.json", "")) == []


def test_seats_and_their_players_are_named() -> None:
    """A note names whom nothing protects."""
    report = audit(bundle(), NOTHING)
    note = next(each for each in report.notes if each.code == "entropy/absent")
    assert note.values == {"seats": [0, 1]}
    with speaking(language("fa")):
        assert "۰،\u200f ۱" in note_text(note.code, note.text, note.values)  # noqa: RUF001 - Persian


def test_everything_that_a_monitor_finds_has_a_sentence() -> None:
    """By its code; a leaf is named by its place."""
    with speaking(language("fa")):
        for code in OF_LEAVES:
            assert "۱۲" in wrong_text(code, "leaf 12", "English")
        for code in WRONGS:
            assert "English" not in wrong_text(code, "5 to 9", "English")
    assert len(CONTRADICTIONS) == 6


def test_columns_are_as_wide_as_they_look() -> None:
    """Letters that are two cells wide move no column, and Turkish letters are not made capitals."""
    for tag in shipped():
        with speaking(language(tag)):
            rows = list(told("x", Report("game", None, (), frozenset({Aspect.RESULT}))))[1:7]
            said = {aspect: str(subject) for aspect, subject in SUBJECTS.items() if aspect is not Aspect.TIME}
            of_aspects = zip(Aspect, rows, strict=True)
            starts = {cell_len(row[: row.index(said[each])]) for each, row in of_aspects if each in said}
        assert len(starts) == 1, rows


def test_a_kind_of_series_without_words_keeps_its_name() -> None:
    """Its own verdicts are told as it declares them."""
    fault = Finding(Aspect.TIME, 3, "none/such", "English")
    with speaking(language("fa")):
        lines = list(told("x", Report("cup", game()[0], (fault,), frozenset())))
        assert "cup" in lines[0]
        assert "English" not in "\n".join(lines)
        assert "English" not in note_text("none/such", "English", Note("a", "b").values)
