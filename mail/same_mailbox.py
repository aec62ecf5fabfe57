"""Identify the mailbox behind an address, for limits on the number of emails per mailbox."""

from functools import lru_cache

DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Hosts that ignore dots in the part before the @. The value is the host under which their
mailboxes are counted.
"""


@lru_cache(maxsize=4096)
def mailbox(address: str) -> str:
    """Returns the mailbox behind an address.

    Use the result only for counting. Mail is sent to the address as written.

    Upper case and a suffix after + don't make a new mailbox (RFC 5233). Dots are ignored only for
    Gmail, which has more mailboxes than any other host and accepts dots anywhere in a name. At
    other hosts, names that differ by a dot may belong to different people.
    """
    name, _, host = address.lower().rpartition("@")
    name = name.partition("+")[0] or name
    if host in DOTLESS:
        return f"{name.replace('.', '')}@{DOTLESS[host]}"
    return f"{name}@{host}"
