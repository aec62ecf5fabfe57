"""Matches: options, an append-only log of events, and the states to which it leads."""
