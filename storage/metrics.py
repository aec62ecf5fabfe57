"""The metrics of the database."""

from pbm.process.counters import Counter

PROBLEMS = {
    "busy": "the database is busy",
    "full": "the disk is full",
    "read_only": "the database is read-only",
    "unreachable": "the database is out of reach",
    "damaged": "the database is damaged",
    "other": "the database fails",
}
"""The kinds of errors, in words."""


ERRORS = Counter(
    "pbm_database_errors_total",
    f"Errors of the database, by kind: {', '.join(PROBLEMS)}.",
    ("kind",),
    {"kind": PROBLEMS},
)


METRICS = (ERRORS,)
