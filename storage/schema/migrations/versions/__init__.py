"""The migrations, one file for each change of the tables, named vNNNN_SUBJECT.py."""
