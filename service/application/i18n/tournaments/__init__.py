"""The words of tournaments, for pages, notices and the terminal.

`words.py` has the names of kinds, scales, tie-breaks and statuses; `regulations.py` says the regulations in
sentences, `acts.py` the acts of directors; `numbers.py` writes points. Start with `words.py`.
"""
