"""The command `pbm setup`: its questions, trials of the answers, and the files it writes."""
