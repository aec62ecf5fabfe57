"""The proved values of the starts of games, which are shipped with pbm."""
