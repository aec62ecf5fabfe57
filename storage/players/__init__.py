"""Repositories of players, and of what is stored about them."""
