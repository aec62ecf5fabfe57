"""The version of the tables: how they are made, checked and upgraded."""
