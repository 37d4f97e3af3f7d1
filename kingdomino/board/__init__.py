"""A kingdom's parts: dominoes on squares, and their text notation.

It knows no turns and no rule sets, and imports no other folder. Start with `kingdom.py`.
"""
