"""How a database of an older pbm becomes one of this pbm, by alembic."""
