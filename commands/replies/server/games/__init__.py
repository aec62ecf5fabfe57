"""Wishes for games, and questions about their rules."""
