"""Errors about replies without a command, and notes about text that isn't sent."""
