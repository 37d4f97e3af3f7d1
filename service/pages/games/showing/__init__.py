"""Parts of a game's pages beside the board: points, the result, the dynasty, the preview of links.

They return values for templates and read no request. Templates: `../../../templates/board` and
`../../../templates/shared`. Start with `results.py`.
"""
