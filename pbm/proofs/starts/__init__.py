"""The proved values of the starts of games."""
