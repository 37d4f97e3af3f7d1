"""The commands that copy and move an installation."""
