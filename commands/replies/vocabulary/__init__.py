"""The words by which lines of replies are read, in the languages of players."""
