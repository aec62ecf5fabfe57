"""Knows restored copies, keeps settings, and limits standstills, messages and too many mails."""

from datetime import timedelta

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import CreateSequence

from storage.tables.columns import LARGE, Moment
from storage.tables.identity import commit_numbers

revision = "0002"
down_revision = "0001"

STANDSTILL = timedelta(days=14)
"""The time for which the clocks of players who are unreachable already stand still."""


def upgrade() -> None:
    """Adds the tables and columns; what is stored keeps its meaning."""
    _add_identity()
    _add_generations()
    _add_server_settings()
    _limit_standstills()
    _add_outages()
    _add_last_letters()
    _add_overflow()


def _add_identity() -> None:
    op.create_table(
        "identity",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key_fingerprints", sa.String(), nullable=False),
        sa.Column("commits", LARGE, nullable=False),
    )
    if op.get_bind().dialect.supports_sequences:
        op.execute(CreateSequence(commit_numbers))


def _add_generations() -> None:
    op.create_table(
        "generation",
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("begun", Moment, nullable=False),
        sa.Column("first_player", LARGE, nullable=False),
        sa.Column("first_board", LARGE, nullable=False),
        sa.Column("first_mail", LARGE, nullable=False),
    )
    with op.batch_alter_table("board") as batch:
        batch.add_column(sa.Column("generation", sa.Integer(), nullable=False, server_default="0"))


def _add_server_settings() -> None:
    op.create_table(
        "server_setting",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
    )


def _limit_standstills() -> None:
    with op.batch_alter_table("unreachable") as batch:
        batch.add_column(
            sa.Column("until", Moment, nullable=False, server_default="9000-01-01 00:00:00")
        )
    columns = sa.column("player_id", LARGE), sa.column("since", Moment), sa.column("until", Moment)
    table = sa.table("unreachable", *columns)
    connection = op.get_bind()
    for row in connection.execute(sa.select(table)).all():
        one = sa.update(table).where(table.c.player_id == row.player_id)
        connection.execute(one.values(until=row.since + STANDSTILL))


def _add_outages() -> None:
    op.create_table(
        "outage",
        sa.Column("id", LARGE, primary_key=True),
        sa.Column("player_id", LARGE, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("since", Moment, nullable=False),
        sa.Column("until", Moment, nullable=False),
    )
    op.create_index("ix_outage_player_id", "outage", ["player_id"])


def _add_last_letters() -> None:
    op.create_table(
        "last_letter",
        sa.Column("player_id", LARGE, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("at", Moment, nullable=False),
    )


def _add_overflow() -> None:
    op.create_table(
        "overflow",
        sa.Column("id", LARGE, primary_key=True),
        sa.Column("recipient", sa.String(), nullable=False),
        sa.Column("at", Moment, nullable=False),
        sa.Column("said", sa.String(), nullable=False),
        sa.Column("due", Moment, nullable=False),
    )
    op.create_index("ix_overflow_recipient", "overflow", ["recipient"])
    op.create_index("ix_overflow_due", "overflow", ["due"])
