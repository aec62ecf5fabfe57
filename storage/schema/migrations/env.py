"""The alembic environment. `schema_upgrade` runs it on its connection.

Developers run it by hand:

    alembic -x database=sqlite:///pbm-data/pbm.db revision --autogenerate -m "what changes"
"""

from alembic import context
from sqlalchemy import Connection, create_engine
from sqlmodel import SQLModel

import storage.tables  # noqa: F401 - fills the metadata


def _migrate(connection: Connection) -> None:
    context.configure(connection, target_metadata=SQLModel.metadata, render_as_batch=True)
    context.run_migrations()


connection = context.config.attributes.get("connection")
if connection is not None:
    _migrate(connection)
else:
    with create_engine(
        context.get_x_argument(as_dictionary=True)["database"]
    ).begin() as connection:
        _migrate(connection)
