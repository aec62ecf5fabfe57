"""Commands to have somebody else move for a while, to agree to that, and to end it."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import islice
from typing import Annotated, Any, ClassVar

from commands.boards.deputies.deputy_coverage import Coverage, find_coverage
from commands.content.messages import TextMessage
from commands.content.response import Notification, Response, text_response
from commands.context.context import Context
from commands.context.deputy_rights import ended
from commands.language.command import PlayerCommand
from commands.language.slots import Literal, One, OptionalWord, OtherFormError
from commands.players.authentication import authenticate, check_not_banned, check_reachable
from commands.players.confirmation import PendingLine
from commands.players.confirmation_mails import CONFIRMATION_PERIOD, limit_requests, store_pending
from commands.players.days import date_of, read_day
from pbm import games
from pbm.board.board import Board
from pbm.board.deputies import MAX_DAYS, MOST_AT_ONCE, Deputyship
from pbm.board.players import Player
from pbm.board.rest import Rest
from pbm.board.viewers import SERVER
from pbm.clock import DAY
from pbm.errors import IllegalError, NotAllowedError, NotFoundError, UsageError, UserError
from pbm.wording import counted, filled, local_time

FOR, OFF = "for", "off"
MOST_SENT = 20
"""The most boards whose mails a new deputy gets at once."""
RULES = (
    "It is for boards that run and on which {0} has moved. You get the mail of each such board "
    "when it is {0}'s turn, and make the move by a reply with it; that counts as {0}'s, and both "
    "names stand beside it. You can't resign, chat, or answer and make offers there."
)


def _until(word: str) -> str:
    if day := read_day(word):
        return day
    raise UsageError("The last day stands behind the userid: Friday or YYYY-MM-DD.")


def _who(word: str) -> str:
    if word.lower() in (FOR, OFF):
        raise OtherFormError("The userid of another player stands here.")
    return word


def _last_day(deputyship: Deputyship, player: Player) -> date:
    return Rest.read(player.rest).day(deputyship.until) - DAY


class AskDeputy(PlayerCommand):
    """Asks a player to move for you on your boards, up to the end of the day UNTIL.

    It begins once they agree, within three days. They get the mails of the boards on which it is
    your turn, as far as you have moved there, and may do nothing else in your place; both your
    names stand beside their moves. Ratings and times count as ever. It ends with that day, at most
    60 days ahead, or by `deputy USERID PASSWORD off`.
    """

    by_reply: ClassVar = True
    example: ClassVar = "deputy alice PASSWORD carol Friday"

    who: Annotated[str, One("WHO", _who)]
    until: Annotated[str, One("UNTIL", _until)]

    def run(self, context: Context) -> Response:
        """Asks the other player by a mail; raises UserError if they can't be asked."""
        player = authenticate(context, self.userid, self.password)
        deputy = _asked(context, player, self.who)
        _hold(context, player.id, deputy.id)
        now = context.now()
        day = date_of(self.until, Rest.read(player.rest).day(now))
        until = Rest.read(player.rest).midnight(day + DAY)
        if until <= now:
            raise IllegalError(f"That day is over: {day}.")
        if until > now + DAY * (MAX_DAYS + 1):
            raise IllegalError(f"Somebody moves for you for at most {counted(MAX_DAYS, 'day')}.")
        _check_free(context, player, deputy, until)
        _check(context, player, deputy)
        deputyship = Deputyship(player.id, deputy.id, now, until)
        context.work.deputies.ask(deputyship)
        covered = find_coverage(context, player, deputy, deputyship)
        asked_until = min(until, now + CONFIRMATION_PERIOD)
        invitation = _invitation(context, covered, day, asked_until)
        agree = local_time(asked_until, Rest.read(player.rest).zone)
        text = (
            f"{deputy.userid} is asked to move for you until the end of {day}, and has until "
            f"{agree} to agree. You are told."
        )
        text = _paragraphs(text, covered.to_player())
        return Response(
            TextMessage(subject=f"{deputy.userid} is asked", text=text),
            {"userid": player.userid, "deputy": deputy.userid, "until": until.isoformat()},
            (Notification(deputy.addresses, invitation, requested=True),),
        )


