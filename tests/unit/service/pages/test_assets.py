"""Scripts and styles are fetched once, together, and anew when one of them changed."""

import re

import pytest
from flask import Flask

from service.http import page_headers
from service.pages.shared import assets
from service.pages.shared.assets import Assets


@pytest.fixture
def app() -> Flask:
    """Give an application with nothing but these files."""
    made = Flask("assets", static_folder=None)
    page_headers.register(made)
    return made


@pytest.fixture
def files(app: Flask) -> Assets:
    """Give the files of that application."""
    return assets.register(app)


def test_a_file_of_this_edition_is_kept(app: Flask, files: Assets) -> None:
    """It is asked for once a year: its address is another one when it changed."""
    with app.test_request_context():
        address = files.address("table/table.js")
    with app.test_client().get(address) as answer:
        assert answer.status_code == 200
        assert answer.data == (assets.FOLDER / "table/table.js").read_bytes()
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.mimetype == "text/javascript"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.usefixtures("files")
def test_of_another_edition_it_is_served_and_not_kept(app: Flask) -> None:
    """A page that came from a process before or after an upgrade works."""
    with app.test_client().get("/assets/0123456789ab/style.css") as answer:
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "name", ["nothing.js", "../app.py", "%2e%2e/app.py", "table", "README.md", "table/README.md"]
)
def test_nothing_else_is_served(app: Flask, files: Assets, name: str) -> None:
    """What is not there, or not among them, is not found."""
    assert app.test_client().get(f"/assets/{files.edition}/{name}").status_code == 404
    assert app.test_client().get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("entry", ["table/table.js", "replay/page.js", "lobby/lobby.js", "audit/page.js"])
def test_all_that_a_module_imports_is_named(files: Assets, entry: str) -> None:
    """Whatever way one goes from module to module, each that is met is in the list, once, and is a file."""
    named = files.imports(entry)
    assert len(set(named)) == len(named)
    for module in (entry, *named):
        folder = (assets.FOLDER / module).parent
        for path in re.findall(r"""from\s*["']([^"']+)["']""", (assets.FOLDER / module).read_text()):
            met = (folder / path).resolve().relative_to(assets.FOLDER.resolve()).as_posix()
            assert met in (entry, *named), f"{module} imports {met}"


def test_the_tags_load_them_at_once(app: Flask, files: Assets) -> None:
    """One link for each import, and then the module itself, with the answer's nonce."""
    with app.test_request_context():
        *links, tag = str(files.script("lobby/lobby.js")).splitlines()
        assert f'nonce="{page_headers.csp_nonce()}" src="{files.address("lobby/lobby.js")}"' in tag
        addresses = [re.search(r'rel="modulepreload" href="([^"]+)"', link) for link in links]
        assert [found and found[1] for found in addresses] == [
            *map(files.address, files.imports("lobby/lobby.js"))
        ]
