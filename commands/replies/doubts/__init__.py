"""Whether other words of a reply leave in doubt that its move is meant."""
