"""Message-IDs with signed labels. Replies and bounces return the labels in their headers.

`<random@host>` is stored, and `<random+LABEL+LABEL@host>` is sent. Some relays replace Message-IDs,
but none replaces References. So each email also refers to its trace: an id with the same labels
that isn't the Message-ID of any email.
"""

import re
from collections.abc import Iterable, Sequence

TRACE = "r."
"""The beginning of a trace."""
MESSAGE_ID = re.compile(
    r"<([^<>@+\s]{1,100})((?:\+[a-z0-9.]{1,60}){0,3})@([^<>@\s]{1,255})>", re.IGNORECASE
)


def labelled(message_id: str, labels: Sequence[str]) -> str:
    """Returns the Message-ID with labels, in the form in which it is sent."""
    name, _, host = message_id.strip("<>").rpartition("@")
    return f"<{'+'.join([name, *labels])}@{host}>"


def trace(message_id: str, labels: Sequence[str]) -> str:
    """Returns an email's trace: an id with its labels that isn't the Message-ID of any email."""
    return labelled(f"<{TRACE}{message_id.strip('<>')}>", labels)


def is_trace(message_id: str) -> bool:
    return message_id.startswith(f"<{TRACE}")


def labels_in(message_id: str, host: str) -> tuple[str, ...]:
    """Returns the labels in a Message-ID of this host, in lower case."""
    match = _ours(message_id, host)
    return tuple(filter(None, match[2].lower().split("+"))) if match else ()


def without_labels(message_ids: Iterable[str], host: str) -> tuple[str, ...]:
    """Returns Message-IDs that may be shown to other people: without labels and traces."""
    plain = (_without_labels(each, host) for each in message_ids)
    return tuple(dict.fromkeys(filter(None, plain)))


def _without_labels(message_id: str, host: str) -> str:
    match = _ours(message_id, host)
    if not match or not match[2]:
        return message_id
    return "" if match[1].lower().startswith(TRACE) else f"<{match[1]}@{match[3]}>"


def _ours(message_id: str, host: str) -> re.Match[str] | None:
    match = MESSAGE_ID.fullmatch(message_id)
    return match if match and match[3].lower() == host.lower() else None
