"""Commands to see the ladder of a game, to join it and to leave it."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.authentication import authenticate
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import Literal
from commands.messages.response import Response, text_response
from commands.play.ladders import check_has_ladder
from commands.views.tables import table
from pbm.board.ladder import REACH, Rung, rank
from pbm.errors import IllegalError

HEAD = ("place", "name", "last game")
RULES = f"""\
To challenge somebody up to {REACH} places above you:

  {{}} challenge -ladder USERID USERID

Who beats a higher player takes that place. A challenge is played, or resigned
and so lost. Each 30 days without a ladder game cost a place; after 180 days
you are out."""


@dataclass(frozen=True)
class Ladder(GameCommand):
    """Shows the ladder: its players in order. Who beats a higher player takes that place.

    Join it at its foot, and challenge players up to 3 places above you with -ladder. Whoever
    resigns such a game loses it, also before the first move. Each 30 days without a ladder game
    cost a place; after 180 days you are out.
    """

    names: ClassVar = ("ladder",)
    example: ClassVar = "{game} ladder"

    def run(self, context: Context) -> Response:
        """Returns the players whom the caller may see, with their places."""
        check_has_ladder(self.game)
        ladder = context.work.ladders.find(self.game.name)
        ids = [rung.player for rung in ladder]
        seen = context.work.players.visible(ids, context.viewer)
        names = {each.id: each.userid for each in context.work.players.by_ids(ids)}
        rows = [
            (place, names[rung.player], rung.played)
            for place, rung in enumerate(ladder, 1)
            if rung.player in seen
        ]
        shown = [(str(place), userid, f"{at:%Y-%m-%d}") for place, userid, at in rows]
        data = [
            {"place": place, "userid": userid, "played": at.isoformat()}
            for place, userid, at in rows
        ]
        text = table(HEAD, shown, right=(0,)) if rows else "Nobody is on the ladder yet."
        rules = RULES.format(self.game.name)
        return text_response(f"{self.game.title} Ladder", f"{text}\n\n{rules}", {"ladder": data})


@dataclass(frozen=True)
class JoinLadder(GameCommand):
    """Joins the ladder, at its foot."""

    names: ClassVar = ("ladder",)
    example: ClassVar = "{game} ladder join alice PASSWORD"

    what: Annotated[str, Literal("join")]
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        """Adds the player; raises IllegalError for one who is there."""
        check_has_ladder(self.game)
        player = authenticate(context, self.userid, self.password)
        ladder, now = context.work.ladders.lock(self.game.name), context.now()
        if place := rank(ladder, player.id):
            raise IllegalError(f"{player.userid} is on the ladder already, at place {place}.")
        joined = [*ladder, Rung(player.id, now, now)]
        context.work.ladders.save(self.game.name, joined)
        text = f"{player.userid} is at place {len(joined)} of the ladder of {self.game.title}."
        data = {"userid": player.userid, "place": len(joined)}
        rules = RULES.format(self.game.name)
        return text_response(f"{self.game.title} Ladder", f"{text}\n\n{rules}", data)


@dataclass(frozen=True)
class LeaveLadder(GameCommand):
    """Leaves the ladder; those below rise by a place."""

    names: ClassVar = ("ladder",)
    example: ClassVar = "{game} ladder leave alice PASSWORD"

    what: Annotated[str, Literal("leave")]
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        """Removes the player; raises IllegalError for one who isn't there."""
        check_has_ladder(self.game)
        player = authenticate(context, self.userid, self.password)
        ladder = context.work.ladders.lock(self.game.name)
        if rank(ladder, player.id) is None:
            raise IllegalError(f"{player.userid} isn't on the ladder of {self.game.title}.")
        context.work.ladders.save(
            self.game.name, [rung for rung in ladder if rung.player != player.id]
        )
        text = f"{player.userid} has left the ladder of {self.game.title}."
        return text_response(f"{self.game.title} Ladder", text, {"userid": player.userid})
