"""Programs of others that play: how they are started, asked and ended."""
