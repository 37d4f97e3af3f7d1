"""A script bundled with its imports: each module once, in a browser's execution order."""

import re
from pathlib import Path

import pytest

from service.pages.shared.assets import FOLDER
from service.pages.shared.bundles import bundle

SCRIPTS = [path.relative_to(FOLDER).as_posix() for path in sorted(FOLDER.rglob("*.js"))]
TAKEN = re.compile(r"^const \{([^}]*)\} = (\$\d+);$", re.MULTILINE)
GIVEN = re.compile(r"^const (\$\d+) = .*?^return \{ (.*?) \};$", re.MULTILINE | re.DOTALL)


def written(folder: Path, **scripts: str) -> Path:
    """The folder, after these scripts are written."""
    for name, text in scripts.items():
        (folder / f"{name}.js").write_text(text, "utf-8")
    return folder


def missing_names(name: str) -> list[str]:
    """What remains of the imports in a script and its parts, and imported names that no module exports."""
    script, parts = bundle(FOLDER, name)
    return [
        missing
        for text in (script, *(script + part for part in parts.values()))
        for missing in _missing(text)
    ]


def _missing(text: str) -> list[str]:
    given = {module: set(names.split(", ")) for module, names in GIVEN.findall(text)}
    wanted = [
        (module, taken.split(":")[0].strip())
        for names, module in TAKEN.findall(text)
        for taken in names.split(",")
        if taken.strip()
    ]
    left = re.findall(r"^(?:import|\} from) .*", text, re.MULTILINE)
    return left + [f"{module}: {taken}" for module, taken in wanted if taken not in given[module]]


@pytest.mark.slow
def test_every_script_of_the_pages_can_be_bundled() -> None:
    """No import remains, and every imported name is exported."""
    assert len(SCRIPTS) > 100
    assert {name: names for name in SCRIPTS if (names := missing_names(name))} == {}


def test_a_module_is_run_once_and_before_those_that_import_it(tmp_path: Path) -> None:
    """The order is depth first by imports, as in a browser."""
    written(
        tmp_path,
        a='import { b } from "./b.js";\nimport { c as d } from "./c.js";\nexport const a = b + d;\n',
        b='import * as c from "./c.js";\nexport const b = c.c;\n',
        c="const own = 1;\nexport const c = own;\nexport async function* later() {}\nexport class C {}\n",
    )
    assert bundle(tmp_path, "a.js").script == (
        "// c.js\nconst $0 = (() => {\n"
        "const own = 1;\nconst c = own;\nasync function* later() {}\nclass C {}\n"
        "return { c, later, C };\n})();\n\n"
        "// b.js\nconst $1 = (() => {\nconst c = $0;\nconst b = c.c;\nreturn { b };\n})();\n\n"
        "// a.js\nconst { b } = $1;\nconst { c : d } = $0;\nexport const a = b + d;\n"
    )


def test_comments_are_left_out(tmp_path: Path) -> None:
    """Only whole lines are removed, because the end of a line may be text."""
    written(tmp_path, a='// What it is\nconst a = "// no"; // why\n  // and\n/** @type {number} */\na();\n')
    assert (
        bundle(tmp_path, "a.js").script == '// a.js\nconst a = "// no"; // why\n/** @type {number} */\na();\n'
    )


@pytest.mark.parametrize(
    "statement",
    [
        "export let a = 1;",
        "export default 1;",
        'export { c } from "./c.js";',
        "export const { a } = {};",
        'import "./c.js";',
        'import c from "./c.js";',
        'const c = import("c.js");',
        "const c = import(b);",
        "const here = import.meta.url;",
        "await 1;",
        "const text = `one\n// two`;",
    ],
)
def test_another_form_is_refused(tmp_path: Path, statement: str) -> None:
    """The error names the module and the statement that a bundle would change."""
    written(tmp_path, a='import { b } from "./b.js";\nb();\n', b=f"{statement}\n", c="")
    with pytest.raises(ValueError, match=r"b\.js cannot be bundled: "):
        bundle(tmp_path, "a.js")


LATER = 'export const later = () => import("./{}.js");\n'


def test_what_is_imported_later_is_a_part(tmp_path: Path) -> None:
    """It has what the script lacks, is given what the script has, and runs once."""
    written(
        tmp_path,
        a='import { b } from "./b.js";\nb();\nconst c = await import("./c.js");\n',
        b="export const b = 1;\n",
        c='import { b } from "./b.js";\nimport { d } from "./d.js";\nexport const c = b + d;\n',
        d="export const d = 2;\n",
    )
    script, parts = bundle(tmp_path, "a.js")
    assert script == (
        "// b.js\nconst $0 = (() => {\nconst b = 1;\nreturn { b };\n})();\n\n"
        "// a.js\nconst { b } = $0;\nb();\n"
        'const c = await import("./a.js/c.js").then(({ part }) => part($0));\n'
    )
    assert parts == {
        "c.js": (
            "let made;\nexport const part = ($0) => (made ??= (() => {\n"
            "// d.js\nconst $1 = (() => {\nconst d = 2;\nreturn { d };\n})();\n\n"
            "// c.js\nconst $2 = (() => {\nconst { b } = $0;\nconst { d } = $1;\nconst c = b + d;\n"
            "return { c };\n})();\nreturn $2;\n})());\n"
        )
    }


def test_what_two_parts_need_comes_with_the_script(tmp_path: Path) -> None:
    """Otherwise a page would have it twice, each with a state of its own."""
    text = 'import { x } from "./x.js";\nexport const own = x;\n'
    written(tmp_path, a=LATER.format("b") + LATER.format("c"), b=text, c=text, x="export const x = {};\n")
    script, parts = bundle(tmp_path, "a.js")
    assert script.count("// x.js\n") == 1
    assert set(parts) == {"b.js", "c.js"}
    assert not any("// x.js" in part for part in parts.values())
    assert [part.count("const { x } = $0;") for part in parts.values()] == [1, 1]


@pytest.mark.parametrize(
    ("name", "text"),
    [("a", 'import { later } from "./b.js";\n' + LATER.format("b")), ("a", LATER.format("b"))],
    ids=["at once, too", "with a part"],
)
def test_what_cannot_be_a_part_is_refused(tmp_path: Path, name: str, text: str) -> None:
    """A module imported at once cannot come later, and a part has no parts."""
    written(tmp_path, **{name: text}, b=LATER.format("c"), c="export const c = 1;\n")
    with pytest.raises(ValueError, match=r"[bc]\.js cannot be a part of a\.js"):
        bundle(tmp_path, "a.js")


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    """The error names the cycle."""
    written(tmp_path, **{name: f'import {{ x }} from "./{to}.js";\n' for name, to in ("ab", "bc", "cb")})
    with pytest.raises(ValueError, match=r"b\.js imports itself by way of c\.js"):
        bundle(tmp_path, "a.js")
