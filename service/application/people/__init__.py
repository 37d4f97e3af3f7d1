"""People: players' contacts, results, ratings, search by name, and moderation.

Names, profiles and who may see a profile are in `accounts/`. `workers/worker/projections/registry.py` runs
the projection of `recorder.py`. Start with `results.py`.
"""
