"""Mail addresses of players."""

from email_validator import EmailNotValidError, validate_email

from commands.context.context import Session
from pbm.errors import NotAllowed, Unreadable, Usage

MOST_ADDRESSES = 5


def read_addresses(session: Session, given: tuple[str, ...], usage: str) -> tuple[str, ...]:
    """The addresses as typed, or the sender's when there are none; quotes no word."""
    if not given and session.speaker.address:
        return (_sender(session.speaker.address),)
    if not given:
        raise Usage(f"In the shell there is no sender, so the address must be given:\n  {usage}")
    if len(given) > MOST_ADDRESSES:
        raise NotAllowed(f"A player has at most {MOST_ADDRESSES} addresses.")
    return tuple(dict.fromkeys(_address(word) for word in given))


def _sender(address: str) -> str:
    try:
        return _address(address)
    except Unreadable:
        raise Unreadable(
            "The address that you write from can't be used; please give another."
        ) from None


def _address(word: str) -> str:
    try:
        found = validate_email(
            word, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
        )
    except EmailNotValidError:
        raise Unreadable(
            "A word in the place of ADDRESS is no mail address such as alice@example.org."
        ) from None
    return found.normalized
