"""Kills of what makes and sends notices."""
