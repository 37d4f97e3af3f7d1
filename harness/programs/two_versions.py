"""A new version of the rules, in which Harmony pays 1 more, and the command line as a program that knows it.

A test knows it within `VERSIONS.registered(ONE_MORE)`,
and `python -m harness.programs.two_versions` always.
"""

from dataclasses import replace

from kingdomino.board.numbers import Points
from kingdomino.rules import Rules
from kingdomino.rules.versions import VERSIONS

OLD = VERSIONS.newest.number
"""The newest version of the product."""

NEW = OLD + 1
"""The version that no other program knows."""

ONE_MORE = replace(VERSIONS.newest, number=NEW, harmony=Points(VERSIONS.newest.harmony + 1))

BONUS = {OLD: VERSIONS.newest.harmony, NEW: ONE_MORE.harmony}
"""What Harmony pays, by version."""

HARMONY = {number: Rules(harmony=True, version=number) for number in BONUS}
"""Rules that differ in their version alone."""

PAID_SEED = 4
"""With it two players at random complete a kingdom, by either version in the same moves."""


if __name__ == "__main__":
    with VERSIONS.registered(ONE_MORE):
        from service.cli.main import main

        main()
