"""Telling players what is kept about them."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.messages.content import Attached
from commands.messages.response import Answer
from commands.security.rate_limits import done_today
from pbm import games
from pbm.board import Player
from pbm.ports import Pending, Work


@dataclass(frozen=True)
class MyData(Command):
    """All that is kept about you, as JSON; your password is kept only as a hash, and not shown.

    The moves of each board are in its record: `GAME record BOARD`.
    """

    names: ClassVar = ("mydata",)
    example: ClassVar = "mydata alice PASSWORD"

    userid: Userid
    password: Password

    def run(self, session: Session) -> Answer:
        """Attached to a mail, printed in the shell."""
        player = session.prove(self.userid, self.password)
        data = _about(session, player)
        said = Attached(
            subject=f"Data of {player.userid}",
            note="All that is kept about you is in the file attached.",
            name=f"{player.userid}.json",
            subtype="json",
            content=json.dumps(data, indent=2) + "\n",
            board="",
        )
        return Answer(said, data)


def _about(session: Session, player: Player) -> dict[str, Any]:
    return {
        **_person(session.work, player),
        **_wishes(session.work, player),
        **_mail_back(session.work, player),
        "counted today": done_today(session, player),
        "waiting": [_waiting(pending) for pending in session.work.codes.waiting(player)],
        "boards": [board for game in games.games() for board in _boards(session, game, player)],
        "mails": [
            {"date": date.isoformat(), "board": board, "state": state}
            for date, board, state in _mails(session, player)
        ],
    }


def _person(work: Work, player: Player) -> dict[str, Any]:
    return {
        "userid": player.userid,
        "joined": work.players.joined(player).isoformat(),
        "robot": player.robot,
        "addresses": list(player.addresses),
        "banned": player.banned,
        "ratings": {game: rating.write() for game, rating in work.ratings.of(player).items()},
    }


def _wishes(work: Work, player: Player) -> dict[str, Any]:
    blocked = work.players.by_ids(sorted(work.blocks.by(player)))
    return {
        "preferences": [
            {"game": wish.game, "name": wish.name, "value": wish.value}
            for wish in work.preferences.of(player)
        ],
        "blocks": [other.userid for other in blocked],
        "watches": [
            {"game": game, "board": board or "all", "only its end": end_only}
            for game, board, end_only in work.watches.by(player)
        ],
        "vacations": [
            {"since": period.since.isoformat(), "until": period.until.isoformat()}
            for period in work.vacations.of(player)
        ],
    }


def _mail_back(work: Work, player: Player) -> dict[str, Any]:
    """What came back, and whether the player can be reached."""
    return {
        "unreachable": player.unreachable.isoformat() if player.unreachable else None,
        "bounces": [
            {"date": bounce.at.isoformat(), "address": bounce.address, "kind": bounce.kind}
            for bounce in work.bounces.of(player.addresses)
        ],
    }


def _boards(session: Session, game: str, player: Player) -> list[dict[str, Any]]:
    _, lines = session.work.boards.lines(game, [player.userid], "all")
    return [
        {"game": game, "board": line.number, "players": list(line.players), "ply": line.ply}
        for line in lines
    ]


def _mails(session: Session, player: Player) -> list[tuple[datetime, str, str]]:
    """Those on their way or sent, and those that wait for a digest."""
    held = [(date, board, "held") for date, board in session.work.held.of(player)]
    return [*session.work.outbox.sent_to(player.addresses), *held]


def _waiting(pending: Pending) -> dict[str, Any]:
    content = json.loads(pending.content) if pending.content else None
    return {"for": pending.purpose, "until": pending.until.isoformat(), "content": content}
