"""Tournaments: each tick of the clocks takes their next steps."""
