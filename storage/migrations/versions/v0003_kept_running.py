"""Keeps health problems, finds mails by index, and tells restored boards by their numbers."""

import sqlalchemy as sa
from alembic import op

from storage.tables.columns import Moment

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Adds the tables and columns; what is stored keeps its meaning."""
    _add_incidents()
    _add_problems()
    _index_outbox()
    _add_first_number()
    _drop_numbering()


def _add_incidents() -> None:
    op.create_table(
        "incident",
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("subject", sa.String(), primary_key=True),
        sa.Column("hour", Moment, primary_key=True),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.Column("at", Moment, nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
    )
    op.create_index("ix_incident_hour", "incident", ["hour"])


def _add_problems() -> None:
    op.create_table(
        "problem",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("since", Moment, nullable=False),
        sa.Column("told", Moment, nullable=True),
        sa.Column("ended", Moment, nullable=True),
    )


def _index_outbox() -> None:
    """Adds indexes: of what failed or was set aside, and of what was sent to whom."""
    aside = sa.text("state NOT IN ('waiting', 'sent')")
    done = sa.text("state <> 'waiting' AND recipient <> ''")
    for name, columns, where in (
        ("outbox_aside", ["state", "id"], aside),
        ("outbox_recipient", [sa.text("lower(recipient)")], done),
    ):
        op.create_index(name, "outbox", columns, sqlite_where=where, postgresql_where=where)


def _add_first_number() -> None:
    """Lets the boards of a generation be told by their numbers."""
    number = sa.Column("first_number", sa.Integer(), nullable=False, server_default="0")
    with op.batch_alter_table("generation") as batch:
        batch.add_column(number)


def _drop_numbering() -> None:
    """Drops sequences that version 0002 made on PostgreSQL, and that no new database has."""
    if op.get_bind().dialect.supports_sequences:
        for table in ("generation", "identity"):
            op.execute(f"ALTER TABLE {table} ALTER number DROP DEFAULT")
            op.execute(f"DROP SEQUENCE IF EXISTS {table}_number_seq")