class ShowDeputies(PlayerCommand):
    """Shows who moves for you, for whom you move, and the boards that wait for you."""

    by_reply: ClassVar = True
    example: ClassVar = "deputy alice PASSWORD"

    def run(self, context: Context) -> Response:
        """Returns the player's own deputyship, and the ones for others."""
        player = authenticate(context, self.userid, self.password)
        own, held = context.work.deputies.of(player), context.work.deputies.held_by(player)
        shown = [each for each in (own, *held) if each and each.end > context.now()]
        lines = [_sentence(context, each) for each in shown]
        waiting = list(_waiting(context, [each for each in shown if each.deputy == player.id]))
        end = f"{player.userid} PASSWORD MOVE"
        boards = [f"  {board.game.name} move {board.number} {end}" for board in waiting]
        text = "\n".join(lines) or "Nobody moves for you, and you move for nobody."
        if boards:
            text += "\n\nWaiting for you:\n\n" + "\n".join(boards)
        data = {
            "deputies": [_row(context, each) for each in shown],
            "waiting": [{"game": each.game.name, "board": each.number} for each in waiting],
        }
        return text_response(f"Deputies of {player.userid}", text, data)


class EndDeputy(PlayerCommand):
    """Ends it that somebody moves for you or, with USERID, that you move for that player.

    Both are told.
    """

    by_reply: ClassVar = True
    example: ClassVar = "deputy alice PASSWORD off"

    off: Annotated[str, Literal(OFF)]
    whose: Annotated[str | None, OptionalWord("[USERID]", str)]

    def run(self, context: Context) -> Response:
        """Ends a deputyship, or what is asked for; raises NotFoundError if there is none."""
        player = authenticate(context, self.userid, self.password)
        found = self._found(context, player)
        if found is None:
            raise NotFoundError(
                "Nobody moves for you, or is asked to."
                if self.whose is None
                else "You don't move for anybody with that userid."
            )
        _hold(context, found.player, found.deputy)
        context.work.deputies.end(found)
        told = ended(context.work, [found], f"{player.userid} has ended it.")
        others = tuple(each for each in told if each.addresses != player.addresses)
        text = f"It is ended.{' The other player is told.' if others else ''}"
        return Response(
            TextMessage(subject=f"Deputies of {player.userid}", text=text),
            {"userid": player.userid, "ended": True},
            others,
        )

    def _found(self, context: Context, player: Player) -> Deputyship | None:
        if self.whose is None:
            return context.work.deputies.of(player)
        other = context.find_player(self.whose)
        held = context.work.deputies.held_by(player) if other else ()
        return next((each for each in held if other and each.player == other.id), None)


class AgreeToDeputy(PlayerCommand):
    """Agrees to move for a player who has asked you to, until the end of the day that they named.

    You get the mails of the boards on which it is their turn, and make their moves by reply.
    """

    example: ClassVar = "deputy carol PASSWORD for alice Friday"

    preposition: Annotated[str, Literal(FOR)]
    whose: Annotated[str, One("USERID")]
    until: Annotated[str, One("UNTIL", _until)]

    def run(self, context: Context) -> Response:
        """Records the agreement; sends the deputy the boards that wait, and tells the player."""
        deputy = authenticate(context, self.userid, self.password)
        player = context.find_player(self.whose)
        if player is None:
            raise NotAllowedError("Nobody with that userid asks you to move.")
        _hold(context, player.id, deputy.id)
        asked, now = context.work.deputies.of(player), context.now()
        day = date_of(self.until, Rest.read(player.rest).day(now))
        until = Rest.read(player.rest).midnight(day + DAY)
        is_asked = asked and (asked.deputy, asked.until) == (deputy.id, until)
        if asked is None or not is_asked or asked.since or asked.end <= now:
            raise NotAllowedError(
                f"{player.userid} doesn't ask you to move until {day}, or no longer does."
            )
        _check(context, player, deputy)
        context.work.deputies.agree(asked, now)
        text = f"You move for {player.userid} until the end of {day}. {RULES.format(player.userid)}"
        text += f" To end it before: deputy {deputy.userid} - off {player.userid}"
        news = f"{deputy.userid} moves for you until the end of {day}. You may move all the same."
        news += f" To end it before: deputy {player.userid} - off"
        covered = find_coverage(context, player, deputy, asked)
        news = _paragraphs(news, covered.to_player())
        text = _paragraphs(text, covered.to_deputy())
        told = TextMessage(subject=f"{deputy.userid} moves for {player.userid}", text=news)
        waiting = islice(_waiting(context, [asked], agreed=True), MOST_SENT)
        boards = [
            context.to_deputy(deputy, board, context.snapshot(board, news="")) for board in waiting
        ]
        return Response(
            TextMessage(subject=f"You move for {player.userid}", text=text),
            {"userid": player.userid, "deputy": deputy.userid, "until": asked.until.isoformat()},
            (Notification(player.addresses, told), *boards),
        )


