"""Replies to our mails: moves, commands and words about the board or message replied to."""
