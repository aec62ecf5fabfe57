"""Moves, and plans for later moves, in the sentences of a reply."""
