"""The process that takes requests to unsubscribe by one click."""
