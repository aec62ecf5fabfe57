"""Proofs of the values of positions: by tables, by searches, and by arguments about a game."""
