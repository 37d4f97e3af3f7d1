"""Links and paths in documents and in the docstrings of packages lead to what exists."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.unit.project.tree import PRODUCTS, ROOT

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


DOCUMENTS = list(documents())
NAMING = {"README.md", "glossary.md", "architecture.md", "extending.md"}
"""The documents that say where things are."""
INDEXES = [page for page in DOCUMENTS if page.name in NAMING]
TREE = (*PRODUCTS, "bench", "harness", "tests")
PACKAGES = [page for name in TREE for page in sorted((ROOT / name).rglob("__init__.py"))]


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


def missing_links(page: Path) -> list[str]:
    """The relative links of a page that lead nowhere."""
    text = prose(page)
    links = [link for link in (*LINK.findall(text), *IMAGE.findall(text)) if not re.match(r"[a-z]+:", link)]
    return [link for link in links if is_missing(page, link)]


def is_path(word: str) -> bool:
    """True for names with an ending of a file, and for names of folders (`log/`)."""
    return word.endswith("/") or bool(ENDING.search(word))


def missing_paths(page: Path, text: str) -> list[str]:
    """The paths in a text that do not exist in the page's folder nor in a folder above it."""
    words = [word for word in NAMED.findall(text) if is_path(word) and not re.match(r"\.\w", word)]
    places = [folder for folder in page.parents if folder.is_relative_to(ROOT)]
    return [word for word in words if not any((place / word).exists() for place in places[: _reach(word)])]


def _reach(word: str) -> int | None:
    """How many of the folders above a page a path may start from."""
    return 1 if word.startswith("..") else None


def unknown_ends(page: Path, known: str) -> list[str]:
    """The names in a page that are part of no known path; several folders may have such a file."""
    words = [word.rstrip("/") for word in NAMED.findall(prose(page)) if is_path(word)]
    return [word for word in words if f"/{word}/" not in known and not (ROOT / word).exists()]


def docstring(package: Path) -> str:
    """What the package says of itself."""
    return ast.get_docstring(ast.parse(package.read_text("utf-8"))) or ""


def faults(found: dict[Path, list[str]]) -> dict[str, list[str]]:
    """The pages that name what does not exist."""
    return {str(page.relative_to(ROOT)): words for page, words in found.items() if words}


def test_every_relative_link_leads_somewhere() -> None:
    """Links lead to existing files and, after `#`, to existing headings."""
    assert faults({page: missing_links(page) for page in DOCUMENTS}) == {}


def test_every_path_that_an_index_names_exists() -> None:
    """Paths are relative to the root, to the page's folder, or to any folder between."""
    assert faults({page: missing_paths(page, prose(page)) for page in INDEXES}) == {}


def test_every_module_that_an_explanation_names_exists() -> None:
    """These pages walk through folders, and name the modules of each without its path."""
    known = "".join(f"/{path.relative_to(ROOT)}/\n" for name in TREE for path in (ROOT / name).rglob("*.*"))
    pages = sorted((ROOT / "docs" / "understand").glob("*.md"))
    assert len(pages) > 5
    assert faults({page: unknown_ends(page, known) for page in pages}) == {}


def test_every_path_that_a_package_names_exists() -> None:
    """The docstring of a package says where to start, and what belongs elsewhere."""
    assert faults({page: missing_paths(page, docstring(page)) for page in PACKAGES}) == {}


def test_links_and_paths_are_found() -> None:
    """The searches above find enough matches to be meaningful, and see what does not exist."""
    assert len(DOCUMENTS) > 60
    assert sum(len(LINK.findall(prose(page))) for page in DOCUMENTS) > 200
    assert sum(map(is_path, NAMED.findall(prose(ROOT / "docs" / "glossary.md")))) > 25
    assert sum(bool(NAMED.search(docstring(page))) for page in PACKAGES) > 100
    assert missing_paths(ROOT / "docs" / "x.md", "`play/nowhere.py`, `play/`, `log`") == ["play/nowhere.py"]
    assert is_missing(ROOT / "README.md", "docs/README.md#nowhere")
