"""Players: addresses, preferences, robot accounts, and their reachability by mail."""
