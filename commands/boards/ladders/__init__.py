"""Ladders: challenges on them, their refusals, and how ranks change."""
