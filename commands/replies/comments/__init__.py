"""Comments of commands in replies, and full commands below them."""
