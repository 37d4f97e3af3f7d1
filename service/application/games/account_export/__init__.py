"""The export of an account: everything stored about it, for its owner.

Both forms are written in pieces, so that a process never holds a whole export. A new part is one `Part` in
`parts.py`, with a sentence that describes it, and a field of `ExportAnswer`
(`service/api/accounts/schemas/export.py`). No Flask. Start with `parts.py`.
"""
