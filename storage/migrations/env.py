"""Run by alembic: by storage.schema on its connection, by a developer's `alembic` on a database.

alembic -x database=sqlite:///pbm-data/pbm.db revision --autogenerate -m "what changes"
"""

from alembic import context
from sqlalchemy import Connection, create_engine
from sqlmodel import SQLModel

import storage.tables  # noqa: F401 - which fills the metadata


def _migrate(connection: Connection) -> None:
    context.configure(connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    _migrate(given)
else:
    with create_engine(context.get_x_argument(as_dictionary=True)["database"]).begin() as made:
        _migrate(made)
