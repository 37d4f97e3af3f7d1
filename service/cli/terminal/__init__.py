"""Games in a terminal: recordings, words, drawings, pages, and stepping through them with keys.

What is shown is made by functions of a recording and a position; only `keyboard` and `stepping` touch the
terminal. Text that came from outside passes `clean` before it is shown.
"""
