"""The parts of Kingdomino Origins beyond the base game: fires, resources, totems and cavemen (R20-R31).

Each mode is a variant of the base game: one module and one object. A new variant is a subclass here and an
entry in `machine/variants.py`. Start with `discovery.py`.
"""
