"""The values of the pages' tables: results by round, crosstables, and the parts of each number.

They read a tournament alone, and know no request. Start with `history.py`.
"""