def _asked(context: Context, player: Player, who: str) -> Player:
    """Returns the player who is asked; errors don't quote the word, which may be a password."""
    found = context.find_player(who)
    if found is None:
        raise NotFoundError("The word in the place of WHO isn't the userid of a player.")
    if found.id == player.id:
        raise NotAllowedError("You move for yourself already.")
    if found.robot:
        raise NotAllowedError(f"{found.userid} is a program: only a person moves for you.")
    check_reachable(found)
    check_not_banned(found)
    return found


def _hold(context: Context, *ids: int) -> None:
    """Locks players, always in the same order."""
    for id in sorted(ids):
        context.work.reachability.hold(id)


def _check_free(context: Context, player: Player, deputy: Player, until: datetime) -> None:
    """Raises NotAllowedError if somebody moves for the player, or is asked for the same."""
    known = context.work.deputies.of(player)
    if known is None or known.end <= context.now():
        return
    if known.since:
        raise NotAllowedError(
            f"{_sentence(context, known)} End it first: deputy {player.userid} - {OFF}"
        )
    if (known.deputy, known.until) == (deputy.id, until):
        raise NotAllowedError(f"{deputy.userid} is asked already, and hasn't agreed yet.")


def _check(context: Context, player: Player, deputy: Player) -> None:
    """Raises NotAllowedError if one of both is banned or blocks the other, or moves for many."""
    check_not_banned(player)
    check_not_banned(deputy)
    if context.work.blocks.any_between(deputy, [player], context.now()):
        raise NotAllowedError(f"{deputy.userid} and {player.userid} don't play for one another.")
    held = context.work.deputies.held_by(deputy)
    others = [each for each in held if each.since and each.end > context.now()]
    if len(others) >= MOST_AT_ONCE:
        raise NotAllowedError(
            f"{deputy.userid} moves for {counted(len(others), 'player')} already, and for no more."
        )


def _invitation(context: Context, covered: Coverage, day: date, until: datetime) -> TextMessage:
    """Returns the mail that asks; the reply yes to it agrees, up to `until`."""
    player, deputy = covered.player, covered.deputy
    limit_requests(context, deputy.addresses, "password")
    words = ("deputy", deputy.userid, "-", FOR, player.userid, str(day))
    pending = PendingLine(
        words=words, comment="", sender=deputy.addresses[0], irreversible=True, guessed=True
    )
    word = store_pending(context, deputy.id, "line", pending, until)
    asks = f"{player.userid} asks you to move for them until the end of {day}."
    how = (
        f"To agree, reply yes to this mail by {local_time(until, Rest.read(deputy.rest).zone)}. "
        "If you don't want that, reply no, or do nothing."
    )
    text = _paragraphs(asks, RULES.format(player.userid), covered.to_deputy(), how)
    subject = f"Will you move for {player.userid}?"
    return TextMessage(subject=subject, text=text, confirm=word)


def _paragraphs(*texts: str) -> str:
    """Returns texts as paragraphs, without those that are empty."""
    return "\n\n".join(map(filled, filter(None, texts)))


def _sentence(context: Context, deputyship: Deputyship) -> str:
    player, deputy = context.work.players.by_ids([deputyship.player, deputyship.deputy])
    verb = "moves" if deputyship.since else "is asked to move"
    day = _last_day(deputyship, player)
    return f"{deputy.userid} {verb} for {player.userid} until the end of {day}."


def _row(context: Context, deputyship: Deputyship) -> dict[str, Any]:
    player, deputy = context.work.players.by_ids([deputyship.player, deputyship.deputy])
    return {
        "player": player.userid,
        "deputy": deputy.userid,
        "until": deputyship.until.isoformat(),
        "agreed": deputyship.since is not None,
    }


def _waiting(
    context: Context, held: Sequence[Deputyship], *, agreed: bool = False
) -> Iterator[Board]:
    """Yields the boards that wait for a move by the deputy, who has just `agreed`."""
    players = [each.player for each in held if each.since or agreed]
    for player in context.work.players.by_ids(players):
        for game in games.games().values():
            lines = context.work.boards.lines(game.name, [player.userid], "next", viewer=SERVER)[1]
            for line in lines:
                try:
                    board = context.work.boards.find(game.name, line.number)
                except UserError:  # it is frozen
                    continue
                if board and context.deputy_of_mover(board):
                    yield board
