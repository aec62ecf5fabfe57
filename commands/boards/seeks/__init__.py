"""Seeks: their terms, which of them fit together, and how they are listed."""
