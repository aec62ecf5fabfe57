"""Counts the mails that a relay took lately; knows the mails done of a mailbox, and processes."""

import sqlalchemy as sa
from alembic import op

from storage.tables.columns import LARGE, Moment

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds tables and an index; what is stored keeps its meaning."""
    _index_sent()
    _add_mailboxes()
    _add_mailbox_mails()
    _add_server_processes()


def _index_sent() -> None:
    """Finds sent mails by the time at which they were sent."""
    sent = sa.text("state = 'sent'")
    op.create_index("outbox_sent", "outbox", ["due"], sqlite_where=sent, postgresql_where=sent)


def _add_mailboxes() -> None:
    op.create_table(
        "mailbox",
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("uidvalidity", LARGE, nullable=False),
        sa.Column("first_uid", LARGE, nullable=False),
        sa.Column("old_until", Moment, nullable=True),
        sa.Column("scanned", Moment, nullable=False),
        sa.Column("trouble", sa.String(), nullable=False),
        sa.Column("trouble_kind", sa.String(), nullable=False),
        sa.Column("trouble_since", Moment, nullable=True),
    )


def _add_mailbox_mails() -> None:
    op.create_table(
        "mailbox_mail",
        sa.Column("mailbox", sa.String(), primary_key=True),
        sa.Column("uidvalidity", LARGE, primary_key=True, autoincrement=False),
        sa.Column("uid", LARGE, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("target", sa.String(), nullable=False),
        sa.Column("at", Moment, nullable=False),
        sa.Column("copied", sa.Boolean(), nullable=False),
        sa.Column("gone", Moment, nullable=True),
    )
    op.create_index("ix_mailbox_mail_digest", "mailbox_mail", ["digest"])
    op.create_index("ix_mailbox_mail_gone", "mailbox_mail", ["gone"])


def _add_server_processes() -> None:
    """Lets a running server record its processes."""
    op.create_table(
        "server_process",
        sa.Column("server", sa.String(), primary_key=True),
        sa.Column("name", sa.String(), primary_key=True),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("since", Moment, nullable=False),
        sa.Column("seen", Moment, nullable=False),
    )
