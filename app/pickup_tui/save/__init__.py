"""The writers: one for each kind of handoff, and the safe write that they share."""
