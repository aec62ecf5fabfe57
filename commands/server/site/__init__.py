"""The process that makes the web pages."""
