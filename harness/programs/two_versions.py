"""A new version of the rules, in which Harmony pays 1 more, and the command line of a program that knows it.

A test uses it within `VERSIONS.registered(ONE_MORE)`; `python -m harness.programs.two_versions` always knows
it.
"""

from dataclasses import replace

from kingdomino.board.numbers import Points
from kingdomino.rules import Rules
from kingdomino.rules.versions import VERSIONS

OLD = VERSIONS.newest.number
"""The newest version of the product."""

NEW = OLD + 1
"""The number of the version that no other program knows."""

ONE_MORE = replace(VERSIONS.newest, number=NEW, harmony=Points(VERSIONS.newest.harmony + 1))

BONUS = {OLD: VERSIONS.newest.harmony, NEW: ONE_MORE.harmony}
"""The points for Harmony, by version."""

HARMONY = {number: Rules(harmony=True, version=number) for number in BONUS}
"""Rules that differ only in their version."""

PAID_SEED = 4
"""The seed with which two random players complete a kingdom, with the same moves in either version."""


if __name__ == "__main__":
    with VERSIONS.registered(ONE_MORE):
        from service.cli.main import main

        main()
