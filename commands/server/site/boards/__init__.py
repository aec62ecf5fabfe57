"""The page of a board, which shows the position after each move. Long games have several pages."""
