"""Commands to ask for a deputy, to agree to be one, and to end a deputyship."""

from typing import Annotated, Any, ClassVar

from commands.boards.deputies.deputy_boards import (
    MAX_NAMED,
    emails_of_waiting_boards,
    find_coverage,
    running_boards,
    waiting_boards,
)
from commands.boards.deputies.deputy_eligibility import (
    check_agreement,
    check_end,
    check_free,
    find_deputy,
    last_day_and_end,
    lock_players,
)
from commands.boards.deputies.deputy_texts import (
    deputyship_sentence,
    invitation_mail,
    request_sent,
    start_mail_to_deputy,
    start_mail_to_player,
)
from commands.content.messages import TextMessage
from commands.content.response import Notification, Response, text_response
from commands.context import deputy_refusals
from commands.context.context import Context
from commands.context.deputy_rights import ended
from commands.language.command import PlayerCommand
from commands.language.slots import Literal, One, OptionalWord, OtherFormError
from commands.players.authentication import authenticate
from commands.players.confirmation_mails import CONFIRMATION_PERIOD
from commands.players.written_days import day_in_words, read_day
from pbm.board.board import Board
from pbm.board.deputies import Deputyship
from pbm.board.players import Player
from pbm.errors import UsageError
from pbm.wording import listing

FOR, OFF = "for", "off"


def _until(word: str) -> str:
    if day := read_day(word):
        return day
    raise UsageError(
        "Give the last day after the userid: a weekday such as Friday, or a date (YYYY-MM-DD)."
    )


def _who(word: str) -> str:
    if word.lower() in (FOR, OFF):
        raise OtherFormError("Give the userid of another player.")
    return word


class AskDeputy(PlayerCommand):
    """Asks a player to move for you in your games, through the day UNTIL.

    They have three days to agree. When it is your turn, your deputy then gets the emails about your
    games, and moves by reply. This covers only games in which you have already moved. Your deputy
    can only move and comment on moves. Each of these moves is marked as played by your deputy for
    you. Your rating and your clocks change as if you had moved.

    UNTIL is at most 60 days ahead. To stop sooner: `deputy USERID PASSWORD off`.
    """

    by_reply: ClassVar = True
    example: ClassVar = "deputy alice PASSWORD carol Friday"

    who: Annotated[str, One("WHO", _who)]
    until: Annotated[str, One("UNTIL", _until)]

    def effect(self) -> str:
        day = day_in_words(self.until)
        return (
            f"This asks {self.who} to move for you through {day}, in the games in which you have "
            f"already moved. Once {self.who} accepts, {self.who} can move for you."
        )

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns in which games the deputy can't move because they play in them."""
        deputy = context.find_player(self.who)
        boards = [each for each in running_boards(context, player) if _plays(each, deputy)]
        if not boards:
            return ""
        names = listing([f"{each.game.title} board {each.number}" for each in boards[:MAX_NAMED]])
        return f"{self.who} is your opponent in {names}, and so can't move for you there."

    def run(self, context: Context) -> Response:
        """Sends an invitation to the other player. Raises UserError if they can't be a deputy."""
        player = authenticate(context, self.userid, self.password)
        deputy = find_deputy(context, player, self.who)
        # Lock both players before reading their deputyships, so that simultaneous commands can't
        # both pass the checks.
        lock_players(context, player.id, deputy.id)
        now = context.now()
        day, until = last_day_and_end(player, self.until, now)
        check_end(day, until, now)
        check_free(context, player, deputy, until)
        check_agreement(context, player, deputy)
        deputyship = Deputyship(player.id, deputy.id, now, until)
        context.work.deputies.ask(deputyship)
        covered = find_coverage(context, player, deputy, deputyship)
        asked_until = min(until, now + CONFIRMATION_PERIOD)
        invitation = invitation_mail(context, covered, day, asked_until)
        return Response(
            request_sent(covered, day, asked_until),
            {"userid": player.userid, "deputy": deputy.userid, "until": until.isoformat()},
            (Notification(deputy.addresses, invitation, requested=True),),
        )


class ShowDeputies(PlayerCommand):
    """Shows your deputy, the players you move for, and which of their games are waiting for you."""

    by_reply: ClassVar = True
    example: ClassVar = "deputy alice PASSWORD"

    def run(self, context: Context) -> Response:
        """Returns the player's deputy, the players they deputize for, and the waiting boards."""
        player = authenticate(context, self.userid, self.password)
        own_deputyship, held = (
            context.work.deputies.of(player),
            context.work.deputies.held_by(player),
        )
        deputyships = [
            each for each in (own_deputyship, *held) if each and each.end > context.now()
        ]
        lines = [deputyship_sentence(context, each) for each in deputyships]
        waiting = list(
            waiting_boards(context, [each for each in deputyships if each.deputy == player.id])
        )
        end = f"{player.userid} PASSWORD MOVE"
        boards = [f"  {board.game.name} move {board.number} {end}" for board in waiting]
        text = "\n".join(lines) or "You have no deputy, and you aren't anyone's deputy."
        if boards:
            text += "\n\nTo move as a deputy, send:\n\n" + "\n".join(boards)
        data = {
            "deputies": [_row(context, each) for each in deputyships],
            "waiting": [{"game": each.game.name, "board": each.number} for each in waiting],
        }
        return text_response("Your deputies", text, data)


