"""Commands about proofs and their tables."""
