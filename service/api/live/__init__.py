"""Live streams of events.

`streams.py` serves the streams of `../history` and `../accounts` too. `service/application/live` follows the
feeds of the log and wakes these streams. `docs/understand/live.md` is the contract for clients. Start with
`live.py`.
"""
