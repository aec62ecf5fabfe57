"""Names the metrics of emails, boards and processes."""

from enum import StrEnum

from pbm.process.counters import Counter, Gauge, Histogram

BOUNCE_KINDS = ("hard", "soft", "away", "other")
PROCESSES = (
    "smtp",
    "lmtp",
    "receive",
    "mailbox",
    "delivery",
    "background",
    "site",
    "metrics",
    "search",
    "fork_server",
)
RESTART_REASONS = ("died", "hangs")
"""Reasons to replace a process."""


class MailOutcome(StrEnum):
    """The outcome of an incoming email."""

    ANSWERED = "answered"
    """At least one of the email's commands was executed."""
    REFUSED = "refused"
    """The email had commands, and none was executed."""
    NO_COMMAND = "no_command"
    CONFIRMED = "confirmed"
    """The email confirmed a pending action."""
    UNANSWERED = "unanswered"
    """The limits on answers suppressed the answer to the email."""
    DUPLICATE = "duplicate"
    AUTOMATIC = "automatic"
    UNREADABLE = "unreadable"
    OWN = "own"
    """The email came from the server's own address."""
    BOUNCE = "bounce"
    UNSUBSCRIBED = "unsubscribed"
    FORWARDED = "forwarded"
    """The email was addressed to postmaster or abuse, and is forwarded to the admin."""
    INVALID = "invalid"
    """A bounce or unsubscribe request whose token isn't valid."""
    KEPT = "kept"
    """The email couldn't be handled because of an error of ours, and is kept."""


MAILS_IN = Counter(
    "pbm_emails_in_total",
    f"Incoming emails, by outcome: {', '.join(MailOutcome)}.",
    ("outcome",),
    {"outcome": MailOutcome},
)
MAILS_OUT = Counter(
    "pbm_emails_out_total",
    "Attempts to send an email, by outcome: sent, retried (another attempt follows), failed (no "
    "more attempts), withheld (mail to the address bounces) or paused (pbm can't render it).",
    ("outcome",),
    {"outcome": ("sent", "retried", "failed", "withheld", "paused")},
)
RELAY_FAILURES = Counter(
    "pbm_relay_failures_total",
    "Failures of the relay, by fault: relay (unreachable or unusable), tls (such as an invalid "
    "certificate), login (refused or required), sender (our address is refused), rate (too many "
    "emails) or connection (interrupted).",
    ("fault",),
    {"fault": ("relay", "tls", "login", "sender", "rate", "connection")},
)
BOUNCES = Counter(
    "pbm_bounces_total",
    "Bounces, by kind: hard (permanent), soft (temporary), away (an out-of-office reply) or other.",
    ("kind",),
    {"kind": BOUNCE_KINDS},
)
COMMANDS = Counter(
    "pbm_commands_total",
    "Commands in emails, by verb and outcome: done, waiting (for a confirmation), refused or "
    'wrong_usage. Unknown commands are counted under the verb "unknown".',
    ("verb", "outcome"),
)
MOVES = Counter("pbm_moves_total", "Moves made by players and robots, by game.", ("game",))
ROBOT_SECONDS = Histogram(
    "pbm_robot_wait_seconds",
    "Time that a robot or an engine needs for a move, by kind.",
    (1, 2, 5, 10, 20, 40, 60, 120, 300, 600, 1800, 3600),
    ("kind",),
    {"kind": ("robot", "engine")},
)
PROCESS_RESTARTS = Counter(
    "pbm_process_restarts_total",
    'Restarts of server processes, by process ("search" runs a robot\'s search) and reason: "died" '
    'or "hangs" (stopped responding).',
    ("process", "reason"),
    {"process": PROCESSES, "reason": RESTART_REASONS},
)
LOG_PROBLEMS = Counter(
    "pbm_log_problems_total",
    "Warnings and errors, by level, including lines left out of the log.",
    ("level",),
    {"level": ("warning", "error")},
)
LOG_LINES_LEFT_OUT = Counter(
    "pbm_log_lines_left_out_total", "Repeated warnings and errors left out of the log."
)
SITE_FILES = Counter(
    "pbm_site_files_total",
    "Web page files (PBM_SITE) that were written or removed, by outcome.",
    ("outcome",),
    {"outcome": ("written", "removed")},
)
SITE_FAILURES = Counter(
    "pbm_site_failures_total",
    "Failures to write web pages, by kind: update (of all pages) or page (a single page).",
    ("kind",),
    {"kind": ("update", "page")},
)
SITE_DUE = Gauge(
    "pbm_site_due", "Boards, players, games and other subjects whose web pages aren't up to date."
)

METRICS = (
    MAILS_IN,
    MAILS_OUT,
    RELAY_FAILURES,
    BOUNCES,
    COMMANDS,
    MOVES,
    ROBOT_SECONDS,
    PROCESS_RESTARTS,
    SITE_FILES,
    SITE_FAILURES,
    SITE_DUE,
    LOG_PROBLEMS,
    LOG_LINES_LEFT_OUT,
)
