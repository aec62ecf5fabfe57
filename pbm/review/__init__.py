"""Reviews of finished games: values, better moves, and the facts behind them in words."""
