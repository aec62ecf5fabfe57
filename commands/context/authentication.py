"""Authentication of players by password, reply address or mail server."""

from dataclasses import replace

from commands.accounts import reachability
from commands.accounts.robots import check_is_person
from commands.context.caller import ConfirmationRequired
from commands.context.context import Context
from commands.messages.content import TextMessage
from commands.messages.reply_claims import ReplyClaims, claims_of, password_stamp
from commands.messages.response import Notification, Response
from commands.security.lockout import LoginAttempt
from pbm.board import Board, Player
from pbm.errors import NotAllowedError, NotFoundError, NotYoursError, ParseError
from pbm.lazy_logger import get_logger
from pbm.secret import Secret

log = get_logger()


def authenticate(context: Context, userid: str, password: Secret) -> Player:
    """Returns the player who gives the command.

    Errors quote no word: it may be a password in the wrong place.
    """
    player, caller = context.find_player(userid), context.caller
    if player is None:
        raise NotFoundError("The word in the place of USERID isn't the userid of a player.")
    if not caller.admin:
        check_is_person(player)
    if not player.gone and not caller.admin:
        _check_password(context, player, password)
        check_not_banned(player)
    check_active(player)
    return mark_reachable(context, player) if caller.address else player


def authenticate_reply(context: Context, board: Board, userid: str, *, lasting: bool) -> Player:
    """Returns the player of the reply address, which is valid for one board only.

    `lasting`: the command may still be given when the board has changed since the mail replied to.
    Raises ConfirmationRequired if the mail came from elsewhere.
    """
    claims, caller = context.caller.claims, context.caller
    assert claims is not None  # noqa: S101 - called only for callers with claims
    player = board.players[claims.seat] if claims.board == board.id else None
    if player is None or player.userid.lower() != userid.lower():
        if caller.authenticated_address:
            return authenticate(context, userid, Secret("-"))
        raise NotYoursError(
            "A reply speaks for one player on one board, and this is another: "
            "write the password in the place of the dash."
        )
    check_active(player)
    check_not_banned(player)
    if not lasting:
        check_current(board, claims)
    if not (caller.from_own_address or caller.confirmed):
        raise ConfirmationRequired(player)
    return mark_reachable(context, player)


def authenticate_answer(context: Context, userid: str, to: tuple[str, ...]) -> Player:
    """Returns the player who answers the writer of a message by reply; nobody else may be meant.

    Raises ConfirmationRequired if the mail came from elsewhere.
    """
    claims, caller = context.caller.message, context.caller
    assert claims is not None  # noqa: S101 - called only for callers with claims
    player, writer = context.work.players.by_ids([claims.reader, claims.writer])
    named = [player.userid.lower(), writer.userid.lower()]
    if [word.lower() for word in (userid, *to)] != named:
        return authenticate(context, userid, Secret("-"))
    check_active(player)
    check_not_banned(player)
    if not (caller.from_own_address or caller.confirmed):
        raise ConfirmationRequired(player)
    return mark_reachable(context, player)


def mark_reachable(context: Context, player: Player) -> Player:
    """Returns the player, marked as reachable again if that was in doubt."""
    context.authenticated.append(player)
    reachability.mark_reachable(context.work, player, context.now())
    return replace(player, unreachable=None, standstill=None)


def needs_confirmation(context: Context, *addresses: str) -> bool:
    """Returns True unless the caller is authenticated for these addresses; the shell is trusted."""
    authenticated = context.caller.authenticated_address.lower()
    return not _is_trusted(context) and any(each.lower() != authenticated for each in addresses)


def is_authenticated(context: Context, player: Player) -> bool:
    """Returns True if the mail proves that this player wrote it; the shell is trusted.

    A sender is easily forged; a password, a reply address, and a mail server that vouches aren't.
    """
    caller = context.caller
    proved = {*caller.proved, *(each.id for each in context.authenticated)}
    stamps = {claims.stamp for claims in (caller.claims, caller.message) if claims}
    by_reply = caller.from_own_address and password_stamp(player) in stamps
    by_server = player.has_address(caller.authenticated_address)
    return _is_trusted(context) or player.id in proved or by_reply or by_server


def given_password(password: Secret) -> Secret:
    """Returns the password; raises ParseError for a lone dash that no prompt has replaced."""
    if password == Secret("-"):
        raise ParseError(
            "A lone dash stands for the password at a terminal, or in a reply about your own "
            "board;\nhere, write the password in its place."
        )
    return password


def check_active(player: Player) -> None:
    """Raises NotAllowedError for a player who has signed off or confirmed no address."""
    if player.gone:
        raise NotAllowedError(f"{player.userid} has signed off.")
    if not player.confirmed:
        raise NotAllowedError(
            f"{player.userid} can't play yet: the address isn't confirmed.\n"
            "Any reply to the mail that was sent there confirms it."
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


def check_current(board: Board, claims: ReplyClaims) -> None:
    """Raises NotYoursError if the board has changed since the mail replied to."""
    if not claims.fits(claims_of(board)):
        raise NotYoursError(
            f"Board {board.number} has changed since the mail that you reply to, so nothing was "
            f"done.\nThe next move is #{board.match.ply + 1}: please reply to the newest mail "
            "about this board,\nor to this one."
        )


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


def _is_trusted(context: Context) -> bool:
    """Returns True in the shell, for confirmed commands, and where nothing is confirmed."""
    caller = context.caller
    return not (context.policy.confirm and caller.address) or caller.confirmed


def _check_password(context: Context, player: Player, password: Secret) -> None:
    """Raises NotYoursError for a wrong password.

    A cached password needs no check of lockouts: a failed login removes it from the cache.
    """
    caller = context.caller
    if password == Secret("-") and (
        player.id in caller.proved or player.has_address(caller.authenticated_address)
    ):
        context.proved.add(player.id)
        return
    given = given_password(password)
    attempt = LoginAttempt("password", player.userid, context.caller.address)
    login = attempt.pair, given, player.password_hash, context.now()
    if context.passwords.knows(*login):
        context.proved.add(player.id)
        return
    context.lockouts.check_not_locked(attempt, player)
    if not context.passwords.match(*login):
        context.failed_logins.append(attempt)
        raise NotYoursError(f"That isn't {player.userid}'s password.")
    context.proved.add(player.id)
