"""Dynasties, and rematches, which may be one."""
