"""The words by which the lines of replies are understood, in the languages of the players."""
