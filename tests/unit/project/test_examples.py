"""The examples in docstrings: each gives what stands below it."""

import doctest
import re
from importlib import import_module

import pytest

from tests.unit.project.tree import PRODUCTS, ROOT

EXAMPLE = re.compile(r"^\s*>>> ", re.MULTILINE)

MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("harness", "tests", *PRODUCTS)
    for path in (ROOT / package).rglob("*.py")
    if EXAMPLE.search(path.read_text("utf-8"))
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    """A failed example is printed with its line, what it should give, and what it gave."""
    failed, tried = doctest.testmod(import_module(name))
    assert tried > 0
    assert failed == 0
