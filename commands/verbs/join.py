"""The command to take a game that somebody seeks."""

import re
from collections.abc import Sequence
from typing import Annotated, ClassVar

from commands.boards.comments import clean_comment
from commands.boards.seeks import seek_refusals
from commands.boards.seeks.seek_answers import seek_answer
from commands.boards.seeks.seek_lists import seek_entry
from commands.boards.seeks.seek_pairing import begin, check_joins, pair
from commands.boards.seeks.seek_terms import taken_by
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import One
from commands.players.authentication import authenticate
from pbm.board.players import Player
from pbm.board.time_control.rest import Rest
from pbm.board.viewers import Viewer
from pbm.errors import UsageError
from pbm.stored import Seek


def _seek_number(word: str) -> int:
    """Returns the number of a seek.

    Raises UsageError, without quoting the word: it may be a misplaced password.
    """
    if not re.fullmatch(r"[0-9]{1,9}", word):
        raise UsageError('A search is named by its number, which "seeks" shows, such as 17.')
    return int(word)


class Join(GameCommand):
    """Takes a game that somebody seeks, by the number that "seeks" shows.

    The mail's body is a greeting to the other player. A game of three players starts when a third
    one has come.
    """

    takes_words: ClassVar = True
    names: ClassVar = ("join",)
    example: ClassVar = "{game} join 17 alice PASSWORD"

    number: Annotated[int, One("SEEK", _seek_number)]
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        """Returns the board that starts, or what is still missing."""
        player = authenticate(context, self.userid, self.password)
        open_seeks = context.work.seeks.lock(self.game.name, context.now())
        wanted = self._wanted(context, player, open_seeks)
        own = taken_by(wanted, player, context.now())
        check_joins(context, self.game, player, wanted, own)
        greeting = clean_comment(context, "", context.comment, self.password)
        if len(self.game.seats) == 2:
            found = [begin(context, self.game, [wanted, own])]
            return seek_answer(context, player, found, wanted, greeting=greeting)
        own = _sought_already(open_seeks, own) or context.work.seeks.add(own)
        found = pair(context, self.game, own)
        left = own.games - len(found)
        return seek_answer(context, player, found, own, left, greeting=greeting)

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns who seeks what."""
        wanted = self._wanted(context, player, context.work.seeks.all(context.now()))
        (other,) = context.work.players.by_ids([wanted.player_id])
        return f"{seek_entry(context, self.game, wanted, other, Rest.read(player.rest).zone)}."

    def _wanted(self, context: Context, player: Player, seeks: Sequence[Seek]) -> Seek:
        """Returns the seek that is meant; raises NotFoundError if this player may see none."""
        viewer = Viewer(member=True, players=frozenset([player.id]))
        for each in seeks:
            is_meant = (each.game, each.number) == (self.game.name, self.number)
            if is_meant and context.work.players.visible([each.player_id], viewer):
                return each
        raise seek_refusals.unknown_seek(self.game, self.number)


def _sought_already(seeks: Sequence[Seek], own: Seek) -> Seek | None:
    """Returns the player's search on the same terms, which joining mustn't make a smaller one."""
    same = (each for each in seeks if each.player_id == own.player_id and each.words == own.words)
    return next(same, None)
