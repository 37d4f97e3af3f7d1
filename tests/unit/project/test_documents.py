"""Links and paths in documents exist: files, headings, and modules in READMEs and the glossary."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.unit.project.tree import ROOT

_NO_DOCUMENTS = {".git", ".venv", "node_modules", "data", "build"}

LINK = re.compile(r"\]\(([^()\s]+)\)")
IMAGE = re.compile(r'<img src="([^"]+)"')
NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)*/?)`")
"""A word in a code span that could be a path."""

ENDING = re.compile(r"\.(py|lua|js|json|html|md|toml|yaml|txt)$")


def documents() -> Iterator[Path]:
    """All Markdown files of the project."""
    for folder in (ROOT, *(path for path in sorted(ROOT.iterdir()) if path.is_dir())):
        if folder.name not in _NO_DOCUMENTS:
            yield from sorted(folder.glob("*.md") if folder == ROOT else folder.rglob("*.md"))


DOCUMENTS = [str(path.relative_to(ROOT)) for path in documents()]
INDEXES = [name for name in DOCUMENTS if Path(name).name in {"README.md", "glossary.md", "architecture.md"}]


def prose(page: Path) -> str:
    """The text without fenced code, in which brackets are no links and `#` is no heading."""
    return re.sub(r"^( *)```.*?^\1```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)


@cache
def anchors(page: Path) -> set[str]:
    """The anchors that GitHub makes of the page's headings."""
    seen: Counter[str] = Counter()
    made = set()
    for heading in re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE):
        slug = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        made.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return made


def is_missing(page: Path, link: str) -> bool:
    """True if a relative link of a page leads to no file, or to no heading of it."""
    path, _, anchor = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return not target.exists() or bool(anchor and anchor not in anchors(target))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_relative_link_leads_somewhere(name: str) -> None:
    """Links lead to existing files and, after `#`, to existing headings."""
    page = ROOT / name
    text = prose(page)
    links = [link for link in (*LINK.findall(text), *IMAGE.findall(text)) if not re.match(r"[a-z]+:", link)]
    assert [link for link in links if is_missing(page, link)] == []


def is_path(word: str) -> bool:
    """True for names with an ending of a file, and for names of folders (`log/`)."""
    return word.endswith("/") or bool(ENDING.search(word))


@pytest.mark.parametrize("name", INDEXES)
def test_every_path_that_an_index_names_exists(name: str) -> None:
    """Paths are relative to the root, to the page's folder, or to any folder between."""
    page = ROOT / name
    words = [word for word in NAMED.findall(prose(page)) if is_path(word) and not word.startswith(".")]
    places = [folder for folder in page.parents if folder.is_relative_to(ROOT)]
    assert [word for word in words if not any((place / word).exists() for place in places)] == []


def test_links_and_paths_are_found() -> None:
    """The searches above find enough matches to be meaningful."""
    assert len(DOCUMENTS) > 60
    assert sum(len(LINK.findall(prose(ROOT / name))) for name in DOCUMENTS) > 200
    assert sum(map(is_path, NAMED.findall(prose(ROOT / "docs" / "glossary.md")))) > 25
