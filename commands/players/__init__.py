"""Players: authentication, confirmations, addresses, preferences, and whether mail reaches them."""
