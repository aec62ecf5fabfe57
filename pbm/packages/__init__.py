"""Find games in other packages, call them with limits, and handle their absence."""
