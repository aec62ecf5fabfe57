"""Shows people who want to be left alone how to get fewer emails, or none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import Subscription, SubscriptionKind, TextMessage
from commands.context.context import Context
from commands.outbound.notifications.digest_contents import schedule_of
from commands.outbound.notifications.schedule import DAILY, URGENT
from commands.players.preferences import DELIVERY, NO_BROADCAST, TOURNAMENTS, UNMUTE, muted
from commands.security.rate_limits import LimitKind
from pbm import games
from pbm.board.players import Player
from pbm.board.viewers import SERVER
from pbm.wording import filled, listing

MAX_BOARDS = 5
"""Maximum number of boards that are named."""
UNKNOWN = "Nobody is registered here with this address."
UNKNOWN_LEAD = (
    "We send only replies like this one to this address. If one of our emails asks you to "
    'confirm something, reply "no" to it. If you get emails about a game, we sent them to another '
    'address. To stop these emails, reply "unsubscribe" to one of them.'
)
OPENING = "You still get emails from us."
HOW_TO_GET_FEWER = (
    "To get fewer, or none, send one of these commands from this address. We may ask you to "
    "confirm it."
)
HOW = "Send your command from this address. We may ask you to confirm it."
URGENT_NOW = (
    "From now on, we'll email you about {}'s games only when one starts or ends, and to remind you "
    "to move."
)
URGENT_BEFORE = (
    "We already email you about {}'s games only when one starts or ends, and to remind you to move."
)
DELETE_LABEL = "Delete your account (records of your games stay, without your userid)"
STILL_PLAYING = "You're still in your games, and your opponents are waiting for your moves."
NO_FEWER = "You can't get fewer emails while you're playing."


def ways_out(context: Context, players: Sequence[Player], note: str = "") -> TextMessage:
    """Returns the ways to get fewer emails, with links, for the players who share an address.

    `note`: text above them.
    """
    ways = [way for player in players for way in _ways(context, player, shared=len(players) > 1)]
    if not ways:
        return _message(UNKNOWN, [note, UNKNOWN_LEAD], ())
    return _message(OPENING, [note, HOW_TO_GET_FEWER], ways)


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
    if subscription.kind is SubscriptionKind.ROUNDS:
        return _mute_tournament(context, player, subscription.about)
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
        banner = URGENT_BEFORE.format(player.userid)
        return _message(banner, [NO_FEWER, HOW], [*_ways(context, player)])
    context.work.preferences.put(player, DELIVERY, URGENT, context.now())
    for mail in context.work.deferred_notifications.take(player):
        # Without a due time, deferred emails are sent with the next urgent one.
        context.work.deferred_notifications.put(replace(mail, due=None))
    back = f"change delivery {player.userid} - {before.write() or before.mode}"
    ways = [Action(label="Undo this", line=back), *_ways(context, player)]
    return _message(URGENT_NOW.format(player.userid), [STILL_PLAYING, HOW], ways)


def _block(context: Context, player: Player, id: int) -> TextMessage | None:
    (writer,) = context.work.players.by_ids([id])
    if id in context.work.blocks.by(player):
        return None
    context.work.blocks.add(player, writer, context.now())
    what = f"messages, chat or challenges from {writer.userid}"
    return _ended(player, what, [_undo(f"unblock {player.userid} - {writer.userid}")])


def _end_broadcasts(context: Context, player: Player) -> TextMessage | None:
    if context.work.preferences.get(player, NO_BROADCAST):
        return None
    context.work.preferences.put(player, NO_BROADCAST, "yes", context.now())
    line = f"unblock {player.userid} - broadcast"
    return _ended(player, "emails to all players", [_undo(line)])


def _end_announcements(context: Context, player: Player) -> TextMessage | None:
    if not context.work.preferences.get(player, TOURNAMENTS):
        return None
    context.work.preferences.put(player, TOURNAMENTS, "", context.now())
    line = f"change tournaments {player.userid} - on"
    return _ended(player, "announcements of tournaments", [_undo(line)])


def _mute_tournament(context: Context, player: Player, id: int) -> TextMessage | None:
    stored = context.work.tournaments.find_by_id(id)
    if stored is None:
        return None
    name = muted(f"tournament {stored.name}")
    if context.work.preferences.get(player, name):
        return None
    context.work.preferences.put(player, name, "yes", context.now())
    line = f"tournament {stored.name} {UNMUTE} {player.userid} -"
    return _ended(player, f"emails about the rounds of the {stored.name} tournament", [_undo(line)])


def _end_watches(context: Context, player: Player, board: int) -> TextMessage | None:
    ended = context.work.watches.leave(player.id, board)
    names = dict.fromkeys(_watch_name(game, number) for game, number, _ in ended)
    actions = [
        Action(
            label=f"Watch {_watch_name(game, number)} again",
            line=_watch_line(player, game, number, end_only),
        )
        for game, number, end_only in ended
    ]
    return _ended(player, f"emails about {listing([*names])}", actions) if ended else None


def _watch_name(game: str, number: int) -> str:
    title = games.stored(game).title
    return f"{title} board {number}" if number else f"all games of {title}"


def _watch_line(player: Player, game: str, number: int, end_only: bool) -> str:
    if end_only:
        return f"{game} notify {player.userid} - {number or ''}".rstrip()
    return f"{game} subscribe {number or 'all'} {player.userid} -"


def _undo(line: str) -> Action:
    return Action(label="Undo this", line=line)


def _ended(player: Player, what: str, actions: Sequence[Action]) -> TextMessage:
    """Returns the confirmation that a subscription has ended, with the commands that undo it."""
    face = Face(banner=f"We won't send {player.userid} {what} anymore.", quiet=tuple(actions))
    return TextMessage(subject="Unsubscribed", text="", face=face)


def _message(banner: str, lead: Sequence[str], ways: Sequence[Action]) -> TextMessage:
    """Returns a message with commands that the reader can send."""
    text = "\n\n".join(filled(each) for each in lead if each)
    face = Face(banner=banner, lead=text, quiet=tuple(ways))
    return TextMessage(subject="Fewer emails, or none", text="", face=face)


def _ways(context: Context, player: Player, *, shared: bool = False) -> Iterator[Action]:
    """Yields actions for getting fewer emails.

    `shared`: whether their labels name the player, because several players share an address.
    """
    for line, label in _commands(context, player):
        yield Action(label=f"{label} ({player.userid})" if shared else label, line=line)


def _commands(context: Context, player: Player) -> Iterator[tuple[str, str]]:
    """Yields commands for getting fewer emails, with the effects of the commands."""
    mode = schedule_of(context, player).mode
    if mode not in (DAILY, URGENT):
        yield f"change delivery {player.userid} - daily", "Get one email a day"
    if mode != URGENT:
        yield f"change delivery {player.userid} - urgent", "Get only urgent emails"
    for game, number in _boards(context, player):
        title = games.stored(game).title
        yield f"{game} resign {number} {player.userid} -", f"Resign {title} board {number}"
    held = [each.player for each in context.work.deputies.held_by(player)]
    for other in context.work.players.by_ids(held):
        line = f"deputy {player.userid} - off {other.userid}"
        yield line, f"Stop moving for {other.userid}"
    yield f"signoff {player.userid} -", DELETE_LABEL


def _boards(context: Context, player: Player) -> list[tuple[str, int]]:
    """Returns game and number of the player's running boards, at most MAX_BOARDS."""
    boards: list[tuple[str, int]] = []
    for game in games.names():
        _, lines = context.work.boards.lines(
            game, [player.userid], "active", MAX_BOARDS - len(boards), viewer=SERVER
        )
        boards += [(game, line.number) for line in lines]
    return boards
