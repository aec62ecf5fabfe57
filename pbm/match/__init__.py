"""Matches: options, an append-only log of events, and the states that result from them."""
