"""Drawings of boards, and pictures of positions and games."""
