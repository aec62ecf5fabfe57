"""Squares of a board: their names, sets of them as bits, and the symmetries of a board."""
