"""The tables of the first release."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Does nothing, as there is no older version."""
