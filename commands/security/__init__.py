"""Keys, tokens, codes, passwords, lockout and rate limits."""
