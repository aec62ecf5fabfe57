"""Mail addresses of players."""

from collections.abc import Sequence
from dataclasses import dataclass

from commands.system.stored_types import UnitOfWork
from mail.addresses import DOTLESS, mailbox
from pbm.board.players import Player
from pbm.errors import NotAllowedError, ParseError, UsageError

# The addresses that every mail server has for its admin [RFC 5321, section 4.5.1; RFC 2142].

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


MAX_ADDRESSES = 5
MAX_USERIDS = 5
"""The most players with one mailbox."""


def read_addresses(sender: str, given: tuple[str, ...], usage: str) -> tuple[str, ...]:
    """Returns the addresses as typed, or the sender's if there are none.

    Errors quote no word: it may be a password.
    """
    if not given and sender:
        return (_read_sender(sender),)
    if not given:
        raise UsageError(
            f"In the shell there is no sender, so the address must be given:\n  {usage}"
        )
    if len(given) > MAX_ADDRESSES:
        raise NotAllowedError(f"A player has at most {MAX_ADDRESSES} addresses.")
    addresses = tuple(dict.fromkeys(_read_address(word) for word in given))
    if len({mailbox(address) for address in addresses}) < len({*map(str.lower, addresses)}):
        raise NotAllowedError(
            "Two of these addresses have one mailbox: what stands after a + makes no new one, nor\n"
            "do dots at Gmail. Give one of them."
        )
    return addresses


def check_addresses(
    work: UnitOfWork, server: str, addresses: Sequence[str], player: Player | None = None
) -> None:
    """Raises NotAllowedError for addresses of the server, and those of too many other players.

    `server`: the server's address. Errors quote no word, as above.
    """
    for address in addresses:
        if RoleAddresses(server).is_servers(address):
            raise NotAllowedError(
                "Mail to one of these addresses goes to the server itself, or to those who run its "
                "host;\nplease give one of your own."
            )
        owners = work.players.sharing(mailbox(address), DOTLESS)
        if len(owners - {player.id if player else 0}) >= MAX_USERIDS:
            raise NotAllowedError(
                f"One of these addresses has {MAX_USERIDS} userids already, and none has more."
            )


def _read_sender(address: str) -> str:
    """Returns the sender's address; raises ParseError with a text for addresses not typed."""
    try:
        return _read_address(address)
    except ParseError:
        raise ParseError(
            "The address that you write from can't be used; please give another."
        ) from None


def _read_address(word: str) -> str:
    """Returns the normalized address; raises ParseError, without quoting the word."""
    from email_validator import (  # noqa: PLC0415 - few commands need it
        EmailNotValidError,
        validate_email,
    )

    try:
        found = validate_email(
            word, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
        )
    except EmailNotValidError:
        raise ParseError(
            "A word in the place of ADDRESS isn't a mail address such as alice@example.org."
        ) from None
    return found.normalized
