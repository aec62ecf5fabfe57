"""What a reply is about: the board or the message, and the addresses that several players share."""
