"""Moves in replies: how people write them, which board they are for, and what else is planned."""
