"""Shows people who want to be left alone how to get fewer emails, or none."""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace

from commands.content.faces import Action
from commands.content.messages import Subscription, SubscriptionKind, TextMessage
from commands.context.context import Context
from commands.outbound.notifications.digest_contents import schedule_of
from commands.outbound.notifications.schedule import DAILY, URGENT
from commands.players.preferences import DELIVERY, NO_BROADCAST, TOURNAMENTS
from commands.security.rate_limits import LimitKind
from pbm import games
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.wording import filled, listing

MAX_BOARDS = 5
"""Maximum number of boards that are named."""
UNKNOWN = (
    "Nobody is registered here with this address, so no mail is sent to it but answers like this "
    "one. If a mail asks you to confirm something, the reply no ends that."
)
OPENING = (
    "To get fewer mails, or none, send one of these lines as the subject of a mail from this "
    "address. Unless your mail proves that it is yours, another one asks you to reply yes."
)
URGENT_NOW = (
    "From now on, mails about boards come to {} only when a board begins or ends, and to remind of "
    "a move. No game was given up: in each, somebody waits for {}."
)
URGENT_BEFORE = (
    "Mails about boards come to {} only when a board begins or ends, and to remind of a move. They "
    "can't become fewer while games run."
)
UNDO = "What undoes it, as the subject of a mail:"


def ways_out(context: Context, players: Sequence[Player], note: str = "") -> TextMessage:
    """Returns the ways to get fewer emails, with links, for the players who share an address.

    `note`: text above them.
    """
    ways = [way for player in players for way in _ways(context, player)]
    return _message([note, OPENING if ways else UNKNOWN], ways)


def end_subscription(
    context: Context, player: Player, subscription: Subscription
) -> TextMessage | None:
    """Ends a subscription of a player. Returns the email that confirms it, or None if it had ended.

    The player can undo it, and no game is resigned. While the player has games, urgent emails are
    still sent, and the confirmation shows how to end these.
    """
    if subscription.kind is SubscriptionKind.EACH:
        return _urgent_alone(context, player)
    if subscription.kind is SubscriptionKind.WRITER:
        return _block(context, player, subscription.about)
    if subscription.kind is SubscriptionKind.TOURNAMENTS:
        return _end_announcements(context, player)
    if not subscription.about:
        return _end_broadcasts(context, player)
    return _end_watches(context, player, subscription.about)


def _urgent_alone(context: Context, player: Player) -> TextMessage | None:
    """Changes the delivery mode to urgent emails only. Returns the confirmation.

    If it was changed before, the ways to get fewer emails are returned at most once an hour.
    """
    before = schedule_of(context, player)
    if before.mode == URGENT:
        if not context.limiter.enter(LimitKind.WAYS_OUT, str(player.id)):
            return None
        opening = URGENT_BEFORE.format(player.userid)
        return _message([opening, OPENING], [*_ways(context, player)])
    context.work.preferences.put(player, DELIVERY, URGENT, context.now())
    for mail in context.work.deferred_notifications.take(player):
        # Without a due time, deferred emails are sent with the next urgent one.
        context.work.deferred_notifications.put(replace(mail, due=None))
    back = f"change delivery {player.userid} - {before.write() or before.mode}"
    ways = [(back, "mails as before"), *_ways(context, player)]
    return _message([URGENT_NOW.format(player.userid, player.userid), OPENING], ways)


def _block(context: Context, player: Player, id: int) -> TextMessage | None:
    (writer,) = context.work.players.by_ids([id])
    if id in context.work.blocks.by(player):
        return None
    context.work.blocks.add(player, writer, context.now())
    what = f"messages, chat or challenges from {writer.userid}"
    return _ended(player, what, [f"unblock {player.userid} - {writer.userid}"])


def _end_broadcasts(context: Context, player: Player) -> TextMessage | None:
    if context.work.preferences.get(player, NO_BROADCAST):
        return None
    context.work.preferences.put(player, NO_BROADCAST, "yes", context.now())
    return _ended(player, "mail that goes to all players", [f"unblock {player.userid} - broadcast"])


def _end_announcements(context: Context, player: Player) -> TextMessage | None:
    if not context.work.preferences.get(player, TOURNAMENTS):
        return None
    context.work.preferences.put(player, TOURNAMENTS, "", context.now())
    what = "announcements of tournaments"
    return _ended(player, what, [f"change tournaments {player.userid} - on"])


def _end_watches(context: Context, player: Player, board: int) -> TextMessage | None:
    ended = context.work.watches.leave(player.id, board)
    names = dict.fromkeys(_watch_name(game, number) for game, number, _ in ended)
    lines = [_watch_line(player, *each) for each in ended]
    return _ended(player, f"mail about {listing([*names])}", lines) if ended else None


def _watch_name(game: str, number: int) -> str:
    title = games.stored(game).title
    return f"{title} board {number}" if number else f"all boards of {title}"


def _watch_line(player: Player, game: str, number: int, end_only: bool) -> str:
    if end_only:
        return f"{game} notify {player.userid} - {number or ''}".rstrip()
    return f"{game} subscribe {number or 'all'} {player.userid} -"


def _ended(player: Player, what: str, lines: Sequence[str]) -> TextMessage:
    """Returns the confirmation that a subscription has ended, with the commands that undo it."""
    text = filled(f"{player.userid} gets no more {what}. {UNDO}")
    commands = textwrap.indent("\n".join(lines), "  ")
    suggestions = tuple(Action(label="Undo", line=line) for line in lines)
    return TextMessage(
        subject="Unsubscribed", text=f"{text}\n\n{commands}", suggestions=suggestions
    )


def _message(paragraphs: Sequence[str], ways: Sequence[tuple[str, str]]) -> TextMessage:
    """Returns the message with these paragraphs, and a list of commands and their effects."""
    lines = "\n".join(f"{line}\n    {what}" for line, what in ways)
    texts = [filled(each) for each in paragraphs if each]
    texts += [textwrap.indent(lines, "  ")] if ways else []
    suggestions = tuple(
        Action(label=f"{what[0].upper()}{what[1:]}", line=line) for line, what in ways
    )
    return TextMessage(
        subject="Fewer mails, or none", text="\n\n".join(texts), suggestions=suggestions
    )


def _ways(context: Context, player: Player) -> Iterator[tuple[str, str]]:
    """Yields commands for getting fewer emails, with the effects of the commands."""
    mode = schedule_of(context, player).mode
    if mode not in (DAILY, URGENT):
        yield f"change delivery {player.userid} - daily", "one mail a day"
    if mode != URGENT:
        yield f"change delivery {player.userid} - urgent", "mail only when you have to act"
    for game, number in _boards(context, player):
        title = games.stored(game).title
        yield f"{game} resign {number} {player.userid} -", f"leaves {title} board {number}"
    held = [each.player for each in context.work.deputies.held_by(player)]
    for other in context.work.players.by_ids(held):
        line = f"deputy {player.userid} - off {other.userid}"
        yield line, f"moves for {other.userid} no longer"
    yield f"signoff {player.userid} -", "leaves for good: no more mail, and your data is deleted"


def _boards(context: Context, player: Player) -> list[tuple[str, int]]:
    """Returns game and number of the player's running boards, at most MAX_BOARDS."""
    boards: list[tuple[str, int]] = []
    for game in games.names():
        _, lines = context.work.boards.lines(
            game, [player.userid], "active", MAX_BOARDS - len(boards), viewer=SERVER
        )
        boards += [(game, line.number) for line in lines]
    return boards
