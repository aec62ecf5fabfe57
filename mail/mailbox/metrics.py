"""Metrics of the mailbox at a provider."""

from pbm.process.counters import Counter, Gauge

MAILS = Counter(
    "pbm_mailbox_emails_total",
    "Emails read from the mailbox, by outcome: done (moved to pbm/done), failed (moved to "
    "pbm/failed) or left (not for us, so not moved).",
    ("outcome",),
    {"outcome": ("done", "failed", "left")},
)
FAILURES = Counter(
    "pbm_mailbox_failures_total",
    "Failed mailbox sessions, by kind: connect, tls, login, folder or secret.",
    ("kind",),
    {"kind": ("connect", "tls", "login", "folder", "secret")},
)
CONNECTED = Gauge("pbm_mailbox_connected", "1 while the mailbox is open, otherwise 0.")
METRICS = (MAILS, FAILURES, CONNECTED)
