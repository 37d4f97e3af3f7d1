"""How each documented answer on comments and talk comes about."""
