"""Games in a terminal: recordings, texts, drawings, pages, and stepping through them with keys.

Pages are computed by pure functions of a recording and a position; only `keyboard` and `stepping` use the
terminal. Text from outside passes through `clean` before it is shown.

Imports `kingdomino`, `replays` and `service/application/i18n`, and no command. Start with `stepping.py`.
"""
