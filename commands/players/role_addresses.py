"""Addresses that every mail server has for its admin (RFC 5321, section 4.5.1; RFC 2142)."""

from dataclasses import dataclass

from mail.addresses import mailbox

POSTMASTER = "postmaster"
ROLES = (POSTMASTER, "abuse")
RFC_2142 = {
    *("abuse", "ftp", "hostmaster", "info", "marketing", "news", "noc", "postmaster", "sales"),
    *("security", "support", "usenet", "uucp", "webmaster", "www"),
}
"""The mailboxes that RFC 2142 reserves."""
NO_PERSONS = RFC_2142 - {"info", "marketing", "sales", "support"} | {"mailer-daemon", "root"}
"""The mailboxes at the host of a server that nobody can register: a program may read them."""


@dataclass(frozen=True)
class RoleAddresses:
    """The addresses `postmaster` and `abuse` at the host of a server, in any case."""

    address: str
    """The server's own address, which is none of them, whatever its name."""

    def role(self, address: str) -> str:
        """Returns the role whose address this is; empty for any other address.

        That of the postmaster needs no host.
        """
        name, at, host = address.lower().partition("@")
        _, _, own_host = self.address.lower().partition("@")
        if address.lower() == self.address.lower() or name not in ROLES:
            return ""
        return name if host == own_host or (name == POSTMASTER and not at) else ""

    def is_servers(self, address: str) -> bool:
        """Returns True for the server's own mailbox, and for those of roles at its host."""
        given, own = mailbox(address), mailbox(self.address)
        name, _, host = given.rpartition("@")
        return given == own or (name in NO_PERSONS and host == own.rpartition("@")[2])

    def reachable_admin(self, admin: str) -> str:
        """Returns the admin's address; empty for one of the server's own, which nobody reads."""
        own = mailbox(admin) == mailbox(self.address)
        return "" if own or self.role(admin) else admin
