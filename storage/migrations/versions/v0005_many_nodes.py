"""Nodes share the work on a database: their leases and the keys that sign are kept in it."""

import sqlalchemy as sa
from alembic import op

from storage.tables.columns import LARGE, Moment

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Adds tables, and columns with defaults: servers of the version before go on meanwhile."""
    _add_nodes()
    _add_leases()
    _add_signing_keys()
    _add_site_settings()
    _extend_identity()
    _name_holders_of_jobs()


def _add_nodes() -> None:
    op.create_table(
        "node",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("incarnation", sa.String(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("data", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=False),
        sa.Column("schema_version", sa.String(), nullable=False),
        sa.Column("roles", sa.String(), nullable=False),
        sa.Column("since", Moment, nullable=False),
        sa.Column("seen", Moment, nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.Column("draining", sa.Boolean(), nullable=False),
        sa.Column("drained", sa.Boolean(), nullable=False),
    )


def _add_leases() -> None:
    op.create_table(
        "lease",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("until", Moment, nullable=False),
    )
    op.create_table(
        "turn_lease",
        sa.Column("board_id", LARGE, sa.ForeignKey("board.id"), primary_key=True),
        sa.Column("checksum", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("until", Moment, nullable=False),
    )
    op.create_table(
        "engine_absence",
        sa.Column("holder", sa.String(), primary_key=True),
        sa.Column("userid", sa.String(), primary_key=True),
        sa.Column("detail", sa.String(), nullable=False),
    )


def _add_signing_keys() -> None:
    op.create_table(
        "signing_key",
        sa.Column("id", LARGE, primary_key=True),
        sa.Column("purpose", sa.String(), nullable=False),
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("sealed", sa.Boolean(), nullable=False),
        sa.Column("begun", Moment, nullable=False),
        sa.Column("until", Moment, nullable=True),
        sa.Column("generation", LARGE, nullable=False),
    )


def _add_site_settings() -> None:
    op.create_table(
        "site_setting",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
    )


def _extend_identity() -> None:
    """Names the site's key, and the oldest version of pbm that may work on these tables."""
    for name in ("site_key_fingerprint", "oldest_schema_version"):
        op.add_column("identity", sa.Column(name, sa.String(), nullable=False, server_default=""))


def _name_holders_of_jobs() -> None:
    """Names who has the lease of a solve job: only its holder may answer it."""
    op.add_column("job", sa.Column("holder", sa.String(), nullable=False, server_default=""))
