"""Sending digests when their time has come."""

from collections.abc import Sequence
from datetime import datetime

import structlog

from commands.context.caller import Speaker
from commands.dispatch.dispatcher import Desk
from commands.messages.content import Plain
from commands.messages.response import Answer, Notice
from commands.notifications.digests import digests
from commands.notifications.personalizing import in_their_form
from commands.outbound.mailer import Post
from pbm.ports import Store, Work

log = structlog.get_logger()


def release_due(store: Store, desk: Desk, post: Post) -> int:
    """Sends all digests that are due, each in a work of its own; to how many players."""
    with store.work() as work:
        players = work.held.due(desk.clock.now())
    return sum(_release(store, desk, post, player) for player in players)


def send(work: Work, post: Post, notices: Sequence[Notice], now: datetime) -> None:
    """Queues what players are told without anybody having asked, in the form they want."""
    told = in_their_form(work, Answer(Plain(subject="", text=""), notices=tuple(notices)))
    work.outbox.put(post.notices(told.notices, [], now))


def _release(store: Store, desk: Desk, post: Post, player: int) -> bool:
    """Whether this player was sent something."""
    try:
        with store.work() as work:
            return _send_digest(work, desk, post, player)
    except Exception:  # somebody else was at it, or one player's mails are wrong: not the others'
        log.exception("digest not sent", player=player)
        return False


def _send_digest(work: Work, desk: Desk, post: Post, id: int) -> bool:
    """Whoever takes what was held has it alone; whoever comes later finds nothing."""
    now = desk.clock.now()
    held = work.held.take_due(id, now)
    (player,) = work.players.by_ids([id])
    notices = digests(desk.session(work, Speaker(admin=True)), player, held)
    send(work, post, notices, now)
    return bool(notices)
