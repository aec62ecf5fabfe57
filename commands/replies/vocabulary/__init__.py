"""The words and phrases with which pbm understands replies, in the languages of the players."""
