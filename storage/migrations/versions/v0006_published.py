"""Boards may be private; comments may be published; finished games may be explored by position."""

import sqlalchemy as sa
from alembic import op

from storage.tables.columns import LARGE, Moment

revision = "0006"
down_revision = "0005"
oldest_version = "0005"


def upgrade() -> None:
    """Adds tables, an index, and a column with a default: servers of the version before go on."""
    op.add_column(
        "board", sa.Column("private", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.create_index("ix_board_changed", "board", ["changed"])
    _add_published_comments()
    _add_explored_boards()


def _add_published_comments() -> None:
    op.create_table(
        "published_comment",
        sa.Column("id", LARGE, primary_key=True),
        sa.Column("board_id", LARGE, sa.ForeignKey("board.id"), nullable=False),
        sa.Column("player_id", LARGE, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", Moment, nullable=False),
    )
    op.create_index("ix_published_comment_board_id", "published_comment", ["board_id"])
    op.create_index("ix_published_comment_player_id", "published_comment", ["player_id"])


def _add_explored_boards() -> None:
    op.create_table(
        "explored_board",
        sa.Column("board_id", LARGE, sa.ForeignKey("board.id"), primary_key=True),
        sa.Column("checksum", sa.String(), nullable=False),
    )
    op.create_table(
        "explored_move",
        sa.Column("board_id", LARGE, sa.ForeignKey("board.id"), primary_key=True),
        sa.Column("ply", sa.Integer(), primary_key=True),
        sa.Column("position", sa.String(), nullable=False),
        sa.Column("move", sa.String(), nullable=False),
    )
    op.create_index("ix_explored_move_position", "explored_move", ["position", "board_id"])
