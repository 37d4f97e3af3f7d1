"""Who sits at which table: leagues, Swiss rounds and knock-outs (`docs/organize/pairing.md`).

All functions are pure; random numbers come from the caller, so that anyone can pair a round again. Only
`matching.py` uses the library that matches. It imports nothing of this project. Start with `forms.py`.
"""
