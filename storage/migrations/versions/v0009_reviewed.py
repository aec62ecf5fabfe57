"""A board's review is computed once for each player who asks for it; robots are found at once."""

import sqlalchemy as sa
from alembic import op

from storage.tables.columns import LARGE, Moment

revision = "0009"
down_revision = "0008"
oldest_version = "0005"


def upgrade() -> None:
    """Adds the table of reviews, which servers of earlier versions leave alone, and an index."""
    op.create_table(
        "review",
        sa.Column("id", LARGE, primary_key=True),
        sa.Column("board_id", LARGE, sa.ForeignKey("board.id"), nullable=False),
        sa.Column("player_id", LARGE, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("asker", sa.String(), nullable=False),
        sa.Column("letter", sa.String(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.Column("due", Moment(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("holder", sa.String(), nullable=False, server_default=""),
    )
    op.create_index("review_once", "review", ["board_id", "player_id"], unique=True)
    op.create_index("ix_review_player_id", "review", ["player_id"])
    op.create_index("ix_review_due", "review", ["due"])
    robots = sa.text("robot != ''")
    op.create_index("player_robot", "player", ["id"], sqlite_where=robots, postgresql_where=robots)
