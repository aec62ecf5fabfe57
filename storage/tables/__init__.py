"""The database's tables. Queries use `Table` objects, because the ORM costs three times as much."""

# Import all modules, because the metadata must be complete before anything creates the tables.
from storage.tables import boards as boards
from storage.tables import competitions as competitions
from storage.tables import identity as identity
from storage.tables import mail as mail
from storage.tables import mailboxes as mailboxes
from storage.tables import nodes as nodes
from storage.tables import players as players
from storage.tables import server as server
