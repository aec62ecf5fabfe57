"""Renders boards as plain text. The format is stable because programs read it, too."""

from collections.abc import Sequence

from commands.content.messages import BoardSnapshot
from commands.system.secrets.secret import NONE, PLACEHOLDER
from commands.views.analysis.proofs import proved_moves_text
from commands.views.board_paragraphs import (
    aim,
    asked_about,
    closing,
    commenting,
    declining_sentence,
    draws_ahead,
    heading,
    offer_noun,
    proof_note,
    ratings,
    seat_in_words,
    status_lines,
    verdict,
)
from commands.views.board_view import BoardView, board_view, replayed
from commands.views.move_choices import MAX_MOVES, group_kind
from commands.views.text import clocks
from commands.views.text.ascii_diagram import render_ascii
from commands.views.text.move_lists import moves_in_short, moves_to_choose
from commands.views.text.spoken import spoken_board
from mail.composing.wrapping import wrapped_player_text
from pbm import games
from pbm.board.draws_and_undos import WITHDRAW
from pbm.match.match import Match
from pbm.wording import filled

COMMENT_RULE = "*" * 60
YOUR_NOTE = "Your note:"
ASKS = " asks to "
REPLY = "reply {}"
"""The instruction for sending a word or move as a reply about the board."""
TO_ADDRESS = "write {} to the address above"
WITH_SUBJECT = "write {} in an email with the subject above"
"""Instructions for an email about several boards, each with a separate address or subject."""


def subject(content: BoardSnapshot) -> str:
    """Returns the subject of an email about the board.

    The classic format has pbmserv's subject.
    """
    if content.form == "classic":
        return _classic_subject(content, games.stored(content.game).title)
    return thread_subject(content.game, content.number, content.players)


def thread_subject(game: str, number: int, players: Sequence[str]) -> str:
    """Returns the subject of all emails about a board.

    It must not change during a game, because Gmail and Outlook split threads by subject.
    """
    return f"{games.stored(game).title} Board {number}: {' - '.join(players)}"


def _classic_subject(content: BoardSnapshot, title: str) -> str:
    """Returns the subject in pbmserv's format.

    It names the player to move, and ** marks a comment.
    """
    seat = None if content.removed else replayed(content).to_move
    mover = "" if seat is None else f" {content.players[seat]}"
    head, comment = "New " if content.new else "", " **" if content.all_comments else ""
    head = "Nag: " if content.nag else head
    return f"{head}{title} Board {content.number}{mover}{comment}"


def text(content: BoardSnapshot, *, reply: str = "", above: str = "") -> str:
    """Returns the whole text about a board.

    It contains the summary, news, diagram, moves, offers, deadlines and comments.

    `reply`: how to send a reply, if the reader can reply without a password.
    `above`: the title above this text.
    """
    view = board_view(content)
    match = view.match
    parts = [*clocks.nag(content, match.to_move), *heading(content, match.game.title, above)]
    parts += [] if content.nag else status_lines(content, match)
    parts += [_news(content.news)] if content.news else []
    parts += [filled(goal)] if (goal := aim(content, match)) else []
    if content.form == "spoken":
        parts.append(spoken_board(view, new=content.new))
    else:
        parts += [view.moves_table, view.ascii]
    parts += _instructions(content, view, reply)
    parts += _first_steps(content, match, reply) if goal else []
    parts += ratings(content, match)
    parts += proved_moves_text(content) if content.reviewed else []
    parts += _review(content, match, reply)
    parts += [_offer(content, reply)] if content.offer else []
    parts += [claim] if (claim := draws_ahead(content, match)) else []
    parts += closing(content, match)
    parts += [filled(note)] if (note := proof_note(content)) else []
    parts += [f"{YOUR_NOTE}\n\n{wrapped_player_text(content.own_note)}"] if content.own_note else []
    parts += _comments(content)
    return "\n\n".join(parts)


def _news(news: str) -> str:
    """Returns the news in short lines. A command, which is on a line of its own, isn't broken."""
    lines = news.split("\n")
    return "\n".join(line if line.startswith("  ") else filled(line) for line in lines)


def with_example(rules: str, snapshot: BoardSnapshot) -> str:
    """Inserts a board from the example below the aim of a game's rules."""
    view = board_view(snapshot)
    aim, _, rest = rules.partition("\n\n")
    about = f"The board after {view.match.last_move} in the example game below:"
    board = spoken_board(view, new=True) if snapshot.form == "spoken" else view.ascii
    return f"{aim}\n\n{about}\n\n{board}\n\n{rest}"


def position_text(match: Match, *, turned: bool = False) -> str:
    """Returns a position without players. `turned`: whether it is seen from the second side."""
    seats = [seat.name for seat in match.game.seats]
    parts = [render_ascii(match.diagram.turn() if turned else match.diagram)]
    if match.outcome:
        parts += verdict(match.outcome, seats)
    elif match.to_move is not None:
        to_move = f"{seats[match.to_move]} to play move {match.ply + 1}."
        parts += [to_move, moves_in_short(match)]
    return "\n\n".join(parts)


