"""The database knows itself, its generations and keys, and the settings of its server."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.schema import CreateSequence

from storage.tables.columns import LARGE, Moment
from storage.tables.identity import commit_numbers

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the tables and columns; what is stored keeps its meaning."""
    _add_identity()
    _add_generations()
    _add_server_settings()


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
