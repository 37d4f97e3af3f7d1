"""The words of games: for the entries of the registries of rules, clocks, bots and events.

A test fails if an entry of a registry has no words. It may import those registries and `../speaking.py`.
Start with `events.py`.
"""
