"""Tournaments: their terms, pairings, standings, and their state as a replay of events."""
