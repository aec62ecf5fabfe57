"""Reviews of finished games: the values of moves, better moves, and notes that explain them."""
