"""Authenticate players by password, reply address or mail server."""

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
from commands.players.judging_evidence import is_replying, is_vouched, is_vouched_sender
from commands.security.lockout import LoginAttempt, locked_text
from commands.system.secrets.secret import Secret
from pbm.board.players import Player
from pbm.errors import NotAllowedError, NotFoundError, NotYoursError, ParseError
from pbm.process.lazy_logger import get_logger

log = get_logger()
WRONG_LOGIN = (
    "The userid or the password is wrong.\n"
    'To check how a userid is spelled, send "GAME standings". If you forgot your userid or\n'
    'password, see "help password".'
)
"""Error for a wrong password and for an unknown userid. They must not differ."""


def authenticate(context: Context, userid: str, password: Secret) -> Player:
    """Returns the player who gives the command, or raises UserError.

    Errors don't quote any word because it may be a misplaced password. They reveal nothing about
    whether the userid exists, by wording or by timing.
    """
    player, caller = context.find_player(userid), context.caller
    if caller.admin:
        return _active_player(player)
    if player is not None:
        check_is_person(player)
    authenticated = _check_password(context, userid, player, password)
    check_not_banned(authenticated)
    check_active(authenticated)
    return mark_reachable(context, authenticated) if caller.address else authenticated


def mark_reachable(context: Context, player: Player) -> Player:
    """Marks the player as reachable again, because an email of theirs has arrived.

    Returns the player.
    """
    context.authenticated.append(player)
    reachability.mark_reachable(context.work, player, context.now())
    if player.unreachable or player.clock_stop:
        return replace(player, unreachable=None, clock_stop=None)
    return player


def given_password(password: Secret) -> Secret:
    """Returns the password. Raises ParseError if it is a dash.

    A dash is accepted as a password only if the email proves the player. At a terminal, the player
    was prompted, and the typed password has already replaced the dash.
    """
    if password == Secret("-"):
        raise ParseError(
            "Write your password instead of the dash. A dash works only in an email from your own\n"
            "address, in a reply about your own game, and at a terminal."
        )
    return password


def check_active(player: Player) -> None:
    """Raises NotAllowedError if the player has signed off or hasn't confirmed an address."""
    if player.gone:
        raise NotAllowedError(f"{player.userid} has deleted their account.")
    if not player.confirmed:
        raise NotAllowedError(
            f"{player.userid} can't play yet, because you haven't confirmed your address.\n"
            'To confirm it, reply "yes" to the email that we sent there.'
        )


def check_reachable(player: Player) -> None:
    """Does the same check as `check_active`, with an error text for other players."""
    if player.gone or player.confirmed:
        check_active(player)
        return
    raise NotAllowedError(
        f"{player.userid} hasn't confirmed an email address yet, so they can't play.\n"
        "Please try again later."
    )


def check_not_banned(player: Player) -> None:
    """Raises NotAllowedError for a banned player.

    The reason is left out because only they may read it.
    """
    if player.banned:
        raise NotAllowedError(f"{player.userid} is banned from this server.")


def check_reply(context: Context, player: Player, age: ReplyAge, oldest: ReplyAge) -> None:
    """Raises ConfirmationRequired if the reply isn't from the player's own address, or is too old.

    `age`: the age of the email replied to.
    `oldest`: the maximum age of an accepted reply.
    """
    caller = context.caller
    if caller.confirmed:
        return
    if not caller.reply.from_own_address:
        by_sender = BY_SUBJECT if caller.reply.by_subject else UNREGISTERED
        raise ConfirmationRequired(player, DENIED if caller.denied else by_sender)
    if caller.guessed:
        raise ConfirmationRequired(player, GUESSED)
    if age > oldest and not is_vouched(context, player):
        raise ConfirmationRequired(player, OLD_REPLY)


def record_failed_logins(context: Context, response: Response) -> Response:
    """Counts the failed logins of a command, and adds warnings to the players to its response.

    Call it after the command has failed and its changes were rolled back. Otherwise, the counts
    would be rolled back, too.
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
    if player is None:  # Don't log the word: it may be a misplaced password.
        return None
    log.warning("failed logins", player=player.userid, sender=attempt.sender, what=attempt.what)
    subject = f"Wrong {attempt.what}s for {player.userid}"
    content = TextMessage(subject=subject, text=text)
    return Notification(player.addresses, content, immediate=True)


def _active_player(player: Player | None) -> Player:
    """Returns the player on whose behalf an admin gives a command.

    Raises UserError if they can't play.
    """
    if player is None:
        raise NotFoundError("Replace USERID with the userid of a player.")
    check_active(player)
    return player


def _check_password(
    context: Context, userid: str, player: Player | None, password: Secret
) -> Player:
    """Returns the player if the password is right. The error is the same for unknown players.

    All checks take the same time, except for a cached password. A cached password needs no lockout
    check because a failed login removes it from the cache.

    If a locked-out sender has one of the player's addresses and the right password, the command
    needs a confirmation. A forger may have caused the lockout.
    """
    caller, lockouts = context.caller, context.lockouts
    is_own = player is not None and player.has_address(caller.address) and not caller.denied
    if player and is_own and caller.guessed and not caller.confirmed:
        raise ConfirmationRequired(player, GUESSED)
    if password == Secret("-") and player and _is_proved_by_mail(context, player):
        return player
    typed = given_password(password)
    attempt = LoginAttempt("password", userid, caller.address, vouched=is_vouched_sender(caller))
    hashed = player.password_hash if player else ""
    login = attempt.pair, typed, hashed, context.now()
    if player and context.passwords.knows(*login):
        context.proved.add(player.id)
        return player
    until = lockouts.locked_until(attempt, is_own=is_own)
    # Check the password even if locked out or unknown, so that the response time reveals neither.
    right = context.passwords.match(*login)
    if until:  # Otherwise, the cache would accept the password next time, despite the lockout.
        context.passwords.forget(attempt.pair)
    if until and not (right and is_own):
        raise NotAllowedError(locked_text(attempt, until))
    if player is None or not right:
        context.failed_logins.append(attempt)
        raise NotYoursError(WRONG_LOGIN)
    if until:
        raise ConfirmationRequired(player, LOCKED, typed)
    context.proved.add(player.id)
    return player


def _is_proved_by_mail(context: Context, player: Player) -> bool:
    """Whether the email proves its sender. If so, a dash is accepted as the password.

    Raises ConfirmationRequired if the email only claims to come from the player.
    """
    if is_vouched(context, player):
        context.proved.add(player.id)
        return True
    if context.by_reply and is_replying(context, player):
        check_reply(context, player, context.caller.reply.age, ReplyAge.LATEST)
        return True
    if player.has_address(context.caller.address):
        raise ConfirmationRequired(player, DENIED if context.caller.denied else CHALLENGE)
    return False
