"""The audit pages of series: a second verifier of their bundles, with their games one by one."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from harness.audit.audits import SERVICE, dynasty, dynasty_of
from harness.audit.forging import Forger
from harness.audit.tournaments import SIGNER, announcement, opened_with
from harness.browser.contexts import Contexts
from harness.service import Service, ok
from replays.audit.bundle.packing import pack
from replays.audit.kinds import AUDITS
from replays.audit.verdicts import Aspect
from replays.audit.verifier import audit as verify
from replays.kinds import KINDS
from tests.browser.support.auditing import VERDICTS, opened

OWN = ("Pairing", "Standings", "Acts")

AUDITED = """async ([base64, known]) => {
    const { auditedFile } = await import("/static/audit/verdicts/series.js");
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    return auditedFile(new Blob([bytes]), { game: null, held: "", own: "", listed: null, ...known });
}"""

TABLE = """async () => (await import("/static/audit/record/kinds.js")).SERIES"""


@pytest.fixture(scope="module")
def modules(contexts: Contexts, base_url: str) -> Iterator[Page]:
    """Give a page of the service, from which its modules can be imported."""
    with opened(contexts, base_url) as page:
        yield page


def audited(page: Page, content: bytes, **known: Any) -> Any:
    """The result of the page's module for the file of a bundle."""
    given = {"own": SERVICE.public_key, **known}
    return page.evaluate(AUDITED, [b64encode(content).decode(), given])


def outcomes(found: Any) -> dict[str, str]:
    """The outcome of each verdict by its name."""
    return {verdict["name"]: verdict["outcome"] for verdict in found["verdicts"]}


def sentence(found: Any, verdict: str, title: str) -> str:
    """What a check of a verdict found."""
    [checks] = [each["checks"] for each in found["verdicts"] if each["name"] == verdict]
    [text] = [check["text"] for check in checks if check["title"] == title]
    return str(text)


def forged(number: int) -> bytes:
    """A dynasty in which one game has another deal; all hashes and the service's signatures fit."""
    whole = Forger(dynasty_of(), SERVICE)
    game = Forger(whole.members[f"games/{number}.zip"], SERVICE)
    game.data("LineDealt")["dominoes"].reverse()
    whole.members[f"games/{number}.zip"] = game.forged()
    return whole.sealed()


def test_the_kinds_are_those_of_the_server(modules: Page) -> None:
    """The page's own table has the same kinds, limits and verdicts as the server."""
    assert modules.evaluate(TABLE) == {
        kind.name: {
            "largest": kind.limits.size,
            "oneByOne": kind.limits.one_by_one,
            "own": [aspect.value for aspect in AUDITS[kind.name].own],
        }
        for kind in KINDS.series
    }


def test_a_dynasty_and_its_games(modules: Page) -> None:
    """Its record is unchanged, and its games pass as each by itself; what needs its rules is not shown."""
    found = audited(modules, dynasty_of())
    assert outcomes(found) == dict(zip(VERDICTS, ["pass", *["not shown"] * 5], strict=True))
    assert [game["game"] for game in found["games"]] == [game for game, _ in dynasty()[1]]
    assert sentence(found, "Fairness", "Games") == "It passes in all 3 games."
    assert sentence(found, "Result", "Games") == "It passes in all 3 games."
    assert "Versions 1 to" in sentence(found, "Completeness", "Versions")


def test_a_tournament_and_its_games(modules: Page) -> None:
    """Its manifest is the last member, and it has verdicts of its own; the signer is compared too."""
    played = opened_with(announcement(table=2, rounds=1), 4)
    played.finish()
    found = audited(modules, played.bundle(), own=SIGNER.public_key, game=played.id)
    assert outcomes(found) == {
        **dict(zip(VERDICTS, ["pass", *["not shown"] * 5], strict=True)),
        **dict.fromkeys(OWN, "not shown"),
    }
    assert sentence(found, "Fairness", "Games") == "It passes in all 2 games."
    other = audited(modules, played.bundle(), own="ab" * 32)
    assert outcomes(other)["Integrity"] == "fail"


def test_a_forged_game_fails_in_the_whole(modules: Page) -> None:
    """Both verifiers find it; the page names the game."""
    content = forged(2)
    found = audited(modules, content)
    assert outcomes(found)["Fairness"] == "fail"
    assert sentence(found, "Fairness", "Games") == "It fails in 1 of 3 games: number 2."
    assert {fault.aspect.value for part in verify(content).parts for fault in part.findings} >= {"fairness"}


def flipped(content: bytes, place: int) -> bytes:
    """The content with one bit changed."""
    return content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]


def test_archives_that_are_damaged(modules: Page) -> None:
    """A changed byte, a cut, more bytes, and members of another order or kind fail; the rest is judged."""
    content = dynasty_of()
    order = Forger(content, SERVICE)
    order.sealed()
    order.members["manifest.json"] = order.members.pop("manifest.json")
    kind = Forger(content, SERVICE)
    kind.manifest["kind"] = "tournament"
    changed = [flipped(content, place) for place in (5, len(content) // 2, len(content) - 60)]
    cases = [*changed, content[:-1], content + b"x", pack(order.members), kind.sealed()]
    for case in cases:
        found = audited(modules, case)
        page, report = outcomes(found), verify(case)
        assert page["Integrity"] == "fail"
        assert report.findings
        both = {(page[name], report.verdict(Aspect(name.lower())).value) for name in VERDICTS}
        assert both.isdisjoint({("pass", "fail"), ("fail", "pass")}), (found, report.findings)


def test_heads_of_the_series(modules: Page) -> None:
    """A head of its own record is compared; one that it does not have is a fault."""
    events, _ = dynasty()
    last = events[-1]
    held = audited(modules, dynasty_of(), held=f"{last.version}:{last.hash}")
    assert "has the hash that you hold" in sentence(held, "Completeness", "The head you hold")
    cut = audited(modules, dynasty_of(), held=f"{last.version + 1}:{last.hash}")
    assert outcomes(cut)["Completeness"] == "fail"


def test_the_page_of_a_dynasty(quiet_page: Page, service: Service) -> None:
    """It checks the dynasty here, and a chosen file, whose failed games it lists with links."""
    (player,) = service.accounts(1)
    made = str(ok(player.post("/dynasties", {"players": 2, "rules": {}}), 201)["id"])
    quiet_page.goto(f"/dynasties/{made}")
    quiet_page.get_by_text("For programs, and for checking").click()
    quiet_page.get_by_role("link", name="audit in your browser").click()
    expect(quiet_page.get_by_role("heading", level=1)).to_have_text(f"Audit of dynasty {made[:8]}")
    expect(quiet_page.locator("#verdicts")).to_contain_text("There is no game.")
    expect(quiet_page.locator("#games")).to_be_hidden()
    quiet_page.get_by_label("A public key").fill(SERVICE.public_key)
    file = FilePayload(name="dynasty.zip", mimeType="application/zip", buffer=forged(3))
    quiet_page.get_by_label("A bundle of your own").set_input_files(file)
    failed = quiet_page.get_by_role("region", name="Games in which a verdict fails").get_by_role("listitem")
    game = dynasty()[1][2][0]
    expect(failed).to_have_count(1)
    expect(failed).to_contain_text("Fairness")
    expect(failed.get_by_role("link")).to_have_attribute("href", f"/games/{game}/audit")
