"""Words that name a board."""
