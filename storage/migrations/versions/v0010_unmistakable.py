"""No two new userids look alike, and those who sign off are named by numbers."""

import sqlalchemy as sa
from alembic import op

from pbm.look_alikes import skeleton
from storage.tables.columns import LARGE

revision = "0010"
down_revision = "0009"
oldest_version = "0005"

NAME = "'former-player-' || id"
SIGNED_OFF = (
    "INSERT INTO former_name (key, player_id) SELECT key, id FROM player WHERE password_hash = ''",
    "INSERT INTO recount (player_id) SELECT id FROM player WHERE password_hash = ''",
    f"UPDATE player SET key = {NAME}, userid = {NAME} WHERE password_hash = ''",  # noqa: S608
)
USERIDS = "SELECT key, id FROM player UNION ALL SELECT key, player_id FROM former_name ORDER BY 2"


def upgrade() -> None:
    """Adds a table, with the first userid of those that look alike, and a column with a default.

    Servers of earlier versions leave the table alone.
    """
    op.add_column("job", sa.Column("verb", sa.String(), nullable=False, server_default="solve"))
    table = op.create_table(
        "skeleton",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column(
            "player_id", LARGE, sa.ForeignKey("player.id", ondelete="CASCADE"), nullable=False
        ),
    )
    op.create_index("ix_skeleton_player_id", "skeleton", ["player_id"])
    for statement in SIGNED_OFF:
        op.execute(statement)
    owners: dict[str, int] = {}
    for key, player in op.get_bind().execute(sa.text(USERIDS)):
        owners.setdefault(skeleton(key), player)
    if owners:
        rows = [{"key": key, "player_id": player} for key, player in owners.items()]
        op.bulk_insert(table, rows)
