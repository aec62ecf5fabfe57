"""No two new userids look alike; what `explore` would search for long is answered later."""

import sqlalchemy as sa
from alembic import op

from pbm.look_alikes import skeleton
from storage.tables.columns import LARGE

revision = "0010"
down_revision = "0009"
oldest_version = "0005"

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
    owners: dict[str, int] = {}
    for key, player in op.get_bind().execute(sa.text(USERIDS)):
        owners.setdefault(skeleton(key), player)
    if owners:
        rows = [{"key": key, "player_id": player} for key, player in owners.items()]
        op.bulk_insert(table, rows)
