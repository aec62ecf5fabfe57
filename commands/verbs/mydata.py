"""The command `mydata`, which gives players all data stored about them."""

import json
from datetime import datetime
from typing import Any, ClassVar

from commands.content.messages import FileMessage
from commands.content.response import Response
from commands.context.attachment_limit import check_first_file
from commands.context.context import Context
from commands.language.command import PlayerCommand
from commands.players.authentication import authenticate
from commands.security.rate_limits import LimitKind, claimed
from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.board.ladder import rank
from pbm.board.players import Player
from pbm.stored_values import MAX_FAILED_MAILS, Pending


class MyData(PlayerCommand):
    """Shows all data stored about you, as JSON, except the hash of your password.

    The moves of each game are in its record: `GAME record BOARD`.
    """

    by_reply: ClassVar = True
    example: ClassVar = "mydata alice PASSWORD"

    def effect(self) -> str:
        return (
            "We'll send you all the data that we store about you, as JSON, except the hash of your "
            "password."
        )

    def run(self, context: Context) -> Response:
        """Returns the data as a file. It is attached to an email, or printed in the shell."""
        player = authenticate(context, self.userid, self.password)
        check_first_file(context)
        data = _about(context, player)
        content = FileMessage(
            subject=f"Your data, {player.userid}",
            note="The attached file has all the data that we store about you, except the hash of "
            "your password.",
            name=f"{player.userid}.json",
            main_type="application",
            subtype="json",
            content=_written(data),
            board="",
        )
        return Response(content, data)


def _written(data: dict[str, Any]) -> str:
    """Returns the data as JSON, with one line for each entry of a list."""
    lists = (
        "[\n    " + ",\n    ".join(map(json.dumps, value)) + "\n  ]"
        if isinstance(value, list) and value
        else json.dumps(value)
        for value in data.values()
    )
    pairs = (f"  {json.dumps(key)}: {value}" for key, value in zip(data, lists, strict=True))
    return "{\n" + ",\n".join(pairs) + "\n}\n"


def _counted_today(context: Context, player: Player) -> dict[str, list[str]]:
    whose = [claimed(str(player.id), proved=proved) for proved in (True, False)]
    return {
        kind: [at.isoformat() for at in context.limiter.times(kind, *whose)]
        for kind in (LimitKind.CHALLENGE, LimitKind.MESSAGE, LimitKind.CODE)
    }


def _about(context: Context, player: Player) -> dict[str, Any]:
    return {
        **_account(context.work, player),
        **_preferences(context.work, player),
        **_bounces(context.work, player),
        "counted today": _counted_today(context, player),
        "waiting": [
            _waiting(pending)
            for pending in context.work.pending_confirmations.waiting(player)
            if pending.purpose != "batch"
        ],
        "boards": [
            {"game": game, "board": number, "players": list(userids), "ply": ply}
            for game, number, userids, ply in context.work.boards.played_by(player)
        ],
        "notes": [
            {"game": game, "board": number, "text": text}
            for game, number, text in context.work.boards.notes_by(player)
        ],
        "lines": [
            {"game": game, "board": number, "name": line.name}
            | {"ply": line.start, "moves": list(line.moves)}
            for game, number, line in context.work.saved_lines.by(player)
        ],
        "published comments": [
            {"game": game, "board": board, "ply": ply, "text": text, "date": at.isoformat()}
            for game, board, ply, text, at in context.work.published_comments.by(player)
        ],
        "reviews": [
            {**asked, "date": at.isoformat()} for asked, at in context.work.jobs.of(player.id)
        ],
        "failed mails": [
            {"date": mail.at.isoformat(), "bytes": len(mail.content)}
            for mail in context.work.failed_mails.by(player.addresses, MAX_FAILED_MAILS)
        ],
        "mails": [
            {"date": date.isoformat(), "board": board, "state": state}
            for date, board, state in _mails(context, player)
        ],
    }


def _account(work: UnitOfWork, player: Player) -> dict[str, Any]:
    return {
        "userid": player.userid,
        "joined": work.players.joined(player).isoformat(),
        "robot": player.robot,
        "addresses": list(player.addresses),
        "banned": player.banned,
        "ratings": {game: rating.write() for game, rating in work.ratings.of(player).items()},
    }


def _preferences(work: UnitOfWork, player: Player) -> dict[str, Any]:

    def named(id: int) -> str:
        return work.players.by_ids([id])[0].userid

    blocked = work.players.by_ids(sorted(work.blocks.by(player)))
    return {
        "preferences": [
            {"game": preference.game, "name": preference.name, "value": preference.value}
            for preference in work.preferences.of(player)
        ],
        "blocks": [other.userid for other in blocked],
        "deputies": [
            {"player": named(each.player), "deputy": named(each.deputy)}
            | {"agreed": each.since is not None, "asked": each.asked.isoformat()}
            | {"until": each.until.isoformat()}
            for each in (work.deputies.of(player), *work.deputies.held_by(player))
            if each
        ],
        "watches": [
            {"game": game, "board": board or "all", "only its end": end_only}
            for game, board, end_only in work.watches.by(player)
        ],
        "vacations": [
            {"since": period.since.isoformat(), "until": period.until.isoformat()}
            for period in work.vacations.of(player)
        ],
    } | _entries(work, player)


def _entries(work: UnitOfWork, player: Player) -> dict[str, Any]:
    """Returns the player's ladders, seeks and tournaments."""
    return {
        "ladders": {
            game.name: place
            for game in games.known()
            if (place := rank(work.ladders.find(game.name), player.id))
        },
        "seeks": [
            {"game": seek.game, "games": seek.games, "options": [*seek.options]}
            | {"rating": [seek.lowest, seek.highest], "seat": seek.seat}
            | {"since": seek.since.isoformat(), "until": seek.until.isoformat()}
            for seek in work.seeks.of(player)
        ],
        "tournaments": {
            each.name: each.tournament.status
            for each in work.tournaments.entered_by(player)
            if player.id in each.tournament.players
        },
    }


def _bounces(work: UnitOfWork, player: Player) -> dict[str, Any]:
    """Returns the bounces, the player's unreachable periods, and the time of their last email."""
    last_mail = work.reachability.last_mail([player])
    return {
        "last mail": last_mail.isoformat() if last_mail else None,
        "unreachable": player.unreachable.isoformat() if player.unreachable else None,
        "outages": [
            {"since": period.since.isoformat(), "until": period.until.isoformat()}
            for period in work.reachability.outages(player)
        ],
        "bounces": [
            {"date": bounce.at.isoformat(), "address": bounce.address, "kind": bounce.kind}
            for bounce in work.bounces.of(player.addresses)
        ],
    }


def _mails(context: Context, player: Player) -> list[tuple[datetime, str, str]]:
    """Returns the time, board and state of each email to the player.

    "held" means that it is deferred.
    """
    held = [(date, board, "held") for date, board in context.work.deferred_notifications.of(player)]
    held += [(date, "", "held") for date in context.work.overflow.of(player.addresses)]
    return [*context.work.outbox.sent_to(player.addresses), *held]


def _waiting(pending: Pending) -> dict[str, Any]:
    content = json.loads(pending.content) if pending.content else None
    return {"for": pending.purpose, "until": pending.until.isoformat(), "content": content}
