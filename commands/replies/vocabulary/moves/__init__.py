"""Words of moves."""
