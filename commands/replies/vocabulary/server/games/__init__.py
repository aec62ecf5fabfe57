"""The words of wishes for a game and its terms."""
