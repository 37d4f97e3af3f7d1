"""Parts of a game's pages beside the board: points, the result, the dynasty, the preview of links."""
