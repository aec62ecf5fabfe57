"""Tournaments: their terms, pairings and standings, and their state as a replay of events."""
