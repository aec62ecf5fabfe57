"""Authentication of players by password, reply address or mail server."""

from dataclasses import replace

from commands.content.messages import TextMessage
from commands.content.reply_claims import ReplyAge
from commands.content.response import Notification, Response
from commands.context.caller import ConfirmationRequired
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
from commands.context.robots import check_is_person
from commands.players import reachability
from commands.players.evidence import is_replying, is_vouched, is_vouched_sender
from commands.security.lockout import LoginAttempt, locked_text
from commands.system.secrets.secret import Secret
from pbm.board.players import Player
from pbm.errors import NotAllowedError, NotFoundError, NotYoursError, ParseError
from pbm.process.lazy_logger import get_logger

log = get_logger()
WRONG_LOGIN = (
    "That userid and that password don't belong together.\n"
    '"GAME standings" lists players; if you have forgotten a userid or password: help password'
)
"""The error for a wrong password and for a userid that nobody has."""


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
    if not caller.reply.from_own_address:
        by_sender = BY_SUBJECT if caller.reply.by_subject else UNREGISTERED
        raise ConfirmationRequired(player, DENIED if caller.denied else by_sender)
    if caller.guessed:
        raise ConfirmationRequired(player, GUESSED)
    if caller.reply.age > oldest and not is_vouched(context, player):
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
