"""Answers to players who see, join or leave a tournament."""

from commands.boards.tournaments.tournament_views import leave_line, next_line
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.views.json.tournaments import data
from commands.views.text.banners_and_actions import instruction
from commands.views.tournaments.sentences import description, state_in_words, terms_in_words
from commands.views.tournaments.tables import tables
from commands.views.tournaments.view import TournamentView
from pbm.board.players import Player
from pbm.wording import filled


def tournament_answer(view: TournamentView, asker: Player | None) -> Response:
    """Returns a tournament with its terms and tables.

    `asker`: the player who gets the answer, or None if the address doesn't identify one.
    """
    line = next_line(view, asker)
    join = [Action(label="Join", line=line)] if "join" in line.split() else []
    texts = [*map(filled, description(view)), *([] if asker else map(instruction, join))]
    content = TextMessage(
        subject=f"Tournament {view.name}",
        text="\n\n".join(texts),
        face=Face(
            banner=state_in_words(view, named=True),
            primary=join[0] if join and asker else None,
        ),
        tournament=view.name,
        tables=tables(view),
    )
    return Response(content, data(view))


def joined_answer(view: TournamentView, player: Player) -> Response:
    """Returns the answer to a player who has joined a tournament."""
    face = Face(
        banner=f"You have joined the {view.name} tournament.",
        lead=state_in_words(view),
        quiet=(Action(label="Leave the tournament", line=leave_line(view, player)),),
    )
    return _entry_answer(view, player, face)


def left_answer(view: TournamentView, player: Player) -> Response:
    """Returns the answer to a player who has left a tournament."""
    return _entry_answer(view, player, Face(banner=f"You have left the {view.name} tournament."))


def _entry_answer(view: TournamentView, player: Player, face: Face) -> Response:
    joined = player.id in view.tournament.active
    changed = {"userid": player.userid, "tournament": view.name, "joined": joined}
    content = TextMessage(
        subject=f"Tournament {view.name}", text="", face=face, tournament=view.name
    )
    return Response(content, changed)


def joining_note(view: TournamentView) -> str:
    """Returns the state and terms of a tournament, for the question whether to join."""
    return " ".join([state_in_words(view, named=True), *terms_in_words(view.terms)])
