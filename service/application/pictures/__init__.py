"""Drawings of boards, and pictures of positions and games.

In the product, `resvg_py`, `PIL` and `uharfbuzz` are imported only here (import contracts in
`pyproject.toml`). Scenes are drawn with `service/templates/pictures/`. `font/DejaVuSans-Bold.ttf` makes a
picture the same on every machine; `font/LICENSE.txt` is its licence. Start with `drawing.py`.
"""
