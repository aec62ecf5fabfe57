"""Robots as players: who they are, and how they come to move."""
