"""Decides when and how players are notified: schedules, digests, limits and formats."""
