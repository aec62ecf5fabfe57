"""Metrics of the SMTP server."""

from pbm.process.counters import Counter, Gauge, Histogram

ACCEPTED, DEFERRED, REJECTED = "accepted", "deferred", "rejected"
REPLIES = {"2": ACCEPTED, "4": DEFERRED, "5": REJECTED}
"""Outcomes of emails, by the first digit of the reply code."""

MAILS = Counter(
    "pbm_smtp_emails_total",
    "Emails received by SMTP and LMTP, by reply: accepted (250), deferred (4xx, so the sender "
    "tries again) or rejected (5xx).",
    ("reply",),
    {"reply": REPLIES.values()},
)
SECONDS = Histogram(
    "pbm_smtp_accept_seconds",
    "Time from the end of an email's data to the 250 reply, including the time to store the email.",
    (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)
RECIPIENTS_REFUSED = Counter(
    "pbm_smtp_recipients_refused_total",
    "Recipients that pbm refused, usually because the address isn't one of ours.",
)
CONNECTIONS = Counter("pbm_smtp_connections_total", "Accepted SMTP and LMTP connections.")
CONNECTIONS_REFUSED = Counter(
    "pbm_smtp_connections_refused_total",
    "Refused connections, by the limit that was reached: all (connections in total) or address "
    "(connections from one address).",
    ("limit",),
    {"limit": ("all", "address")},
)
TIMEOUTS = Counter(
    "pbm_smtp_timeouts_total",
    "Connections closed because the client was silent, or was slow while other clients waited.",
)
OPEN = Gauge("pbm_smtp_connections", "Open SMTP and LMTP connections.")

METRICS = (MAILS, SECONDS, RECIPIENTS_REFUSED, CONNECTIONS, CONNECTIONS_REFUSED, TIMEOUTS, OPEN)
