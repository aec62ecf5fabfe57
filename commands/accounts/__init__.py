"""Players: addresses, preferences, robot accounts, and whether mail reaches them."""
