"""The migrations, one file for each change of the tables: vNNNN_what.py, newest last."""
