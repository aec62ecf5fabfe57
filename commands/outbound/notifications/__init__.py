"""Notifications of players: schedule, digests and format."""
