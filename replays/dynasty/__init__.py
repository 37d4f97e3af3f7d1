"""The event log of a dynasty (R13): a separate stream that starts games and adds up their results.

A dynasty is three games in a row with the same players. Nothing but `dynasties.py` changes one. Start with
`aggregate.py`.
"""
