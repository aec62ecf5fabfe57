"""Players whose mail comes back: their clocks stand, those who play with them are told.

A player is unreachable when all of their addresses are marked. Their boards go to the admin when
that lasts, and nothing is forfeited: whoever is heard of again, goes on with a fresh turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import structlog

from commands.messages.content import Plain
from commands.messages.response import Answer, Notice
from commands.messages.snapshot import STANDS, sentence
from pbm import games
from pbm.board import Player
from pbm.ports import BounceKind, Work
from pbm.wording import counted, listing

STRIKES = 3
"""So many mails must come back before it counts: one may be a full mailbox or a bad day."""
WITHIN = timedelta(days=30)
"""Nags come once a day: what is older is another story."""

log = structlog.get_logger()


def came_back(work: Work, mail: int, kind: BounceKind, at: datetime) -> list[Notice]:
    """Notes that a mail came back, and what that shows of its address; who is to be told."""
    address = work.bounces.note(mail, kind, at)
    if not address or kind != "hard":
        return []
    owners = work.reach.owners(address)
    if work.bounces.hard(address, at - WITHIN) < STRIKES or not work.bounces.mark(address, at):
        return []
    log.info("address marked", address=address)
    return [notice for player in owners for notice in _lost(work, player, at)]


def heard(work: Work, player: Player, at: datetime) -> None:
    """The player is there: marks go, and their turns begin anew where clocks stood."""
    if player.doubted:
        work.bounces.clear(player.addresses)
    if player.unreachable:
        work.reach.regain(player)
        work.clocks.restart(player, at)


def with_return(work: Work, proven: Sequence[Player], answer: Answer, at: datetime) -> Answer:
    """The answer, with what others are told of players who are back.

    A refusal has taken back all that its line did; that the player is there is true all the same.
    """
    notices: list[Notice] = []
    for player in {each.id: each for each in reversed(proven)}.values():
        heard(work, player, at)
        notices += _back(work, player) if player.unreachable else []
    return replace(answer, notices=(*answer.notices, *notices)) if notices else answer


def hand_over(work: Work, now: datetime, admin: str) -> list[Notice]:
    """Gives the boards of those who were lost for too long to the admin, once."""
    boards: list[str] = []
    for player in work.reach.hand_over(now - STANDS):
        theirs = [name for name, _ in _running(work, player)]
        log.warning("unreachable", player=player.userid, boards=theirs)
        boards += [f"  {name}: {player.userid} can't be reached" for name in theirs]
    return [Notice((admin,), _for_admin(boards))] if admin and boards else []


def _lost(work: Work, player: Player, at: datetime) -> Iterable[Notice]:
    marked = work.bounces.marked(player.addresses)
    if any(address.lower() not in marked for address in player.addresses):
        return ()
    if not work.reach.lose(player, at):
        return ()
    log.info("unreachable", player=player.userid)
    lost = replace(player, unreachable=at)
    return _tell(work, lost, f"{sentence(lost)} It can be reached again by any other way you know.")


def _back(work: Work, player: Player) -> list[Notice]:
    (player,) = work.players.by_ids([player.id])
    running = _running(work, player)
    if not running:
        return []
    news = f"{player.userid} is heard of again. Where it is {player.userid}'s turn, it begins anew."
    names = "".join(f"\n  {name}" for name, _ in running)
    said = (
        f"Mail to you came back, so your clocks stood still. Now that you are heard of again,\n"
        f"they run, and your turns begin anew. {counted(len(running), 'board')}:\n{names}"
    )
    own = Notice(player.addresses, Plain(subject=f"Mail to {player.userid}", text=said))
    return [*_tell(work, player, news), own]


def _tell(work: Work, player: Player, news: str) -> list[Notice]:
    """A mail to each of those who play with a player, about all of their boards."""
    boards: dict[str, list[str]] = {}
    for name, userids in _running(work, player):
        for userid in userids:
            boards.setdefault(userid, []).append(name)
    subject = f"Mail to {player.userid}"
    return [
        Notice(other.addresses, Plain(subject=subject, text=f"{news}\n\nThis concerns {of_them}."))
        for userid, names in sorted(boards.items())
        if userid != player.userid and (of_them := listing(names))
        if (other := work.players.find(userid))
    ]


def _running(work: Work, player: Player) -> list[tuple[str, tuple[str, ...]]]:
    """The boards, of all games, that go on, and who plays on them."""
    return [
        (f"{game.title} board {line.number}", line.players)
        for game in games.games().values()
        for line in work.boards.lines(game.name, [player.userid], "active")[1]
    ]


def _for_admin(boards: Sequence[str]) -> Plain:
    text = (
        "These boards wait for your decision, as mail to a player has come back for "
        f"{STANDS.days} days:\n\n" + "\n".join(boards) + "\n\n"
        "pbm admin games --state unreachable lists them; pbm admin adjudicate decides them. "
        "They go on by themselves when the player writes."
    )
    return Plain(subject="Boards that wait for you", text=text)
