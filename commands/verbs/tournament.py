"""Commands to see, join, leave and mute a tournament."""

from typing import Annotated, ClassVar

from commands.boards.tournaments import entry_refusals
from commands.boards.tournaments.tournament_views import (
    in_zone_of,
    leave_line,
    next_line,
    players_view,
    reader_view,
    view_of,
)
from commands.boards.tournaments.tournaments import enter, find_tournament, leave
from commands.content.faces import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Response, text_response
from commands.context.confirmation_reasons import ConfirmationReason
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import Choice, Literal, One, Optional
from commands.players.authentication import authenticate
from commands.players.confirmation_mails import CONFIRMATION_PERIOD
from commands.players.line_confirmation import request_line_confirmation
from commands.players.preferences import MUTE, MUTING, UNMUTE, muted
from commands.system.secrets.secret import NONE, PLACEHOLDER
from commands.views.json.tournaments import data
from commands.views.text.face_text import instruction
from commands.views.tournaments.sentences import description, state_in_words, terms_in_words
from commands.views.tournaments.tables import tables
from commands.views.tournaments.view import TournamentView
from pbm.board.players import Player
from pbm.errors import NotAllowedError, UsageError
from pbm.tournaments.terms import NAME
from pbm.tournaments.tournament import StoredTournament
from pbm.wording import counted, filled

JOIN, LEAVE = "join", "leave"
NEWS = {
    MUTE: "You won't get emails about the tournament {} anymore. You still get emails about your "
    "games in it.",
    UNMUTE: "You get all emails about the tournament {} again.",
}
SURE = "yes"
"""Word that skips the question about leaving a running tournament."""


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

    example: ClassVar = "tournament NAME"

    name: Name

    def run(self, context: Context) -> Response:
        """Returns the tournament, without the players that the caller may not see."""
        asker = context.only_sender()
        view = reader_view(context, find_tournament(context, self.name), asker)
        line = next_line(view, asker)
        join = [Action(label="Join", line=line)] if "join" in line.split() else []
        texts = [*map(filled, description(view)), *([] if asker else map(instruction, join))]
        content = TextMessage(
            subject=f"Tournament {view.name}",
            text="\n\n".join(texts),
            face=Face(
                banner=f"{view.name}: {state_in_words(view)}",
                primary=join[0] if join and asker else None,
            ),
            tournament=view.name,
            tables=tables(view),
        )
        return Response(content, data(view))


