"""Protects accounts and addresses: keys, tokens, codes, passwords, lockout and limits."""
