"""The next version of pbm, whose tables differ: it upgrades databases that this one has made."""

import shutil

from storage.schema import schema_upgrade

MIGRATIONS = schema_upgrade.MIGRATIONS
THIS = schema_upgrade.newest()
NEXT = f"{int(THIS) + 1:04}"
SUMMARY = "Boards get a colour, all the same one."
CHANGE = f'''"""{SUMMARY}"""

import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{THIS}"


def upgrade() -> None:
    with op.batch_alter_table("board") as board:
        board.add_column(sa.Column("colour", sa.String(), nullable=False, server_default="oak"))
    op.execute("UPDATE player SET userid = 'Alice' WHERE key = 'alice'")
'''
SLIP = "    raise OSError('a slip')\n"
OLDER_MAY_WORK = f'\n\noldest_version = "{THIS}"\n'


def make_migrations(folder, end=""):
    """Returns the migrations of the next version, whose own ends with these lines."""
    made = folder / f"migrations{len(end)}"
    shutil.copytree(MIGRATIONS, made)
    (made / "versions" / f"v{NEXT}_colour.py").write_text(CHANGE + end)
    return made
