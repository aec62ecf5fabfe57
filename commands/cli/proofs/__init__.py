"""Commands that make and check proofs and their tables."""
