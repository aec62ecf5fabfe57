"""The events in the logs of nodes."""

import json
import re
from datetime import datetime

EXPECTED = re.compile(
    r"the fork server died|Broken pipe|Connection reset|OperationalError|AdminShutdown"
    r"|CannotConnectNow|CrashShutdown|TransientError|server closed the connection"
    r"|received \d results from command"
)
"""Exceptions of processes that lost another one, or the database; the last one behind PgBouncer."""


def events(log):
    """Yields the events in a log; the last line may have been cut by a kill."""
    for line in log.splitlines():
        try:
            event = json.loads(line)
        except ValueError:
            continue
        yield event


def unexpected_errors(logs):
    """Yields the errors in these logs that are pbm's own."""
    for log in logs:
        for event in events(log):
            trace = event.get("exception", "")
            if (trace and not EXPECTED.search(trace)) or event["event"] == "board frozen":
                yield f"{event['event']}: {trace[-3000:]}"
        if "Fatal Python error" in log or "\nTraceback" in log:
            yield log[-3000:]


def moment_of(event):
    """Returns the time of an event in seconds."""
    return datetime.fromisoformat(event["timestamp"]).timestamp()
