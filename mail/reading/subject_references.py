"""References in subjects: a mail that a link opens has no In-Reply-To, and none of our addresses.

`Re: Board 101 [ref-LABEL]` is found in this form alone, and is left out of what others are shown.
"""

import re

REFERENCE = re.compile(r"[ \t]*\[ref-((?:[a-z]{1,8}\.)?[a-z0-9]{16,40})\]", re.IGNORECASE)


def subject_reference(label: str) -> str:
    """Returns the words that a subject carries for a label of lower-case letters and digits."""
    return f"[ref-{label}]"


def split_reference(subject: str) -> tuple[str, str]:
    """Returns a subject without references, and the label of the last; empty if there is none."""
    labels = REFERENCE.findall(subject)
    return (REFERENCE.sub("", subject).strip(), labels[-1].lower()) if labels else (subject, "")
