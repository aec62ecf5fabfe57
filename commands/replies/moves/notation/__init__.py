"""Moves in their game's notation, as people and mail programs change it."""
