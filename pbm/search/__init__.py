"""How much a search for a proof or a move may do."""
