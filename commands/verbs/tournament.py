"""Commands to see, join, leave and mute a tournament."""

from typing import Annotated, ClassVar

from commands.boards.tournaments.entry_refusals import check_can_join, check_can_leave
from commands.boards.tournaments.leaving import LEAVE, SURE, ask_to_leave, cost_of_leaving
from commands.boards.tournaments.tournament_answers import (
    joined_answer,
    joining_note,
    left_answer,
    tournament_answer,
)
from commands.boards.tournaments.tournament_views import (
    in_zone_of,
    players_view,
    reader_view,
    view_of,
)
from commands.boards.tournaments.tournaments import enter, find_tournament, leave
from commands.content.response import Response, text_response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import Choice, Literal, One, Optional
from commands.players.authentication import authenticate
from commands.players.confirmation_mails import CONFIRMATION_PERIOD
from commands.players.preferences import MUTE, MUTING, UNMUTE, muted
from pbm.board.players import Player
from pbm.errors import UsageError
from pbm.tournaments.tournament_terms import NAME
from pbm.wording import filled

JOIN = "join"
NEWS = {
    MUTE: "You won't get emails about the {} tournament anymore. You'll still get emails about "
    "your games in it.",
    UNMUTE: "You'll get all emails about the {} tournament again.",
}


def _name(word: str) -> str:
    """Returns the name of a tournament.

    Raises UsageError. The error doesn't quote the word, which may be a misplaced password.
    """
    if not NAME.fullmatch(word):
        raise UsageError('Give the name of a tournament. "tournaments" lists them.')
    return word


Name = Annotated[str, One("NAME", _name)]


class ShowTournament(Command):
    """Shows a tournament: its terms, and a table of all its players and their games.

    Players are ranked by points. Players with equal points are ranked by these, in this order:

    - if they have all met, the points in their games against each other.
    - SB (Sonneborn-Berger): each opponent's points times the points won against that opponent.
    - wins.

    Players who are still tied share a place.
    """

    example: ClassVar = "tournament spring-2026"

    name: Name

    def run(self, context: Context) -> Response:
        """Returns the tournament, without the players that the caller may not see."""
        asker = context.only_sender()
        view = reader_view(context, find_tournament(context, self.name), asker)
        return tournament_answer(view, asker)


class JoinTournament(Command):
    """Joins a tournament. You can join until it begins.

    The players of a tournament see each other in its table, including players who are hidden from
    others.
    """

    example: ClassVar = "tournament spring-2026 join alice PASSWORD"

    name: Name
    what: Annotated[str, Literal(JOIN)]
    userid: Userid
    password: Password

    def effect(self) -> str:
        return f"This adds you to the {self.name} tournament."

    def run(self, context: Context) -> Response:
        """Enters the player. Raises IllegalError if entries are closed."""
        player = authenticate(context, self.userid, self.password)
        stored = find_tournament(context, self.name, lock=True)
        check_can_join(player, stored)
        view = in_zone_of(players_view(context, enter(context, stored, player)), player)
        return joined_answer(view, player)

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns a description of the tournament's terms and state."""
        view = in_zone_of(view_of(context, find_tournament(context, self.name)), player)
        return joining_note(view)

    def confirmation_limit(self, context: Context) -> str:
        """Returns the start of the tournament if it is within the confirmation period."""
        begins = find_tournament(context, self.name).tournament.terms.begins
        now = context.now()
        is_soon = begins is not None and now < begins < now + CONFIRMATION_PERIOD
        return "before the tournament starts" if is_soon else ""


class LeaveTournament(Command):
    """Leaves a tournament.

    If it has begun, you lose your unfinished games in it, and you can't come back. We ask you to
    confirm first. To skip the question, add yes.
    """

    irreversible: ClassVar = True
    example: ClassVar = "tournament spring-2026 leave alice PASSWORD"

    name: Name
    what: Annotated[str, Literal(LEAVE)]
    userid: Userid
    password: Password
    sure: Annotated[str, Optional(f"[{SURE}]", SURE.__eq__, "")]

    def effect(self) -> str:
        return f"This removes you from the {self.name} tournament."

    def run(self, context: Context) -> Response:
        """Removes the player from the entries, or from a running tournament.

        Raises IllegalError if nothing would change.
        """
        player = authenticate(context, self.userid, self.password)
        stored = find_tournament(context, self.name, lock=True)
        check_can_leave(player, stored)
        if stored.tournament.status == "running" and not (self.sure or context.caller.confirmed):
            return ask_to_leave(context, player, stored)
        view = players_view(context, leave(context, stored, player))
        return left_answer(view, player)

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns the consequences of leaving a running tournament.

        Otherwise, returns an empty string.
        """
        stored = find_tournament(context, self.name)
        is_running = stored.tournament.status == "running"
        is_in = player.id in stored.tournament.active
        return cost_of_leaving(stored, player) if is_in and is_running else ""


MUTE_NOTE = (
    "You won't get emails about its rounds and its end, but you'll still play in it. To leave the "
    'tournament, reply "no", and send: {}'
)


class MuteTournament(Command):
    """Mutes a tournament: you get no emails about its rounds and its end.

    You remain in the tournament, and you still get emails about your games in it.
    """

    example: ClassVar = "tournament spring-2026 mute alice PASSWORD"

    name: Name
    what: Annotated[str, Choice(MUTING)]
    userid: Userid
    password: Password

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Says that the player stays in it, because "remove me" may mean to leave it."""
        if self.what != MUTE:
            return ""
        name = find_tournament(context, self.name).name
        return MUTE_NOTE.format(f"tournament {name} leave {player.userid} -")

    def run(self, context: Context) -> Response:
        """Saves the preference."""
        player = authenticate(context, self.userid, self.password)
        name, is_muted = find_tournament(context, self.name).name, self.what == MUTE
        value = "yes" if is_muted else ""
        context.work.preferences.put(player, muted(f"tournament {name}"), value, context.now())
        data = {"userid": player.userid, "tournament": name, "muted": is_muted}
        return text_response(f"Tournament {name}", filled(NEWS[self.what].format(name)), data)
