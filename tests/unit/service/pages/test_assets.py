"""Assets are bundled, cached for long, and refetched when changed."""

import pytest
from flask import Flask

from service.http import page_headers
from service.http.endpoints import DeclaringFlask
from service.pages.shared import assets
from service.pages.shared.assets import Assets
from service.pages.shared.bundles import bundle


@pytest.fixture
def app() -> Flask:
    """Give an application with only these files."""
    made = DeclaringFlask("assets", static_folder=None)
    page_headers.register(made)
    return made


@pytest.fixture
def files(app: Flask) -> Assets:
    """Give the assets of that application."""
    return assets.register(app)


@pytest.mark.slow
def test_a_file_of_this_edition_is_kept(app: Flask, files: Assets) -> None:
    """It is cached for a year, because a changed file has another URL."""
    with app.test_request_context():
        address = files.address("table/table.js")
    with app.test_client().get(address) as answer:
        assert answer.status_code == 200
        assert answer.data.decode() == bundle(assets.FOLDER, "table/table.js")
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.mimetype == "text/javascript"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.usefixtures("files")
def test_of_another_edition_it_is_served_and_not_kept(app: Flask) -> None:
    """Pages of a process before or after an upgrade still work."""
    with app.test_client().get("/assets/0123456789ab/style.css") as answer:
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "name",
    [
        "nothing.js",
        "../app.py",
        "%2e%2e/app.py",
        "table",
        "README.md",
        "table/README.md",
        "table/./table.js",
        "%00.js",
        "x" * 5000 + ".js",
    ],
)
def test_nothing_else_is_served(app: Flask, files: Assets, name: str) -> None:
    """Other paths get 404."""
    assert app.test_client().get(f"/assets/{files.edition}/{name}").status_code == 404
    assert app.test_client().get(f"/static/{name}").status_code == 404


def test_a_script_comes_with_its_imports(app: Flask, files: Assets) -> None:
    """The page has one tag with the response's nonce, and the file has all imports."""
    with app.test_request_context():
        tag = str(files.script("lobby/lobby.js"))
        address = files.address("lobby/lobby.js")
        assert tag == f'<script type="module" nonce="{page_headers.csp_nonce()}" src="{address}"></script>'
    with app.test_client().get(address) as answer:
        assert answer.data.decode() == bundle(assets.FOLDER, "lobby/lobby.js")
    with app.test_client().get(address, headers={"If-None-Match": answer.headers["ETag"]}) as known:
        assert (known.status_code, known.data) == (304, b"")


def test_a_file_by_its_path_alone_is_as_it_was_written(app: Flask, files: Assets) -> None:
    """The path without an edition returns the single module, revalidated each time."""
    with app.test_client().get("/static/lobby/lobby.js") as answer:
        assert answer.data == (assets.FOLDER / "lobby/lobby.js").read_bytes()
        assert answer.headers["Cache-Control"] == "no-cache"
