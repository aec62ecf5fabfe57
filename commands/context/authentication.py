"""Authentication of players by password, reply address or mail server."""

from dataclasses import replace

from commands.accounts import reachability
from commands.accounts.robots import check_is_person
from commands.context.caller import Caller, ConfirmationRequired
from commands.context.confirmation_reasons import (
    BY_SUBJECT,
    CHALLENGE,
    DENIED,
    GUESSED,
    LOCKED,
    OLD_REPLY,
    UNREGISTERED,
)
from commands.context.context import Context
from commands.messages.content import TextMessage
from commands.messages.reply_claims import ReplyAge, password_stamp
from commands.messages.response import Notification, Response
from commands.security.lockout import LoginAttempt, locked_text
from pbm.board.players import Player
from pbm.errors import NotAllowedError, NotFoundError, NotYoursError, ParseError
from pbm.process.lazy_logger import get_logger
from pbm.secret import Secret

# The evidence in a mail for who wrote it: a sender is easily forged.


def needs_confirmation(context: Context, *addresses: str) -> bool:
    """Returns True unless the caller is authenticated for these addresses; the shell is trusted."""
    authenticated = context.caller.authenticated_address.lower()
    return not _is_trusted(context) and any(each.lower() != authenticated for each in addresses)


def is_authenticated(context: Context, player: Player) -> bool:
    """Returns True if the mail proves that this player wrote it; the shell is trusted."""
    return _is_trusted(context) or is_proved(context, player)


def is_proved(context: Context, player: Player) -> bool:
    """Returns True if the mail itself proves that this player wrote it.

    A sender is easily forged; a password, the address of the latest mail about a board, and a mail
    server that vouches aren't.
    """
    caller = context.caller
    proved = {*caller.proved, *(each.id for each in context.authenticated)}
    latest = caller.claims is not None and caller.reply_age is ReplyAge.LATEST
    by_reply = latest and caller.from_own_address and _is_claimed(context, player)
    by_server = player.has_address(caller.authenticated_address)
    return player.id in proved or by_reply or by_server


def is_sender_proved(context: Context) -> bool:
    """Returns True if a password, a token or our mail server proves who wrote the mail."""
    caller = context.caller
    by_token = caller.confirmed or caller.claims or caller.message
    return bool(by_token or caller.authenticated_address or caller.proved or context.proved)


def is_by_reply_alone(context: Context, player: Player) -> bool:
    """Returns True if only a reply address proves the player, which others may have seen."""
    return _is_claimed(context, player) and not (
        context.caller.confirmed or player.id in context.proved or is_vouched(context, player)
    )


def is_senders_own(context: Context) -> bool:
    """Returns True if the mail proves a player whose address it came from."""
    caller = context.caller
    if is_vouched_sender(caller):
        return True
    owners = context.work.reachability.owners(caller.address)
    return any(
        is_proved(context, owner) or (caller.from_own_address and _is_claimed(context, owner))
        for owner in owners
    )


def is_vouched(context: Context, player: Player) -> bool:
    """Returns True if another line has proved this player, or the mail server does."""
    caller = context.caller
    return player.id in caller.proved or player.has_address(caller.authenticated_address)


def is_vouched_sender(caller: Caller) -> bool:
    """Returns True if the mail server vouches for the sender."""
    return bool(caller.address) and caller.address.lower() == caller.authenticated_address.lower()


def _is_trusted(context: Context) -> bool:
    """Returns True in the shell, for confirmed commands, and where nothing is confirmed.

    Even there a mail is confirmed of which our mail server says that its sender is forged.
    """
    caller = context.caller
    asks = caller.address and (context.policy.confirm or caller.denied)
    return not asks or caller.confirmed


def is_replying(context: Context, player: Player) -> bool:
    """Returns True if the mail came to a reply address of this player on a board."""
    claims = context.caller.claims
    return claims is not None and claims.stamp == password_stamp(player)


def _is_claimed(context: Context, player: Player) -> bool:
    """Returns True if the mail came to a reply address of this player."""
    claims = context.caller.claims or context.caller.message
    return claims is not None and claims.stamp == password_stamp(player)


WRONG_LOGIN = (
    "That userid and that password don't belong together.\n"
    '"GAME standings" lists players; if you have forgotten a userid or password: help password'
)
"""The error for a wrong password and for a userid that nobody has."""

log = get_logger()


def authenticate(context: Context, userid: str, password: Secret) -> Player:
    """Returns the player who gives the command.

    Errors quote no word: it may be a password in the wrong place. They don't tell who is
    registered, and take as long whoever is.
    """
    player, caller = context.find_player(userid), context.caller
    if caller.admin:
        return _active_player(player)
    if player is not None:
        check_is_person(player)
    known = _check_password(context, userid, player, password)
    check_not_banned(known)
    check_active(known)
    return mark_reachable(context, known) if caller.address else known


def mark_reachable(context: Context, player: Player) -> Player:
    """Returns the player, marked as reachable again if that was in doubt."""
    context.authenticated.append(player)
    reachability.mark_reachable(context.work, player, context.now())
    if player.unreachable or player.clock_stop:
        return replace(player, unreachable=None, clock_stop=None)
    return player


