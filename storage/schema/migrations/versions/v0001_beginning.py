"""The tables of the first release."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Does nothing, because there is no older version."""
