"""Commands that run the server, hand mail to it and look at it."""