def given_password(password: Secret) -> Secret:
    """Returns the password; raises ParseError for a lone dash that no prompt has replaced."""
    if password == Secret("-"):
        raise ParseError(
            "A lone dash stands for the password in a mail from the player's own address, in a\n"
            "reply about your own board, and at a terminal. Here, write the password in its place."
        )
    return password


def check_active(player: Player) -> None:
    """Raises NotAllowedError for a player who has signed off or confirmed no address."""
    if player.gone:
        raise NotAllowedError(f"{player.userid} has signed off.")
    if not player.confirmed:
        raise NotAllowedError(
            f"{player.userid} can't play yet: the address isn't confirmed.\n"
            "The reply yes to the mail that was sent there confirms it."
        )


def check_reachable(player: Player) -> None:
    """Raises NotAllowedError, with words for others, as `check_active` does for the player."""
    if player.gone or player.confirmed:
        check_active(player)
        return
    raise NotAllowedError(
        f"{player.userid} hasn't confirmed the address yet and can't play.\n"
        "Nothing was done; please try again later."
    )


def check_not_banned(player: Player) -> None:
    """Raises NotAllowedError for a banned player, without the reason: that is for them alone."""
    if player.banned:
        raise NotAllowedError(f"{player.userid} is banned from this server.")


def check_reply(context: Context, player: Player, oldest: ReplyAge) -> None:
    """Raises ConfirmationRequired unless the reply is the player's own, and not too old."""
    caller = context.caller
    if caller.confirmed:
        return
    if not caller.from_own_address:
        by_sender = BY_SUBJECT if caller.by_subject else UNREGISTERED
        raise ConfirmationRequired(player, DENIED if caller.denied else by_sender)
    if caller.guessed:
        raise ConfirmationRequired(player, GUESSED)
    if caller.reply_age > oldest and not is_vouched(context, player):
        raise ConfirmationRequired(player, OLD_REPLY)


def record_failed_logins(context: Context, response: Response) -> Response:
    """Returns the response, with warnings to players about failed logins in this command.

    The command's changes were undone when it failed; the failed logins count all the same.
    """
    warnings = [
        warning
        for attempt in context.failed_logins
        for text in context.lockouts.record_failure(attempt)
        if (warning := _login_warning(context, attempt, text))
    ]
    return response.with_notifications(warnings)


def _login_warning(context: Context, attempt: LoginAttempt, text: str) -> Notification | None:
    player = context.find_player(attempt.userid)
    if player is None:  # the word may be a password in the wrong place
        return None
    log.warning("failed logins", player=player.userid, sender=attempt.sender, what=attempt.what)
    subject = f"Wrong {attempt.what}s for {player.userid}"
    content = TextMessage(subject=subject, text=text)
    return Notification(player.addresses, content, immediate=True)


def _active_player(player: Player | None) -> Player:
    """Returns the player for whom an admin speaks."""
    if player is None:
        raise NotFoundError("The word in the place of USERID isn't the userid of a player.")
    check_active(player)
    return player


def _check_password(
    context: Context, userid: str, player: Player | None, password: Secret
) -> Player:
    """Returns the player if it is the password; raises the same error for unknown players.

    Each check takes the same time, except for a cached password, which needs no check of lockouts:
    a failed login removes it from the cache. The right password from a locked sender who has an
    address of the player's waits for a confirmation, as a forger may have caused the lock.
    """
    caller, lockouts = context.caller, context.lockouts
    is_own = player is not None and player.has_address(caller.address) and not caller.denied
    if player and is_own and caller.guessed and not caller.confirmed:
        raise ConfirmationRequired(player, GUESSED)
    if password == Secret("-") and player and _is_proved_by_mail(context, player):
        return player
    given = given_password(password)
    attempt = LoginAttempt("password", userid, caller.address, vouched=is_vouched_sender(caller))
    hashed = player.password_hash if player else ""
    login = attempt.pair, given, hashed, context.now()
    if player and context.passwords.knows(*login):
        context.proved.add(player.id)
        return player
    until = lockouts.locked_until(attempt, known=is_own)
    right = context.passwords.match(*login)
    if until:  # else the cache would let it in the next time
        context.passwords.forget(attempt.pair)
    if until and not (right and is_own):
        raise NotAllowedError(locked_text(attempt, until))
    if player is None or not right:
        context.failed_logins.append(attempt)
        raise NotYoursError(WRONG_LOGIN)
    if until:
        raise ConfirmationRequired(player, LOCKED, given)
    context.proved.add(player.id)
    return player


def _is_proved_by_mail(context: Context, player: Player) -> bool:
    """Returns True if the mail proves its sender, so that a dash stands for the password.

    Raises ConfirmationRequired if it only seems to come from the player.
    """
    if is_vouched(context, player):
        context.proved.add(player.id)
        return True
    if context.by_reply and is_replying(context, player):
        check_reply(context, player, ReplyAge.LATEST)
        return True
    if player.has_address(context.caller.address):
        raise ConfirmationRequired(player, DENIED if context.caller.denied else CHALLENGE)
    return False
