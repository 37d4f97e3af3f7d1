"""The director's desk: a page on which everything is directed with small forms that need no script.

`seen.py` has what the page shows, `reading.py` reads its forms by the registry of acts. Start with `page.py`.
"""
