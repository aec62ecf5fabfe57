"""Counts the mails that a relay took lately, to keep to its limits."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds an index; what is stored keeps its meaning."""
    _index_sent()


def _index_sent() -> None:
    """Finds sent mails by the time at which they were sent."""
    sent = sa.text("state = 'sent'")
    op.create_index("outbox_sent", "outbox", ["due"], sqlite_where=sent, postgresql_where=sent)
