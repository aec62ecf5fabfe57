"""Read and check email addresses that players type."""

from collections.abc import Sequence

from commands.players.reserved_addresses import RoleAddresses
from commands.system.stored_types import UnitOfWork
from mail.same_mailbox import DOTLESS, mailbox
from pbm.board.players import Player
from pbm.errors import NotAllowedError, ParseError, UsageError

MAX_ADDRESSES = 5
MAX_USERIDS = 5
"""Maximum number of players with the same mailbox."""


def read_addresses(sender: str, words: tuple[str, ...], usage: str) -> tuple[str, ...]:
    """Returns the addresses given in a command. If there are none, returns the sender's.

    Errors don't quote any word because it may be a misplaced password.

    `usage`: how to write the command, for an error in the shell, where there is no sender.
    """
    if not words and sender:
        return (_read_sender(sender),)
    if not words:
        raise UsageError(f"A command in the shell has no sender, so give the address:\n  {usage}")
    if len(words) > MAX_ADDRESSES:
        raise NotAllowedError(f"You can have at most {MAX_ADDRESSES} addresses.")
    addresses = tuple(dict.fromkeys(_read_address(word) for word in words))
    if len({mailbox(address) for address in addresses}) < len({*map(str.lower, addresses)}):
        raise NotAllowedError(
            "Two of these addresses belong to the same mailbox. Give only one of them.\n"
            "We ignore text after a +, and dots in Gmail addresses."
        )
    return addresses


def check_addresses(
    work: UnitOfWork, server: str, addresses: Sequence[str], player: Player | None = None
) -> None:
    """Raises NotAllowedError if an address can't be registered for a player.

    The server's own addresses can't, nor can a mailbox that has MAX_USERIDS other players. Errors
    don't quote any word because it may be a misplaced password.

    `server`: the server's own address.
    """
    for address in addresses:
        if RoleAddresses(server).is_servers(address):
            raise NotAllowedError(
                "One of these addresses belongs to this server or its admin.\n"
                "Give an address of your own."
            )
        owners = work.players.sharing(mailbox(address), DOTLESS)
        if len(owners - {player.id if player else 0}) >= MAX_USERIDS:
            raise NotAllowedError(
                f"One of these addresses already has {MAX_USERIDS} userids, which is the maximum. "
                "Give another address."
            )


def _read_sender(address: str) -> str:
    """Returns the sender's normalized address.

    Raises ParseError with a text that doesn't assume the address was typed.
    """
    try:
        return _read_address(address)
    except ParseError:
        raise ParseError(
            "You can't register the address that you write from. Give another one."
        ) from None


def _read_address(word: str) -> str:
    """Returns the normalized address. Raises ParseError, without quoting the word."""
    from email_validator import (  # noqa: PLC0415 - few commands need it
        EmailNotValidError,
        validate_email,
    )

    try:
        address = validate_email(
            word, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
        )
    except EmailNotValidError:
        raise ParseError(
            "Replace ADDRESS with an email address, such as alice@example.org."
        ) from None
    return address.normalized
