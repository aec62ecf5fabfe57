"""The tables of the first version that stored its number."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Does nothing, as there is no older version."""
