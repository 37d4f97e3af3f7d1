"""The release, the wheel and the compiled kernel."""
