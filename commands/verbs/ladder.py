"""Commands to see, join and leave the ladder of a game."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar

from commands.boards.ladders import ladder_refusals
from commands.boards.ladders.ladder_challenges import check_has_ladder, next_opponent
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import Choice
from commands.players.authentication import authenticate, check_not_banned
from commands.system.secrets.secret import NONE
from commands.views.text.banners_and_actions import instruction
from commands.views.text.tables import table
from pbm.board.ladder import REACH, LadderEntry, rank
from pbm.board.players import Player
from pbm.games import AnyGame
from pbm.wording import counted, filled, short_date

JOIN, LEAVE = "join", "leave"
HEAD = ("place", "name", "last active")
CLIMB = (
    "You can challenge players up to {} places above you. If you win, you take your opponent's "
    "place."
)
FIRST = "Players below you can challenge you. If they win, they take your place."
PAIR = (
    "A challenge is two games, one in each seat. A win is 1 point{}. The player with more points "
    "wins the challenge. If both have the same number of points, their places don't change."
)
DRAW_POINTS = " and a draw \N{VULGAR FRACTION ONE HALF}"
RULES = (
    "You can't decline a challenge: play it, or resign and lose it. The same two players can "
    "meet only once every 14 days. You drop one place for every 30 days without a ladder game. "
    "After 180 days without one, you're removed from the ladder."
)


class Ladder(GameCommand):
    """Shows the ladder. If you beat a player above you, you take their place.

    `GAME ladder join USERID PASSWORD` adds you at the bottom. Then challenge players up to 3 places
    above you: `GAME challenge -ladder USERID OPPONENT`. In some games, a challenge is two games,
    one in each seat. The player with more points from both games wins. You can't decline a ladder
    game. If you resign it, even before your first move, you lose it. You drop one place for every
    30 days without a ladder game. After 180 days without one, you're removed from the ladder.
    """

    example: ClassVar = "{game} ladder"

    def run(self, context: Context) -> Response:
        """Returns the players that the caller may see, with their places."""
        check_has_ladder(self.game)
        ladder = context.work.ladders.find(self.game.name)
        rows = _rows(context, ladder)
        table_rows = [(str(place), userid, short_date(at)) for place, userid, at in rows]
        data = [
            {"place": place, "userid": userid, "played": at.isoformat()}
            for place, userid, at in rows
        ]
        text = table(HEAD, table_rows, right=(0,)) if rows else ""
        places = {userid: place for place, userid, _ in rows}
        reader = context.only_sender()
        step = _next_step(context, self.game, ladder, reader)
        return _answer(self.game, reader, step, places, {"ladder": data}, text=text)


class ChangeLadder(GameCommand):
    """Joins the ladder at the bottom, or leaves it. If you leave, the players below you move up.

    Players on the ladder can challenge you even if you accept no other challenges.
    """

    example: ClassVar = "{game} ladder join alice PASSWORD"

    what: Annotated[str, Choice((JOIN, LEAVE))]
    userid: Userid
    password: Password

    def effect(self) -> str:
        if self.what == JOIN:
            return f"This adds you at the bottom of the {self.game.title} ladder."
        return f"This removes you from the {self.game.title} ladder."

    def confirmation_note(self, context: Context, player: Player) -> str:
        return _rules(self.game) if self.what == JOIN else ""

    def run(self, context: Context) -> Response:
        """Adds or removes the player. Raises IllegalError if nothing would change."""
        check_has_ladder(self.game)
        player = authenticate(context, self.userid, self.password)
        ladder, now = context.work.ladders.lock(self.game.name), context.now()
        place = rank(ladder, player.id)
        if self.what == JOIN:
            check_not_banned(player)
            if place:
                raise ladder_refusals.on_ladder(player, place, self.game)
            changed = [*ladder, LadderEntry(player.id, now, now)]
        else:
            if place is None:
                raise ladder_refusals.not_on_ladder(player, self.game)
            running = context.work.ladders.running(self.game.name)
            if boards := [number for number, pair in running.items() if player.id in pair]:
                raise ladder_refusals.leaves_games(boards)
            changed = [entry for entry in ladder if entry.player != player.id]
            text = f"You left the {self.game.title} ladder."
        context.work.ladders.save(self.game.name, changed)
        data = {"userid": player.userid, "place": rank(changed, player.id)}
        if self.what == LEAVE:
            return text_response(f"{self.game.title} Ladder", text, data)
        places = {userid: place for place, userid, _ in _rows(context, changed)}
        places[player.userid] = len(changed)
        step = _next_step(context, self.game, changed, player)
        return _answer(self.game, player, step, places, data)


def _rows(context: Context, ladder: Sequence[LadderEntry]) -> list[tuple[int, str, datetime]]:
    """Returns the place, userid and last game's time of each player that the caller may see."""
    ids = [entry.player for entry in ladder]
    seen = context.work.players.visible(ids, context.viewer)
    names = {each.id: each.userid for each in context.work.players.by_ids(ids)}
    return [
        (place, names[entry.player], entry.played)
        for place, entry in enumerate(ladder, 1)
        if entry.player in seen
    ]


def _answer(
    game: AnyGame,
    reader: Player | None,
    step: Sequence[Action],
    places: Mapping[str, int],
    data: dict[str, Any],
    *,
    text: str = "",
) -> Response:
    """Returns the reader's place, their next step, the text and the rules.

    `places` maps userids to places.
    """
    leave = f"{game.name} ladder {LEAVE} {reader.userid} {NONE}" if reader else ""
    is_on_ladder = reader is not None and reader.userid in places
    rules = _rules(game, is_first=reader is not None and places.get(reader.userid) == 1)
    content = TextMessage(
        subject=f"{game.title} Ladder",
        text="\n\n".join(
            filter(None, [text, *([] if reader else map(instruction, step)), filled(rules)])
        ),
        face=Face(
            banner=_banner(game, reader, places),
            primary=step[0] if step and reader else None,
            quiet=(Action(label="Leave the ladder", line=leave),) if is_on_ladder else (),
        ),
    )
    return Response(content, data)


def _rules(game: AnyGame, *, is_first: bool = False) -> str:
    """Returns the rules of a ladder. `is_first`: whether the reader is the first on it."""
    pair = PAIR.format(DRAW_POINTS if game.drawn_by_agreement else "")
    climb = FIRST if is_first else CLIMB.format(REACH)
    return " ".join((climb, *([pair] if game.paired else []), RULES))


def _banner(game: AnyGame, reader: Player | None, places: Mapping[str, int]) -> str:
    if reader and reader.userid in places:
        return f"You're #{places[reader.userid]} on the {game.title} ladder."
    if not places:
        return f"Nobody is on the {game.title} ladder yet."
    return f"The {game.title} ladder has {counted(len(places), 'player')}."


def _next_step(
    context: Context, game: AnyGame, ladder: Sequence[LadderEntry], reader: Player | None
) -> list[Action]:
    """Returns the reader's next step: to join the ladder, or to challenge the next player above.

    Empty if there is nobody whom the reader may challenge now.
    """
    userid = reader.userid if reader else "USERID"
    if reader is None or rank(ladder, reader.id) is None:
        return [
            Action(
                label="Join the ladder at the bottom",
                line=f"{game.name} ladder join {userid} {NONE}",
            )
        ]
    other = next_opponent(context, game, ladder, reader)
    if other is None:
        return []
    line = f"{game.name} challenge -ladder {userid} {other.userid}"
    return [Action(label=f"Challenge {other.userid}", line=line)]
