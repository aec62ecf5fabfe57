"""Mail addresses of players."""

from email_validator import EmailNotValidError, validate_email

from pbm.errors import NotAllowedError, ParseError, UsageError

MAX_ADDRESSES = 5


def read_addresses(sender: str, given: tuple[str, ...], usage: str) -> tuple[str, ...]:
    """The addresses as typed, or the sender's when there are none; quotes no word."""
    if not given and sender:
        return (_sender(sender),)
    if not given:
        raise UsageError(
            f"In the shell there is no sender, so the address must be given:\n  {usage}"
        )
    if len(given) > MAX_ADDRESSES:
        raise NotAllowedError(f"A player has at most {MAX_ADDRESSES} addresses.")
    return tuple(dict.fromkeys(_address(word) for word in given))


def _sender(address: str) -> str:
    try:
        return _address(address)
    except ParseError:
        raise ParseError(
            "The address that you write from can't be used; please give another."
        ) from None


def _address(word: str) -> str:
    try:
        found = validate_email(
            word, check_deliverability=False, globally_deliverable=False, allow_smtputf8=False
        )
    except EmailNotValidError:
        raise ParseError(
            "A word in the place of ADDRESS is no mail address such as alice@example.org."
        ) from None
    return found.normalized
