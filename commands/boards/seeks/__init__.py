"""Seeks: their terms, who fits whom, and how they are listed."""
