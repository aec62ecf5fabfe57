"""Metrics of the mailbox at a provider."""

from pbm.process.counters import Counter, Gauge

MAILS = Counter(
    "pbm_mailbox_emails_total",
    "Emails in the mailbox, by outcome: done or failed (and moved to pbm/done or pbm/failed), or "
    "left (not for us, so not moved).",
    ("outcome",),
    {"outcome": ("done", "failed", "left")},
)
FAILURES = Counter(
    "pbm_mailbox_failures_total",
    "Failed sessions with the mailbox, by kind: connect, tls, login, folder or secret.",
    ("kind",),
    {"kind": ("connect", "tls", "login", "folder", "secret")},
)
CONNECTED = Gauge("pbm_mailbox_connected", "1 while the mailbox is open, otherwise 0.")
METRICS = (MAILS, FAILURES, CONNECTED)
