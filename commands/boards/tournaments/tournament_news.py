"""Emails about tournaments: announcements, the start of each round, and the end."""

from collections.abc import Iterator, Sequence

from commands.boards.tournaments.tournament_views import in_zone_of, leave_line, players_view
from commands.content.banners_and_actions import Action, Face
from commands.content.messages import Table, TextMessage
from commands.content.response import Notification
from commands.context.context import Context
from commands.players.confirmation_mails import store_pending
from commands.players.pending_lines import PendingLine
from commands.players.preferences import ON, TOURNAMENTS, muted
from commands.system.secrets.secret import NONE
from commands.views.tournaments.sentences import (
    bye_in_words,
    departures,
    place_in_words,
    round_in_words,
    terms_in_words,
    tie_in_words,
    victory,
    winners,
)
from commands.views.tournaments.tables import tables
from commands.views.tournaments.view import TournamentView
from pbm import games
from pbm.board.players import Player
from pbm.tournaments.tournament import Round, StoredTournament
from pbm.tournaments.tournament_terms import KNOCK_OUT
from pbm.wording import counted, filled, listing

MAX_OPPONENTS = 4
"""Maximum number of opponents that a banner names."""
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
        has_joined = reader.id in stored.tournament.players
        if addresses and not (reader.banned or has_joined):
            yield Notification(addresses, _announcement(context, stored, reader), requested=True)


def _announcement(context: Context, stored: StoredTournament, reader: Player) -> TextMessage:
    view = in_zone_of(players_view(context, stored), reader)
    words = ("tournament", stored.name, "join", reader.userid, NONE)
    begins, stop = view.terms.begins, f"change tournaments {reader.userid} {NONE} off"
    banner = f"The new {stored.name} tournament starts on {view.time(begins)}."
    terms = terms_in_words(view.terms)
    line = PendingLine(
        words=words, comment="", sender="", guessed=True, note=" ".join([banner, *terms])
    )
    return TextMessage(
        subject=f"New tournament: {stored.name}",
        text="\n\n".join(map(filled, terms)),
        face=Face(
            banner=banner,
            primary=Action(label="Join", reply="yes", limits="before it starts"),
            quiet=(
                Action(label="Read the rules", line=f"{view.terms.game} help"),
                Action(label="See who has joined", line=f"tournament {stored.name}"),
                Action(label="Stop these emails", line=stop),
            ),
        ),
        tournament=stored.name,
        confirm=store_pending(context, reader.id, "line", line, until=begins),
        announcement=True,
        unsubscribe=(reader.id, 0),
    )


def news_of(context: Context, stored: StoredTournament) -> Sequence[Notification]:
    """Returns the emails about the start of a round, or about the end of the tournament.

    Emails about a round go to its players and to the players of the previous round, except players
    who have muted the tournament.
    """
    silent = {
        each.player for each in context.work.preferences.named(muted(f"tournament {stored.name}"))
    }
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
            reader.addresses,
            _round_mail(own, round, reader, stored.id) if round else _last(own, reader),
        )
        for reader in context.work.players.by_ids(readers)
        if reader.addresses and not reader.banned and reader.id not in silent
        for in_zone in [in_zone_of(view, reader)]
        for own in [views.setdefault(in_zone.zone, in_zone)]
    ]


def _round_mail(view: TournamentView, round: Round, reader: Player, id: int) -> TextMessage:
    """Returns the email about the start of a round. `id`: the id of the tournament."""
    first = round.number == 1
    plays = any(reader.id in each.players for each in (*round.pairings, *round.byes))
    later = f"round {round.number}" if plays else "your result"
    parts = (
        # The announcement has said what kind of tournament this is.
        *(terms_in_words(view.terms)[1:] if first else ()),
        *round_in_words(view, round, reader.id),
        _seeding(view) if first and view.terms.kind == KNOCK_OUT else "",
        " ".join(departures(view)),
    )
    return TextMessage(
        subject=f"Tournament {view.name}: {later}",
        text="\n\n".join(filled(each) for each in parts if each),
        face=_round_face(view, round, reader) if plays else _out_face(view, reader),
        tournament=view.name,
        # At the start, all players share first place.
        tables=(*_own_games(view, round, reader), *(() if first else tables(view, reader.id))),
        unsubscribe=(reader.id, id),
    )


