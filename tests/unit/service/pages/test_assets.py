"""Assets are bundled, cached for long, and refetched when changed."""

from importlib.util import find_spec

import pytest
from flask import Flask

from service.http import page_headers
from service.http.endpoints import DeclaringFlask
from service.pages.shared import assets
from service.pages.shared.assets import Assets
from service.pages.shared.bundles import bundle
from service.pages.shared.minification import minified

JS = assets.TYPES[".js"]


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
        assert answer.data.decode() == minified(
            "table/table.js", bundle(assets.FOLDER, "table/table.js").script, JS
        )
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
        nonce = page_headers.csp_nonce()
        assert tag.startswith(f'<script type="module" nonce="{nonce}" src="{address}"')
        assert tag.count("<script") == 1
    with app.test_client().get(address) as answer:
        assert answer.data.decode() == minified(
            "lobby/lobby.js", bundle(assets.FOLDER, "lobby/lobby.js").script, JS
        )
    with app.test_client().get(address, headers={"If-None-Match": answer.headers["ETag"]}) as known:
        assert (known.status_code, known.data) == (304, b"")


def test_a_file_by_its_path_alone_is_as_it_was_written(app: Flask, files: Assets) -> None:
    """The path without an edition returns the single module, revalidated each time."""
    with app.test_client().get("/static/lobby/lobby.js") as answer:
        assert answer.data == (assets.FOLDER / "lobby/lobby.js").read_bytes()
        assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.skipif(find_spec("minify") is None, reason="there is no minifier for this platform")
def test_scripts_and_styles_are_minified_but_for_what_judges(files: Assets, app: Flask) -> None:
    """A stranger can read the scripts of the audit in the browser, comments apart."""

    def sent(name: str) -> str:
        return app.test_client().get(f"/assets/{files.edition}/{name}").text

    for name in ("audit/page.js", "audit/saved.js"):
        assert sent(name) == bundle(assets.FOLDER, name).script
    for name, whole in (
        ("lobby/lobby.js", bundle(assets.FOLDER, "lobby/lobby.js").script),
        ("style.css", (assets.FOLDER / "style.css").read_text("utf-8")),
    ):
        assert len(sent(name)) < 0.9 * len(whole)


def test_a_part_is_served_under_its_script(app: Flask, files: Assets) -> None:
    """The tag names it, so that it is kept with the page; it comes with its own edition only."""
    with app.test_request_context():
        tag = str(files.script("table/table.js"))
    parts = bundle(assets.FOLDER, "table/table.js").parts
    named = [f"/assets/{files.edition}/table/table.js/{name}" for name in parts]
    assert named
    assert f' data-parts="{" ".join(named)}"' in tag
    client = app.test_client()
    for name, address in zip(parts, named, strict=True):
        answer = client.get(address)
        assert answer.text == minified(name, parts[name], JS)
        assert (answer.mimetype, answer.headers["Cache-Control"]) == (
            JS,
            "public, max-age=31536000, immutable",
        )
        assert client.get(address.replace(files.edition, "0123456789ab")).status_code == 404
    assert client.get(f"/assets/{files.edition}/table/table.js/table/turn.js").status_code == 404
    assert client.get(f"/assets/{files.edition}/table/none.js/table/turn.js").status_code == 404


@pytest.mark.skipif(find_spec("minify") is None, reason="there is no minifier for this platform")
def test_what_cannot_be_minified_is_sent_as_written(caplog: pytest.LogCaptureFixture) -> None:
    """The log tells the operator."""
    broken = "const a = ;"
    assert minified("a.js", broken, JS) == broken
    assert "a.js is sent as written" in caplog.text
