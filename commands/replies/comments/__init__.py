"""Reads the lines below the command of a reply: its comment, and full commands."""
