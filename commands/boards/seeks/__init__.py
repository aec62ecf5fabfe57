"""Seeks: their terms, the rules for pairing them, and lists of them."""
