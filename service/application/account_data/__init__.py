"""The data of an account as a whole: its export for its owner, and its erasure.

`service/application/account_keys.py` declares the parts of an account that lie in its slot, `elsewhere.py`
what lies outside, and `export.py` the members of an export, which those two name. A test fills an account
with everything, and finds a key with its id that no entry claims, no export shows, or erasing leaves.

Both forms of the export are written in pieces, so that a process never holds a whole one. A new list is an
`ExportList` in `export.py`, and a field of `ExportAnswer` (`service/api/accounts/schemas/export.py`). Start
with `export.py`.
"""
