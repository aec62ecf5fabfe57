"""Metrics of the mailbox at a provider."""

from pbm.process.counters import Counter, Gauge

MAILS = Counter(
    "pbm_mailbox_mails_total",
    "Mails of the mailbox that were dealt with, by what became of them: done or failed (moved to "
    "pbm/done or pbm/failed) or left (not for us, and left where they are).",
    ("became",),
    {"became": ("done", "failed", "left")},
)
FAILURES = Counter(
    "pbm_mailbox_failures_total",
    "Sessions with the mailbox that failed, by kind: connect, tls, login, folder or secret.",
    ("kind",),
    {"kind": ("connect", "tls", "login", "folder", "secret")},
)
CONNECTED = Gauge("pbm_mailbox_connected", "1 while the mailbox is open, else 0.")
METRICS = (MAILS, FAILURES, CONNECTED)
