"""Names the metrics of emails, boards and processes."""

from enum import StrEnum

from pbm.process.counters import Counter, Gauge, Histogram

BOUNCE_KINDS = ("hard", "soft", "away", "other")
PROCESSES = (
    "smtp",
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


MAILS_IN = Counter(
    "pbm_mails_in_total",
    f"Mails processed, by outcome: {', '.join(MailOutcome)}.",
    ("outcome",),
    {"outcome": MailOutcome},
)
MAILS_OUT = Counter(
    "pbm_mails_out_total",
    "Tries to send a mail, by outcome: sent, retried (it waits for its next try), failed (given "
    "up), withheld (mail to the address comes back) or paused (it can't be written).",
    ("outcome",),
    {"outcome": ("sent", "retried", "failed", "withheld", "paused")},
)
RELAY_FAILURES = Counter(
    "pbm_relay_failures_total",
    "Failures of the relay for which mails wait, by fault: relay (it can't be reached or used), "
    "tls (its certificate isn't valid, say), login (it refuses ours, or wants one), sender (it "
    "refuses our address), rate (it takes no more for now) or connection (it broke).",
    ("fault",),
    {"fault": ("relay", "tls", "login", "sender", "rate", "connection")},
)
BOUNCES = Counter(
    "pbm_bounces_total",
    "Bounces of mails sent, by kind: hard (given up), soft (still tried), away (an absence) or "
    "other.",
    ("kind",),
    {"kind": BOUNCE_KINDS},
)
COMMANDS = Counter(
    "pbm_commands_total",
    "Commands by mail, by verb and outcome: done, waiting (for a confirmation), refused or "
    "wrong_usage. All unknown words are one verb, unknown.",
    ("verb", "outcome"),
)
MOVES = Counter("pbm_moves_total", "Moves played, by game, robots' moves included.", ("game",))
ROBOT_SECONDS = Histogram(
    "pbm_robot_wait_seconds",
    "Time from the turn of a robot or an engine to its move, by kind.",
    (1, 2, 5, 10, 20, 40, 60, 120, 300, 600, 1800, 3600),
    ("kind",),
    {"kind": ("robot", "engine")},
)
PROCESS_RESTARTS = Counter(
    "pbm_process_restarts_total",
    "Processes of the server replaced, by process (search: a robot's), and by reason: died "
    "or hangs.",
    ("process", "reason"),
    {"process": PROCESSES, "reason": RESTART_REASONS},
)
LOG_PROBLEMS = Counter(
    "pbm_log_problems_total",
    "Warnings and errors, by level, lines left out of the log included.",
    ("level",),
    {"level": ("warning", "error")},
)
LOG_LINES_LEFT_OUT = Counter(
    "pbm_log_lines_left_out_total", "Repeated warnings and errors left out of the log."
)
SITE_FILES = Counter(
    "pbm_site_files_total",
    "Files of the site (PBM_SITE) written or removed, by outcome.",
    ("outcome",),
    {"outcome": ("written", "removed")},
)
SITE_FAILURES = Counter(
    "pbm_site_failures_total",
    "Updates of the site that failed, and pages that couldn't be made, by kind: update or page.",
    ("kind",),
    {"kind": ("update", "page")},
)
SITE_DUE = Gauge(
    "pbm_site_due", "Boards, players, games and other subjects whose pages are to be made."
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
