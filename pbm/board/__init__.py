"""Boards: a match between players, with its clock, its offers and its record."""
