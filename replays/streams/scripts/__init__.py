"""The Lua scripts of the log."""