class JoinTournament(Command):
    """Joins a tournament. You can join until it begins.

    The players of a tournament see each other in its table, including players who are hidden from
    others.
    """

    example: ClassVar = "tournament NAME join alice PASSWORD"

    name: Name
    what: Annotated[str, Literal(JOIN)]
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        """Enters the player. Raises IllegalError if entries are closed."""
        player = authenticate(context, self.userid, self.password)
        stored = find_tournament(context, self.name, lock=True)
        tournament = stored.tournament
        if player.id in tournament.withdrawn:
            raise entry_refusals.has_left(player, stored)
        if player.id in tournament.players:
            raise entry_refusals.has_joined(player, stored)
        if tournament.status != "open":
            raise entry_refusals.entries_closed(stored)
        view = in_zone_of(players_view(context, enter(context, stored, player)), player)
        face = Face(
            banner=f"You have joined the tournament {view.name}.",
            lead=state_in_words(view),
            quiet=(Action(label="Leave the tournament", line=leave_line(view, player)),),
        )
        return _changed(view, player, face)

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns a description of the tournament's terms and state.

        It also says by when to confirm, if the tournament begins within the confirmation period.
        """
        view = in_zone_of(view_of(context, find_tournament(context, self.name)), player)
        begins = view.terms.begins
        is_soon = begins and begins < context.now() + CONFIRMATION_PERIOD
        hurry = " Confirm before the start, because nobody can join later." if is_soon else ""
        return f"{terms_in_words(view.terms)} {state_in_words(view)}{hurry}"


class LeaveTournament(Command):
    """Leaves a tournament.

    If it has begun, you lose your running games in it, and you can't come back. We ask you to
    confirm first. To skip the question, add yes.
    """

    irreversible: ClassVar = True
    example: ClassVar = "tournament NAME leave alice PASSWORD"

    name: Name
    what: Annotated[str, Literal(LEAVE)]
    userid: Userid
    password: Password
    sure: Annotated[str, Optional(f"[{SURE}]", SURE.__eq__, "")]

    def run(self, context: Context) -> Response:
        """Removes the player from the entries, or from a running tournament.

        Raises IllegalError if nothing would change.
        """
        player = authenticate(context, self.userid, self.password)
        stored = find_tournament(context, self.name, lock=True)
        tournament = stored.tournament
        if player.id not in tournament.active:
            raise entry_refusals.not_in(player, stored)
        if tournament.status not in ("open", "running"):
            raise entry_refusals.is_over(stored)
        if tournament.status == "running" and not (self.sure or context.caller.confirmed):
            return _ask(context, player, stored)
        view = players_view(context, leave(context, stored, player))
        return _changed(view, player, Face(banner=f"You have left the tournament {view.name}."))

    def confirmation_note(self, context: Context, player: Player) -> str:
        """Returns the consequences of leaving a running tournament.

        Otherwise, returns an empty string.
        """
        stored = find_tournament(context, self.name)
        is_in = player.id in stored.tournament.active
        return _cost(stored, player) if is_in and stored.tournament.status == "running" else ""


class MuteTournament(Command):
    """Mutes a tournament: you get no emails about its rounds and its end.

    You remain in the tournament, and you still get emails about your games in it.
    """

    example: ClassVar = "tournament NAME mute alice PASSWORD"

    name: Name
    what: Annotated[str, Choice(MUTING)]
    userid: Userid
    password: Password

    def run(self, context: Context) -> Response:
        """Saves the preference."""
        player = authenticate(context, self.userid, self.password)
        name, is_muted = find_tournament(context, self.name).name, self.what == MUTE
        value = "yes" if is_muted else ""
        context.work.preferences.put(player, muted(f"tournament {name}"), value, context.now())
        data = {"userid": player.userid, "tournament": name, "muted": is_muted}
        return text_response(f"Tournament {name}", filled(NEWS[self.what].format(name)), data)


def _cost(stored: StoredTournament, player: Player) -> str:
    """Returns a sentence on the games that a player loses by leaving a running tournament."""
    games = sum(
        player.id in pairing.players and number in round.open_games
        for round in stored.tournament.rounds[-1:]
        for number, pairing in enumerate(round.pairings, 1)
    )
    lost = f" You would also lose {counted(games, 'game')}." if games else ""
    return f"The tournament {stored.name} has begun. If you leave, you can't join it again.{lost}"


def _ask(context: Context, player: Player, stored: StoredTournament) -> Response:
    """Asks for a confirmation by email.

    In the shell, raises NotAllowedError with the question instead.
    """
    question = filled(_cost(stored, player))
    line = ("tournament", stored.name, LEAVE, player.userid)
    if not context.caller.address:
        raise NotAllowedError(f"{question}\nTo leave anyway: {' '.join(line)} {PLACEHOLDER} {SURE}")
    asked = f"Do you want to leave the tournament {stored.name}?"
    reason = ConfirmationReason(question, "", "password", question=asked)
    return request_line_confirmation(
        context, player, (*line, NONE), reason, irreversible=LeaveTournament.irreversible
    )


def _changed(view: TournamentView, player: Player, face: Face) -> Response:
    joined = player.id in view.tournament.active
    changed = {"userid": player.userid, "tournament": view.name, "joined": joined}
    content = TextMessage(
        subject=f"Tournament {view.name}", text="", face=face, tournament=view.name
    )
    return Response(content, changed)
