"""What a kingdom is made of: dominoes on squares, and how these are written as text."""
