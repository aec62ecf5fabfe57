"""A board as HTML tables, for emails."""
