"""The tables as they were when databases began to tell their version."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """There is nothing older."""
