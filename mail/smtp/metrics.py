"""Metrics of the SMTP server."""

from pbm.process.counters import Counter, Gauge, Histogram

ACCEPTED, DEFERRED, REJECTED = "accepted", "deferred", "rejected"
REPLIES = {"2": ACCEPTED, "4": DEFERRED, "5": REJECTED}
"""Outcomes of emails, by the first digit of the reply code."""

MAILS = Counter(
    "pbm_smtp_mails_total",
    "Mails received by SMTP and LMTP, by the reply: accepted (250), deferred (4xx, to be sent "
    "again) or rejected (5xx).",
    ("reply",),
    {"reply": REPLIES.values()},
)
SECONDS = Histogram(
    "pbm_smtp_accept_seconds",
    "Time from the end of a mail's data to the 250, in which it is processed and stored.",
    (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60),
)
RECIPIENTS_REFUSED = Counter(
    "pbm_smtp_recipients_refused_total", "Recipients refused: most of them aren't ours."
)
CONNECTIONS = Counter("pbm_smtp_connections_total", "Connections accepted, of SMTP and LMTP.")
CONNECTIONS_REFUSED = Counter(
    "pbm_smtp_connections_refused_total",
    "Connections refused, by the limit: of all connections, or of those from one address.",
    ("limit",),
    {"limit": ("all", "address")},
)
TIMEOUTS = Counter(
    "pbm_smtp_timeouts_total",
    "Connections ended as the client was silent, or slow while others waited.",
)
OPEN = Gauge("pbm_smtp_connections", "Connections that are open now, of SMTP and LMTP.")

METRICS = (MAILS, SECONDS, RECIPIENTS_REFUSED, CONNECTIONS, CONNECTIONS_REFUSED, TIMEOUTS, OPEN)
