"""Addresses that every mail server reserves for its admin (RFC 5321, section 4.5.1; RFC 2142)."""

from dataclasses import dataclass

from mail.same_mailbox import mailbox

POSTMASTER = "postmaster"
ROLES = (POSTMASTER, "abuse")
RFC_2142 = {
    *("abuse", "ftp", "hostmaster", "info", "marketing", "news", "noc", "postmaster", "sales"),
    *("security", "support", "usenet", "uucp", "webmaster", "www"),
}
"""Mailbox names that RFC 2142 reserves."""
NO_PERSONS = RFC_2142 - {"info", "marketing", "sales", "support"} | {"mailer-daemon", "root"}
"""Mailbox names at the server's host that no player can register, because a program may read them.
"""


@dataclass(frozen=True)
class RoleAddresses:
    """Recognizes the role addresses at a server's host. Upper and lower case are the same."""

    address: str
    """The server's own address. It is never a role address, even if it has the name of a role."""

    def role(self, address: str) -> str:
        """Returns the role to which an address belongs, or an empty string for any other address.

        `postmaster` is recognized without a host, too.
        """
        name, at, host = address.lower().partition("@")
        own_name, _, own_host = self.address.lower().partition("@")
        if name not in ROLES or (name, host) == (own_name, own_host):
            return ""
        return name if host == own_host or (name == POSTMASTER and not at) else ""

    def is_servers(self, address: str) -> bool:
        """Whether the address is the server's own mailbox, or a reserved one at its host."""
        candidate, own_mailbox = mailbox(address), mailbox(self.address)
        name, _, host = candidate.rpartition("@")
        return candidate == own_mailbox or (
            name in NO_PERSONS and host == own_mailbox.rpartition("@")[2]
        )

    def reachable_admin(self, admin: str) -> str:
        """Returns the admin's address.

        Returns an empty string if the address is one of the server's own, because nobody reads its
        mailbox.
        """
        is_own = mailbox(admin) == mailbox(self.address)
        return "" if is_own or self.role(admin) else admin


def named_admin(host: str) -> str:
    """Returns words for the admin with the address that reaches them.

    `host`: the part of the server's address after the "@".
    """
    return f"the admin of this server ({POSTMASTER}@{host})"