def _round_face(view: TournamentView, round: Round, reader: Player) -> Face:
    """Returns the face for a reader who plays in the round, or has a bye."""
    first = round.number == 1
    started = f"{'The' if first else f'Round {round.number} of the'} {view.name} tournament"
    tie = "" if first else tie_in_words(view, view.tournament.rounds[-2], reader.id)
    lead = f"{tie} Round {round.number} ends on {view.time(round.ends)}."
    game_count = sum(reader.id in each.players for each in round.pairings)
    if game_count:
        boards = "The board is in a separate email."
        lead += f" {boards if game_count == 1 else 'The boards are in separate emails.'}"
    leave = f"Leave the tournament {'(you forfeit your games in it)' if game_count else 'for good'}"
    return Face(
        banner=f"{started} has started. {_own_part(view, round, reader)}",
        lead=lead.strip(),
        quiet=(Action(label=leave, line=leave_line(view, reader)),),
    )


def _seeding(view: TournamentView) -> str:
    """Returns all players, because the higher seed of a tied pairing advances."""
    return f"Players, highest seed first: {listing(view.names(view.tournament.players))}."


def _out_face(view: TournamentView, reader: Player) -> Face:
    """Returns the face for a reader who isn't in the round."""
    return Face(
        banner=f"You're out of the {view.name} tournament. {place_in_words(view, reader.id)}",
        lead=tie_in_words(view, view.tournament.rounds[-2], reader.id),
        quiet=(Action(label="See all tournaments", line="tournaments"),),
    )


def _own_part(view: TournamentView, round: Round, reader: Player) -> str:
    """Returns a sentence about the reader's opponents in a round, or about their bye."""
    own_games = [each for each in round.pairings if reader.id in each.players]
    if not own_games:
        return bye_in_words(view.terms)
    opponents = [id for each in own_games for id in each.players if id != reader.id]
    names = view.names(dict.fromkeys(opponents))
    if len(names) > MAX_OPPONENTS:
        return f"You play {counted(len(own_games), 'game')}."
    games_against = f"{counted(len(own_games), 'game')} against "
    return f"You play {games_against if len(names) < len(opponents) else ''}{listing(names)}."


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
        head = "Board", "Opponent" if len(seats) == 2 else "Opponents", "You are"
        later = sum(board == LATER for board, *_ in rows)
        games_later = "other game will start" if later == 1 else "other games will start"
        note = f"Your {games_later} when you and your opponent have room for it." if later else ""
        yield Table(title="Your games", head=head, rows=rows, note=note)


def _last(view: TournamentView, reader: Player) -> TextMessage:
    """Returns the email about the end or the cancellation of a tournament."""
    others = (Action(label="See all tournaments", line="tournaments"),)
    if view.tournament.status == "cancelled":
        banner = f"The {view.name} tournament was canceled."
        return TextMessage(
            subject=f"Tournament {view.name} was canceled",
            text="",
            face=Face(banner=banner, lead=_why_cancelled(view), quiet=others),
            tournament=view.name,
        )
    result, won = _result(view, reader), reader.userid in winners(view)
    tie = tie_in_words(view, view.tournament.rounds[-1], reader.id)
    return TextMessage(
        subject=f"Tournament {view.name}: {victory(view)}",
        text=filled(" ".join(departures(view))),
        face=Face(banner=result, lead=tie, quiet=others, good=won),
        tournament=view.name,
        tables=tables(view, reader.id),
    )


def _result(view: TournamentView, reader: Player) -> str:
    """Returns a sentence on the result of an ended tournament, to this reader."""
    best = winners(view)
    if best == [reader.userid]:
        return f"Congratulations, you won the {view.name} tournament!"
    if reader.userid in best:
        others = [each for each in best if each != reader.userid]
        place = f"first place in the {view.name} tournament with {listing(others)}"
        return f"Congratulations, you share {place}!"
    return f"{victory(view, named=True)}. {place_in_words(view, reader.id)}"


def _why_cancelled(view: TournamentView) -> str:
    joined, least = len(view.tournament.players), view.terms.min_players
    if view.tournament.rounds:
        return "Games in progress continue, but they affect only your rating."
    if joined < least:
        return f"The tournament needed {counted(least, 'player')}, but only {joined} joined."
    return "The admin canceled it."
