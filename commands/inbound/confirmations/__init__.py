"""Handles replies to the emails that ask for confirmations."""
