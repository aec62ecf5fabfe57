"""Handles incoming email: commands, replies, confirmations and bounces."""
