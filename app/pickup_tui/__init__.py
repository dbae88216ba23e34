"""See every handoff that coding agents left, pick one, and get its brief."""

__version__ = "0.1.0"
