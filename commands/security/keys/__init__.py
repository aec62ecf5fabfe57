"""Stores the keys that sign addresses, codes and records, and the master key that encrypts them."""
