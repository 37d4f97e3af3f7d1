"""The commands around the public log of heads: witness, monitor and convict.

`keys.py` reads keys of logs from options, `statements.py` signed statements from files, `reading.py` a log
over HTTP. The rules are in `replays/transparency`, the monitor's parts in `../monitoring`, the witness's
server in `service/witness`. Start with `convict.py`.
"""
