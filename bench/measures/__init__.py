"""The measures; each yields rows.

Each row has a figure of the service and, from the same run, the limit that it is compared with. A measure
belongs here if it has a limit to compare with; other figures are in `../parts`. Add it to `MEASURES` in
`../__main__.py`, and its results to `docs/operate/performance.md`. Start with `requests/moving.py`.
"""
