"""The clocks of boards: when they stop, and by when a player must move."""
