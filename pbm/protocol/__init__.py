"""The protocol between the server and engines."""
