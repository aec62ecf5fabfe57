"""Identify the mailbox behind an address, for limits that count mailboxes."""

DOTLESS = {"gmail.com": "gmail.com", "googlemail.com": "gmail.com"}
"""Hosts that ignore dots in the part before the @, with the host that has the same mailboxes."""


def mailbox(address: str) -> str:
    """Returns the mailbox of an address, for counting only: mail goes to the address as written.

    What stands after a + makes no new mailbox [RFC 5233], nor do capitals. Gmail has more mailboxes
    than any other host and delivers each under as many spellings as there are places for dots, so
    these don't count there; elsewhere a dot may tell two people apart.
    """
    name, _, host = address.lower().rpartition("@")
    name = name.partition("+")[0] or name
    if host in DOTLESS:
        return f"{name.replace('.', '')}@{DOTLESS[host]}"
    return f"{name}@{host}"
