"""The addresses that every mail server has for its admin [RFC 5321, section 4.5.1; RFC 2142]."""

from dataclasses import dataclass

POSTMASTER = "postmaster"
ROLES = (POSTMASTER, "abuse")


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

    def reachable_admin(self, admin: str) -> str:
        """Returns the admin's address; empty for one of the server's own, which nobody reads."""
        name, _, host = admin.lower().partition("@")
        own = f"{name.partition('+')[0]}@{host}" == self.address.lower()
        return "" if own or self.role(admin) else admin
