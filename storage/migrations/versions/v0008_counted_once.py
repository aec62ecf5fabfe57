"""Boards and rated players are counted as they change; the latest and best are found at once."""

import sqlalchemy as sa
from alembic import op

from storage.tables.columns import LARGE
from storage.tables.triggers import make_triggers

revision = "0008"
down_revision = "0007"
oldest_version = "0005"

HAS_CHOSEN = (
    "EXISTS (SELECT 1 FROM preference JOIN seat ON seat.player_id = preference.player_id "
    "WHERE seat.board_id = board.id AND preference.game = '' AND preference.name = 'visibility' "
    "AND preference.value = '{}')"
)
COUNT_BOARDS = f"""
    INSERT INTO counted (board_id, player_id, game, kind, visibility)
    SELECT id, 0, game,
        CASE WHEN places IS NULL THEN 'running' ELSE 'finished' END,
        CASE WHEN private OR {HAS_CHOSEN.format("private")} THEN 'private'
            WHEN {HAS_CHOSEN.format("members")} THEN 'members' ELSE 'public' END
    FROM board WHERE removed = ''
"""  # noqa: S608 - all from above
COUNT_RATINGS = """
    INSERT INTO counted (board_id, player_id, game, kind, visibility)
    SELECT 0, rating.player_id, rating.game, 'rated',
        CASE WHEN value IN ('private', 'members') THEN value ELSE 'public' END
    FROM rating LEFT JOIN preference ON preference.player_id = rating.player_id
        AND preference.game = '' AND preference.name = 'visibility'
"""
KEEP_COUNTS = """
    INSERT INTO kept_count (game, kind, visibility, number)
    SELECT game, kind, visibility, COUNT(*) FROM counted GROUP BY game, kind, visibility
"""


def upgrade() -> None:
    """Adds tables, indexes, and triggers, which serve servers of earlier versions as well."""
    _add_indexes()
    _add_tables()
    make_triggers(op.get_bind())
    for statement in (COUNT_BOARDS, COUNT_RATINGS, KEEP_COUNTS):
        op.execute(statement)


def _add_indexes() -> None:
    for name, condition in (("board_running", "NULL"), ("board_finished", "NOT NULL")):
        where = sa.text(f"places IS {condition}")
        op.create_index(
            name, "board", ["game", "changed"], sqlite_where=where, postgresql_where=where
        )
    op.create_index("rating_best", "rating", ["game", "mu"])
    op.create_index("preference_named", "preference", ["name", "game"])


def _add_tables() -> None:
    op.create_table(
        "kept_count",
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("kind", sa.String(), primary_key=True),
        sa.Column("visibility", sa.String(), primary_key=True),
        sa.Column("number", sa.Integer(), nullable=False),
    )
    op.create_table(
        "counted",
        sa.Column("board_id", LARGE, primary_key=True),
        sa.Column("player_id", LARGE, primary_key=True),
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("visibility", sa.String(), nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "recount",
        sa.Column("id", LARGE, primary_key=True),
        sa.Column("board_id", LARGE, nullable=False, server_default="0"),
        sa.Column("player_id", LARGE, nullable=False, server_default="0"),
    )
