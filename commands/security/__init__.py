"""Keys, tokens, codes, passwords, lockout and limits."""
