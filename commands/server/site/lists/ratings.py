"""Ratings in lists, and the curve of a player's rating at a game."""

WIDTH, HEIGHT = 420, 180
LEFT, TOP, BOTTOM = 40, 10, 24
"""The widths of the margins with the labels."""