class EndDeputy(PlayerCommand):
    """Dismisses your deputy or, with USERID, stops you from moving for that player.

    We email both of you.
    """

    by_reply: ClassVar = True
    example: ClassVar = "deputy alice PASSWORD off"

    off: Annotated[str, Literal(OFF)]
    whose: Annotated[str | None, OptionalWord("[USERID]", str)]

    def effect(self) -> str:
        if self.whose:
            return f"This stops you from moving for {self.whose}."
        return "This dismisses your deputy, who will then no longer be able to move for you."

    def run(self, context: Context) -> Response:
        """Ends a deputyship or withdraws an invitation.

        Raises NotFoundError if there is neither.
        """
        player = authenticate(context, self.userid, self.password)
        deputyship = self._deputyship(context, player)
        lock_players(context, deputyship.player, deputyship.deputy)
        context.work.deputies.end(deputyship)
        notifications = ended(context.work, [deputyship], f"{player.userid} ended the arrangement.")
        other_notifications = tuple(
            each for each in notifications if each.addresses != player.addresses
        )
        text = _end_in_words(context, deputyship, player, told=bool(other_notifications))
        return Response(
            TextMessage(subject="Your deputies", text=text),
            {"userid": player.userid, "ended": True},
            other_notifications,
        )

    def _deputyship(self, context: Context, player: Player) -> Deputyship:
        """Returns the deputyship to end. Raises NotFoundError if there is none."""
        if self.whose is None:
            if deputyship := context.work.deputies.of(player):
                return deputyship
            raise deputy_refusals.no_deputy()
        other = context.find_player(self.whose)
        for held in context.work.deputies.held_by(player) if other else ():
            if other and held.player == other.id:
                return held
        raise deputy_refusals.no_such_deputyship()


class AgreeToDeputy(PlayerCommand):
    """Agrees to move for a player who has asked you, through the day that they named.

    When it is their turn, you get the emails about their games, and move by reply.
    """

    example: ClassVar = "deputy carol PASSWORD for alice Friday"

    preposition: Annotated[str, Literal(FOR)]
    whose: Annotated[str, One("USERID")]
    until: Annotated[str, One("UNTIL", _until)]

    def run(self, context: Context) -> Response:
        """Records the agreement, notifies the player, and sends the waiting boards to the deputy.

        At most MAX_BOARDS_SENT boards are sent.
        """
        deputy = authenticate(context, self.userid, self.password)
        player = context.find_player(self.whose)
        if player is None:
            raise deputy_refusals.unknown_player()
        lock_players(context, player.id, deputy.id)
        asked, now = context.work.deputies.of(player), context.now()
        day, until = last_day_and_end(player, self.until, now)
        is_asked = asked and (asked.deputy, asked.until) == (deputy.id, until)
        if asked is None or not is_asked or asked.since or asked.end <= now:
            raise deputy_refusals.not_asked(player, day)
        check_agreement(context, player, deputy)
        context.work.deputies.agree(asked, now)
        covered = find_coverage(context, player, deputy, asked)
        notice = start_mail_to_player(covered, day)
        boards = emails_of_waiting_boards(context, deputy, asked)
        return Response(
            start_mail_to_deputy(covered, day),
            {"userid": player.userid, "deputy": deputy.userid, "until": asked.until.isoformat()},
            (Notification(player.addresses, notice), *boards),
        )


def _plays(board: Board, player: Player | None) -> bool:
    return player is not None and board.seat_of(player) is not None


def _end_in_words(context: Context, ending: Deputyship, reader: Player, *, told: bool) -> str:
    """Returns the answer to a player who has ended a deputyship or an invitation.

    `told`: whether we have notified the other player.
    """
    player, deputy = context.work.players.by_ids([ending.player, ending.deputy])
    if reader.id == player.id:
        verb = "no longer moves" if ending.since else "won't move"
        other, text = deputy, f"{deputy.userid} {verb} for you."
    else:
        verb = "no longer" if ending.since else "won't"
        other, text = player, f"You {verb} move for {player.userid}."
    return f"{text} We've emailed {other.userid}." if told else text


def _row(context: Context, deputyship: Deputyship) -> dict[str, Any]:
    player, deputy = context.work.players.by_ids([deputyship.player, deputyship.deputy])
    return {
        "player": player.userid,
        "deputy": deputy.userid,
        "until": deputyship.until.isoformat(),
        "agreed": deputyship.since is not None,
    }
