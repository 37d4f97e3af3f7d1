"""The folders of the pages' scripts are layered as in their READMEs."""

import posixpath
import re
from graphlib import TopologicalSorter
from pathlib import Path

from service.pages.shared.assets import FOLDER

_IMPORT = re.compile(r'(?:from|import) "(\.[^"]+)"')


def _name(folder: Path) -> str:
    return folder.relative_to(FOLDER).as_posix()


def test_no_folders_import_each_other() -> None:
    """A folder imports only folders below it."""
    imports: dict[str, set[str]] = {}
    for script in FOLDER.rglob("*.js"):
        here = _name(script.parent)
        named = _IMPORT.findall(script.read_text("utf-8"))
        folders = {posixpath.dirname(posixpath.normpath(posixpath.join(here, path))) for path in named}
        imports.setdefault(here, set()).update(folders - {here})
    order = list(TopologicalSorter(imports).static_order())  # raises CycleError on a cycle
    places = [order.index(folder) for folder in ("shared", "board", "table/showing", "replay")]
    assert places == sorted(places)
    assert imports["audit/encoding"] == {"shared"}
