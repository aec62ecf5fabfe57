"""Determines from the token in a reply's address which board or message the reply is about."""