def _first_steps(content: BoardSnapshot, match: Match, reply: str) -> list[str]:
    """Returns how to read the rules and how to decline, for a player's first email about a game."""
    resign = _line(content, reply, "resign")
    rules, decline = (
        reply.format(f'"{word}"') if reply else f"send {line}"
        for word, line in (("rules", f"{content.game} rules"), ("resign", resign))
    )
    how = f"For the rules, {rules}. {declining_sentence(content, match, decline)}"
    chat = () if reply == REPLY else (reply.format("your message"),)
    return [filled(f"{commenting(content, match, *chat) if reply else ''} {how}".strip())]


def _instructions(content: BoardSnapshot, view: BoardView, reply: str) -> list[str]:
    match = view.match
    if content.removed or match.to_move is None or (content.ply is not None and not content.piece):
        return []
    is_mover = content.acts_for == content.players[match.to_move]
    if not (is_mover or content.piece) and len(match.legal) > MAX_MOVES:
        return []
    moves = _moves(content, view, reply)
    if not is_mover or content.ply is not None:
        return [moves]
    move = match.legal[0]
    # Emails that can be replied to leave out the number of the move, which few readers need.
    line = _line(content, reply, "move", move if reply else f"{move}#{match.ply + 1}")
    seat = seat_in_words(content, match)
    lines = filled(f"To move, {_reply_with(reply, move)}:")
    return [*([seat] if seat else []), moves, f"{lines}\n  {line}"]


def _line(content: BoardSnapshot, reply: str, *words: str) -> str:
    """Returns a command line about the board for its reader.

    A dash replaces the password for readers who can reply, because many of them have no password.
    """
    verb, *rest = words
    password = NONE if reply else PLACEHOLDER
    userid = content.to or "USERID"
    return " ".join([content.game, verb, str(content.number), userid, password, *rest])


def _review(content: BoardSnapshot, match: Match, reply: str) -> list[str]:
    """Returns how a player gets a review of the finished game. Empty for other readers."""
    if not (match.outcome and content.ply is None and content.to in content.players):
        return []
    line = f"send {content.game} review {content.number}"
    review, rematch = (reply.format(f'"{word}"') for word in ("review", "rematch"))
    again = f" To play again, {rematch}." if reply and not content.tournament else ""
    return [filled(f"To see a review, {review or line}.{again}")]


def _reply_with(reply: str, move: str) -> str:
    """Returns how to send a move: by reply, or with the command line that follows this text."""
    if not reply:
        return "send an email with a subject such as"
    first = f"reply with your move on the first line, such as {move}"
    how = first if reply == REPLY else reply.format(f"your move, such as {move},")
    return f"{how}. You can also send a new email with this subject"


def _moves(content: BoardSnapshot, view: BoardView, reply: str) -> str:
    def ask(name: str) -> str:
        of = "on" if group_kind(view.match, content.piece, (name,)) == "square" else "of"
        about = f"To list the moves {of} {name},"
        if reply:
            return filled(f"{about} {reply.format(_quoted(f'legal {name}'))}.")
        line = f"{content.game} legal {content.number} {name}"
        return f"{about} send an email with this subject:\n  {line}"

    to_move = view.match.to_move
    mover = "" if to_move is None else content.players[to_move]
    others = mover if content.to and content.acts_for != mover else ""
    moves = moves_to_choose(view.match, view.placements, content.piece, ask, whose=others)
    return " ".join(filter(None, (asked_about(content, view.match), moves)))


def _quoted(words: str) -> str:
    return f'"{words}"'


def _offer(content: BoardSnapshot, reply: str) -> str:
    """Returns how the reader can answer or withdraw the offer.

    Also returns the offer itself unless the news contains it.
    """
    noun, is_asked = offer_noun(content), content.to in content.asked or not content.to
    if content.deputy_for:
        return filled(
            f"{content.offer} As a deputy, you can't accept or reject the {noun}. But if you make "
            "a move, you reject it."
        )
    offer = "" if content.offer in content.news else f"{content.offer} "
    words = ("accept", "reject") if is_asked else (WITHDRAW,)
    what = f"accept or reject the {noun}" if is_asked else f"withdraw your {noun}"
    quoted = [f'"{word}"' for word in words]
    by_reply = f"{reply.format(' or '.join(quoted))}, or " if reply else ""
    how = f"To {what}, {by_reply}send:"
    if reply and is_asked and ASKS in content.offer:
        # The offer is a sentence such as "alice asks to take back the last move."
        wish = content.offer.replace(ASKS, " ", 1).rstrip(".")
        accept, refuse = map(reply.format, quoted)
        how = f"To let {wish}, {accept}. To refuse, {refuse}. You can also send one of these lines:"
    lines = "".join(f"\n  {_line(content, reply, 'move', word)}" for word in words)
    return f"{filled(f'{offer}{how}')}{lines}"


def _comments(content: BoardSnapshot) -> list[str]:
    return [
        f"{COMMENT_RULE}\n{comment.writer} writes:\n\n{wrapped_player_text(comment.text)}"
        for comment in content.all_comments
    ]
