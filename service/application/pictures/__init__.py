"""Drawings of boards, and pictures of positions and games.

In the product, `resvg_py`, `PIL` and `uharfbuzz` are imported only here (import contracts in
`pyproject.toml`). Scenes are drawn with `service/templates/pictures/`. The fonts in `font/`, with a licence
each, make a picture the same on every machine. Start with `drawing.py`.
"""
