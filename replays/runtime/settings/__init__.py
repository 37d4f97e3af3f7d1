"""The settings of every process: declared once, read from the environment, documented by generated texts.

`settings.py` declares every environment variable once: name, kind of value, default, section and meaning. The
values, the refusals, `.env.example` and the table in `docs/operate/operation.md` are derived from these
declarations; `python -m replays.runtime.settings.documents` generates both texts. Nothing here knows games or
imports anything of this project outside `replays.runtime`. Start with `settings.py`.
"""
