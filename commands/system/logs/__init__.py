"""Writes the log: one line per event, with plain values and few repetitions."""
