"""Reads when players are away, and who moves for them no longer."""
