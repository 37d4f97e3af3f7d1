"""The pages that teach the base game and Origins.

Legality and scores come from `kingdomino/` alone. Templates: `../../templates/help`; scripts:
`../../static/tutorial`. Start with `lessons.py`.
"""
