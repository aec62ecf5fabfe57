"""The command `pbm setup`: its questions, the trials of the answers, and the files."""
