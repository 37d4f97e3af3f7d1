"""The names of classes: one name, one meaning."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[3]
PRODUCTS = ("kingdomino", "replays", "service", "workers")
FORMS = {
    "Schema": "schema",
    "Strict": "schema",
    "Fault": "schema",
    "GameEvent": "stored event",
    "DynastyEvent": "stored event",
}
"""What a class with this base is: the API's or the log's form of a value that may have the same name."""
VALUE = "value"

Places = dict[str, list[str]]
"""The modules that have a class of one name, by what the class is."""


def declared() -> dict[str, Places]:
    """The places of all public classes of the products, by name."""
    found: dict[str, Places] = defaultdict(lambda: defaultdict(list))
    for path in (path for product in PRODUCTS for path in (ROOT / product).rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                forms = [
                    FORMS[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in FORMS
                ]
                found[node.name][forms[0] if forms else VALUE].append(str(path.relative_to(ROOT)))
    return found


CLASSES = declared()


def test_a_value_and_its_forms_may_share_a_name() -> None:
    """The API's schema and the stored event have the name of what they describe."""
    assert set(CLASSES["Kingdom"]) == {"schema", VALUE}
    assert set(CLASSES["LineDealt"]) == {"stored event", VALUE}


def test_no_other_classes_share_a_name() -> None:
    """Two different things have different names, so that a search finds one of them."""
    shared = [places for forms in CLASSES.values() for places in forms.values() if len(places) > 1]
    assert shared == []
