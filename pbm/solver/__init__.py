"""Proofs of the values of positions, with tablebases in the data folder and limits on time."""
