"""The pages of boards: the game position by position, divided if it is long."""
