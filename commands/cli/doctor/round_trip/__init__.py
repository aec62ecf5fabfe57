"""The trial of `pbm doctor`: mails to the server itself, and their return."""
