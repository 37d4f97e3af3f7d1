"""The checks of `kingdomino doctor`: each looks at one thing, says how it is, and changes no game."""
