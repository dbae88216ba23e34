"""Puts the program where agents and shells look, and takes it away again (spec: write.md)."""
