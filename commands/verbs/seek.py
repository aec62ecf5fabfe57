"""The command `seek`, which searches for opponents."""

from typing import Annotated, ClassVar

from commands.boards.challenges.challenge_limits import check_within_limit
from commands.boards.seeks import seek_refusals
from commands.boards.seeks.seek_answers import seek_answer, seek_data
from commands.boards.seeks.seek_pairing import pair
from commands.boards.seeks.seek_terms import make_seek, question_in_words
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import Password, Userid
from commands.language.slots import OptionalWord, Options, count
from commands.players.authentication import authenticate, check_not_banned
from pbm.board.players import Player
from pbm.stored_values import Seek
from pbm.wording import counted

MAX_GAMES = 20
"""Maximum number of games in a seek."""
MAX_SEEKS = 5
"""Maximum number of seeks of a player at a game."""


class SeekGames(GameCommand):
    """Posts an open challenge that anyone can join. Your game starts when another player joins.

    Without N, you offer one game. With 0, you withdraw all your open challenges in this game. The
    options and times are those of a challenge, and:

    - --rating=1400..1700: only players with these ratings can join.
    - --seat=first: your seat. Without it, the player who has waited longer moves first, and after
      that you take turns.
    - --until=DAY: the last day of the offer. The default is 14 days.

    If another player has an open challenge on the same terms, your game starts immediately. We
    never pair you with players you block, or with players who have reached their limit of games.
    """

    example: ClassVar = "{game} seek alice PASSWORD 2"

    userid: Userid
    password: Password
    number: Annotated[int | None, OptionalWord("[N]", count)]
    options: Annotated[tuple[str, ...], Options("[-OPTION...] [--TIMEOPTION=DAYS...]")]

    def effect(self) -> str:
        """Returns a sentence on the effect of the command, which may withdraw challenges."""
        title, number = self.game.title, 1 if self.number is None else self.number
        if not number:
            return f"This withdraws all your open {title} challenges."
        offered = "one game" if number == 1 else counted(number, "game")
        starts = "your game starts" if number == 1 else "a game starts"
        return (
            f"We'll look for an opponent for {offered} of {title}. If another player has an open "
            f"challenge on the same terms, {starts} immediately. Otherwise, we post your "
            "open challenge."
        )

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns the terms. Raises UserError if they are wrong."""
        if self.number == 0:
            return ""
        seek = make_seek(context, self.game, player, self.number or 1, self.options)
        return question_in_words(self.game, seek)

    def run(self, context: Context) -> Response:
        """Returns the boards that start, or the number of games still sought."""
        player = authenticate(context, self.userid, self.password)
        number = 1 if self.number is None else self.number
        if number > MAX_GAMES:
            raise seek_refusals.too_many_games(MAX_GAMES)
        if not number:
            context.work.seeks.end(player, self.game.name)
            text = f"You're no longer looking for {self.game.title} games."
            return text_response(
                f"{self.game.title}: open challenges", text, seek_data(self.game, player, 0)
            )
        check_not_banned(player)
        check_within_limit(context, self.game, player)
        seek = make_seek(context, self.game, player, number, self.options)
        _check_number(context, player, seek)
        seek = change_or_add(context, seek)
        found_games = pair(context, self.game, seek)
        return seek_answer(context, player, found_games, seek, number - len(found_games))


def _check_number(context: Context, player: Player, seek: Seek) -> None:
    seeks = [each for each in context.work.seeks.of(player) if each.game == seek.game]
    if len({each.words for each in seeks} - {seek.words}) >= MAX_SEEKS:
        raise seek_refusals.too_many_seeks(seek.game, player, MAX_SEEKS)


def change_or_add(context: Context, seek: Seek) -> Seek:
    """Stores a seek. An earlier one with the same terms is changed, and keeps its number and place.

    Otherwise, a player who asks again would lose the place of the earlier seek.
    """
    return context.work.seeks.change(seek) or context.work.seeks.add(seek)
