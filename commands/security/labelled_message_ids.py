"""Message-IDs that carry signed labels, which replies and bounces bring back in their headers.

`<random@host>` is stored; `<random+LABEL+LABEL@host>` is sent. Some relays replace Message-IDs, but
none replaces References. So each email also refers to the id of no email, its trace, with the same
labels.
"""

import re
from collections.abc import Iterable, Sequence

TRACE = "r."
"""Begins the name of a trace."""
MESSAGE_ID = re.compile(
    r"<([^<>@+\s]{1,100})((?:\+[a-z0-9.]{1,60}){0,3})@([^<>@\s]{1,255})>", re.IGNORECASE
)


def labelled(message_id: str, labels: Sequence[str]) -> str:
    """Returns the Message-ID with labels, as it is sent."""
    name, _, host = message_id.strip("<>").rpartition("@")
    return f"<{'+'.join([name, *labels])}@{host}>"


def trace(message_id: str, labels: Sequence[str]) -> str:
    """Returns the trace of a mail: the id of no mail, with the mail's labels."""
    return labelled(f"<{TRACE}{message_id.strip('<>')}>", labels)


def is_trace(message_id: str) -> bool:
    """Returns True for the id of a trace."""
    return message_id.startswith(f"<{TRACE}")


def labels_in(message_id: str, host: str) -> tuple[str, ...]:
    """Returns the labels in a Message-ID of this host, in lower case."""
    found = _ours(message_id, host)
    return tuple(filter(None, found[2].lower().split("+"))) if found else ()


def without_labels(message_ids: Iterable[str], host: str) -> tuple[str, ...]:
    """Returns Message-IDs as they may stand in mails to others: without labels, and no traces."""
    plain = (_without_labels(each, host) for each in message_ids)
    return tuple(dict.fromkeys(filter(None, plain)))


def _without_labels(message_id: str, host: str) -> str:
    found = _ours(message_id, host)
    if not found or not found[2]:
        return message_id
    return "" if found[1].lower().startswith(TRACE) else f"<{found[1]}@{found[3]}>"


def _ours(message_id: str, host: str) -> re.Match[str] | None:
    found = MESSAGE_ID.fullmatch(message_id)
    return found if found and found[3].lower() == host.lower() else None
