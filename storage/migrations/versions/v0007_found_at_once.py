"""Players by their addresses, and boards with open offers, are found at once, however many."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
oldest_version = "0005"


def upgrade() -> None:
    """Adds indexes, which servers of earlier versions keep up to date."""
    op.create_index("ix_address_lower", "address", [sa.text("lower(address)")])
    where = sa.text("offer <> ''")
    op.create_index("board_offered", "board", ["id"], sqlite_where=where, postgresql_where=where)
