"""Emails about tournaments: announcements, the start of each round, and the end."""

from collections.abc import Iterator, Sequence

from commands.boards.tournaments.tournament_views import in_zone_of, leave_line, players_view
from commands.content.faces import Action
from commands.content.messages import Table, TextMessage
from commands.content.response import Notification
from commands.context.context import Context
from commands.players.confirmation_mails import store_pending
from commands.players.line_confirmation import PendingLine
from commands.players.preferences import ON, TOURNAMENTS
from commands.system.secrets.secret import NONE
from commands.views.tournaments.sentences import (
    departures,
    place_in_words,
    round_in_words,
    terms_in_words,
    victory,
    winners,
)
from commands.views.tournaments.tables import tables
from commands.views.tournaments.view import TournamentView
from pbm import games
from pbm.board.players import Player
from pbm.tournaments.tournament import Round, StoredTournament
from pbm.wording import counted, filled, listing

LATER = "later"
"""Shown in place of a board number if the board doesn't exist yet."""


def announcements(context: Context, stored: StoredTournament) -> Iterator[Notification]:
    """Yields the announcement of a tournament to each player who asked for announcements.

    The reply yes joins until entries close, so the emails must not be merged into a digest.
    Suppressed addresses get none.
    """
    chosen = context.work.preferences.named(TOURNAMENTS)
    readers = context.work.players.by_ids([each.player for each in chosen if each.value == ON])
    suppressed = context.work.bounces.suppressed(
        [each for one in readers for each in one.addresses]
    )
    for reader in readers:
        addresses = tuple(each for each in reader.addresses if each.lower() not in suppressed)
        if addresses and not reader.banned:
            yield Notification(addresses, _announcement(context, stored, reader), requested=True)


def _announcement(context: Context, stored: StoredTournament, reader: Player) -> TextMessage:
    view = in_zone_of(players_view(context, stored), reader)
    words = ("tournament", stored.name, "join", reader.userid, NONE)
    begins, none = view.terms.begins, f"change tournaments {reader.userid} {NONE} off"
    beginning, terms = f"It begins on {view.time(begins)}.", terms_in_words(view.terms)
    note = f"{beginning} {terms}"
    line = PendingLine(words=words, comment="", sender="", guessed=True, note=note)
    parts = (
        filled(terms),
        filled(f'{beginning} To join, reply "yes" to this email, or send:'),
        f"  {' '.join(words)}",
        f"To stop these emails, send: {none}",
    )
    return TextMessage(
        subject=f"New tournament: {stored.name}",
        tournament=stored.name,
        text="\n\n".join(parts),
        confirm=store_pending(context, reader.id, "line", line, until=begins),
        announcement=True,
        suggestions=(Action(label="Stop these emails", line=none),),
        unsubscribe=(reader.id, 0),
    )


def news_of(context: Context, stored: StoredTournament) -> Sequence[Notification]:
    """Returns the emails about the start of a round, or about the end of the tournament.

    Emails about a round go to its players and to the players of the previous round.
    """
    tournament, view = stored.tournament, players_view(context, stored)
    # Readers in the same time zone share a view, because making its tables for each one is slow.
    views: dict[str, TournamentView] = {}
    round, readers = tournament.open_round, tournament.active
    if round:
        last = tournament.rounds[-2:]
        playing = frozenset().union(
            *(each.members(group) for each in last for group in each.groups)
        )
        readers = tuple(each for each in readers if each in playing)
    return [
        Notification(
            reader.addresses, _round_mail(own, round, reader) if round else _last(own, reader)
        )
        for reader in context.work.players.by_ids(readers)
        if reader.addresses and not reader.banned
        for in_zone in [in_zone_of(view, reader)]
        for own in [views.setdefault(in_zone.zone, in_zone)]
    ]


def _round_mail(view: TournamentView, round: Round, reader: Player) -> TextMessage:
    first = round.number == 1
    plays = any(reader.id in each.players for each in (*round.pairings, *round.byes))
    opening = f"Round {round.number} of the tournament {view.name} has started. "
    opening += f"It lasts until {view.time(round.ends)}."
    leave = [leave_line(view, reader)] if plays else []
    parts = (
        filled(f"{opening} {_own_part(view, round, reader)}"),
        filled(terms_in_words(view.terms)) if first else "",
        *map(filled, round_in_words(view, round)),
        filled(" ".join(departures(view))),
        *(f"To leave it:\n  {line}" for line in leave),
    )
    later = f": round {round.number}" if plays else ": your result"
    what = " begins" if first else later
    return TextMessage(
        subject=f"Tournament {view.name}{what}",
        tournament=view.name,
        text="\n\n".join(filter(None, parts)),
        tables=(*_own_games(view, round, reader), *tables(view, reader.id)),
        suggestions=tuple(Action(label="Leave", line=line) for line in leave),
    )


def _own_part(view: TournamentView, round: Round, reader: Player) -> str:
    """Returns a sentence about the reader's games in a round, their bye, or their final place."""
    game_count = sum(reader.id in each.players for each in round.pairings)
    if game_count:
        boards = "board follows" if game_count == 1 else "boards follow"
        return f"You play {counted(game_count, 'game')}, listed below; the {boards} by email."
    if any(reader.id in bye.players for bye in round.byes):
        return "You have a bye in this round."
    return f"You are out of the tournament. {place_in_words(view, reader.id)}"


def _own_games(view: TournamentView, round: Round, reader: Player) -> Iterator[Table]:
    """Yields the table of the reader's games in a round. Yields nothing if there are none."""
    seats = games.stored(view.terms.game).seats
    rows = tuple(
        (
            str(view.boards.get((round.number, number), LATER)),
            listing(view.names(id for id in pairing.players if id != reader.id)),
            seats[pairing.players.index(reader.id)].name,
        )
        for number, pairing in enumerate(round.pairings, 1)
        if reader.id in pairing.players
    )
    if rows:
        head = "Board", "Opponent" if len(seats) == 2 else "Opponents", "Your seat"
        later = any(board == LATER for board, *_ in rows)
        note = "Later games begin as soon as others have ended." if later else ""
        yield Table(title=f"Your games of {view.title}", head=head, rows=rows, note=note)


def _last(view: TournamentView, reader: Player) -> TextMessage:
    """Returns the email about the end or the cancellation of a tournament."""
    if view.tournament.status == "cancelled":
        text = filled(f"The tournament {view.name} is cancelled. {_why_cancelled(view)}")
        subject = f"Tournament {view.name} is cancelled"
        return TextMessage(subject=subject, text=text, tournament=view.name)
    won = victory(view)
    opening = f"The tournament {view.name} is over: {won}. {place_in_words(view, reader.id)}"
    if winners(view) == [reader.userid]:
        opening = f"Congratulations, you have won the tournament {view.name}."
    parts = (filled(opening), filled(" ".join(departures(view))))
    return TextMessage(
        subject=f"Tournament {view.name}: {won}",
        tournament=view.name,
        text="\n\n".join(filter(None, parts)),
        tables=tables(view, reader.id),
    )


def _why_cancelled(view: TournamentView) -> str:
    joined, least = len(view.tournament.players), view.terms.least
    if view.tournament.rounds:
        return "Running games continue, but only the ratings depend on them."
    if joined < least:
        return f"It needs {counted(least, 'player')}, and {joined} joined."
    return "The admin has called it off."
