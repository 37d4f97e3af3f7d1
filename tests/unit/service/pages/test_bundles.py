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
    """What remains of the imports in the bundle of a script, and imported names that no module exports."""
    text = bundle(FOLDER, name)
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
    assert bundle(tmp_path, "a.js") == (
        "// c.js\nconst $0 = (() => {\n"
        "const own = 1;\nconst c = own;\nasync function* later() {}\nclass C {}\n"
        "return { c, later, C };\n})();\n\n"
        "// b.js\nconst $1 = (() => {\nconst c = $0;\nconst b = c.c;\nreturn { b };\n})();\n\n"
        "// a.js\nconst { b } = $1;\nconst { c : d } = $0;\nexport const a = b + d;\n"
    )


def test_comments_are_left_out(tmp_path: Path) -> None:
    """Only whole lines are removed, because the end of a line may be text."""
    written(tmp_path, a='// What it is\nconst a = "// no"; // why\n  // and\n/** @type {number} */\na();\n')
    assert bundle(tmp_path, "a.js") == '// a.js\nconst a = "// no"; // why\n/** @type {number} */\na();\n'


@pytest.mark.parametrize(
    "statement",
    [
        "export let a = 1;",
        "export default 1;",
        'export { c } from "./c.js";',
        "export const { a } = {};",
        'import "./c.js";',
        'import c from "./c.js";',
        'const c = import("./c.js");',
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


def test_modules_that_import_each_other_are_refused(tmp_path: Path) -> None:
    """The error names the cycle."""
    written(tmp_path, **{name: f'import {{ x }} from "./{to}.js";\n' for name, to in ("ab", "bc", "cb")})
    with pytest.raises(ValueError, match=r"b\.js imports itself by way of c\.js"):
        bundle(tmp_path, "a.js")
