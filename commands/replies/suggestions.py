"""Makes the errors for replies without a command, and suggests the intended commands."""

import textwrap
from collections.abc import Callable, Sequence

from commands.boards.pending_chat import PendingChat
from commands.language import registry
from commands.language.command import Command, SeatCommand
from commands.language.grammar import slots
from commands.language.parser import begins_command
from commands.replies.answers.offer_answers import mentions_answer
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no
from commands.replies.command_lines import has_fillers
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.elsewhere import asks_server, may_be_about_other_board
from commands.replies.moves.board_numbers import board_of_lines
from commands.replies.moves.plans import PLAN_ADVICE, lone_verb, plan_in
from commands.replies.moves.spoken_moves import heard_moves, spoken_moves
from commands.replies.moves.written_moves import denies, is_legal, leading_move, mentioned_moves
from commands.replies.requests import MAX_REQUEST_LENGTH, REMATCH, requested_among, requested_word
from commands.replies.suspected_requests import is_choice, is_draft, suspected_request
from commands.views.text.move_lists import moves_in_short
from mail.composing.wrapping import wrapped_player_text
from pbm.board.board import Board
from pbm.board.draws_and_undos import OFFERS, no_draws
from pbm.errors import ParseError, UnreadableMoveError, UserError
from pbm.match.match import MAX_MOVE_WORDS
from pbm.suggestions import likeness, nearest
from pbm.wording import filled, listing, shown

OFFER_ANSWERS = {YesOrNo.YES: "accept", YesOrNo.NO: "reject"}
NOT_IN_THESE_GAMES = ("pass", "swap", "castle", "castling", "o-o", "o-o-o", "0-0", "0-0-0")
MAX_WORDS = 4
"""Maximum number of words of a line for which a command is suggested."""
STANDALONE_WORDS = (
    *OFFERS,
    *("resign", "confirm", REMATCH, "pass", "swap", "help", "rules"),
)
"""Commands that must be the only word of a line: "Accept my apologies" is a comment."""
SIMILAR = 0.75
"""Minimum similarity, from 0 to 1, of a single word to the command that it may mean: "resgin"."""
MAX_QUOTED_WORDS = 4
"""Maximum number of words of a line that may be meant as a move. A longer line is prose."""
NO_COMMAND = "We found no command in your reply."
NO_TEXT = (
    "We found no text by you in your reply, so we did nothing. We don't pass on pictures or\n"
    "other files."
)
UNSENT = "We didn't send the rest of your reply to {}."
"""The reason why text next to a command is pending. The field is for the names of the opponents."""
OTHER_BOARDS = (
    "We did nothing on your other boards. To play on one of them, reply to an email about it."
)
TO_SERVER = "If you wanted to ask us for something, reply with only that request."
ANSWER_OFFER = 'To answer the offer, reply with only the word "accept" or "reject".'
SAYS_MORE = "Your line contains more than a move."
ELSE = "To do something else, reply with only a move, or with a command such as show or help."
INSTRUCTIONS = (
    "Write your command on the first line of your reply: a move, or a word such as\n"
    "resign, propose, undo, show, rules, chat or help. The lines below it go to the\n"
    "other players as a comment. To write to them without a move, begin with a line:\n"
    "chat"
)
AFTER_THE_END = (
    "You can reply with the word review or rematch. To write to the other players, begin with\n"
    "a line: chat"
)


def suggestion(line: str, *, offered: bool) -> str:
    """Returns a hint such as ` Did you mean "resign"?`, or "" if no command is similar.

    `offered`: whether an offer is open.
    """
    words = line.lower().rstrip(".!?,;: ").split()
    if not 0 < len(words) <= MAX_WORDS:
        return ""
    text = " ".join(words)
    if text in NOT_IN_THESE_GAMES:
        return " You can't pass, swap or castle in these games. Send a move."
    answer = OFFER_ANSWERS.get(yes_or_no([line])) if offered else None
    command = answer or (nearest_word(words[0]) if len(words) == 1 else None)
    return f' Did you mean "{command}"? Write only that word on the first line.' if command else ""


def nearest_word(word: str) -> str | None:
    """Returns the command that is spelt most like the word, or None if none is similar."""
    if not word.isalpha() or len(word) > MAX_REQUEST_LENGTH:
        return None
    verbs = [
        name
        for kinds in registry.game_verbs().values()
        for kind in kinds
        if issubclass(kind, SeatCommand)
        for name in kind.names
    ]
    candidates = [*OFFERS, *verbs, "show", "legal", "describe", "preview", "help", "rules"]
    return nearest(word, candidates) if likeness(word, candidates) >= SIMILAR else None


class NoCommandError(ParseError):
    """The error for a reply to a board that has no command."""

    def __init__(
        self,
        text: str,
        *,
        is_attempt: bool = False,
        is_prose: bool = True,
        asks: bool = False,
        beside: str = "",
    ) -> None:
        super().__init__(text)
        self.is_attempt = is_attempt
        """Whether the reply was meant as a command, and not as text for the opponents."""
        self.is_prose = is_prose
        """Whether nothing in the reply resembles a command."""
        self.asks = asks
        """Whether the error asks its reader whether to send the text as chat."""
        self.beside = beside
        """The text below that question."""


def reply_error(
    replying: ReplyContext,
    first: str,
    written: Sequence[str],
    heard: Callable[[str], Sequence[str]],
) -> NoCommandError:
    """Returns the error about a reply, with instructions and the legal moves.

    `first`: the first line of the reply.
    `written`: the first lines, which may mention or spell out moves.
    `heard`: returns the moves of a line.
    """
    board, moves = replying.board, ""
    is_mover = board.mover == replying.player
    if is_mover:
        moves = moves_in_short(board.match)
    named = list(dict.fromkeys(move for line in written for move in heard(line)))
    legal = [move for move in named if is_legal(board.match, move)]
    text = "\n".join(written)
    is_attempt = is_mover and _are_meant(board, legal, written)
    is_attempt = is_attempt or _is_attempt(board, first) or _is_order(text)
    reason = _reason(board, first)
    is_answer = not legal and "?" not in text and (not text or mentions_answer(text))
    if replying.is_offered and is_answer:
        is_attempt, reason = True, f"{reason}\n{ANSWER_OFFER}"
    if named and board.mover and not is_mover:
        back = ' To ask to take back your last move, reply "undo".' if board.match.ply else ""
        reason = f"It is {board.mover.userid}'s turn.{back}"
    if is_mover and legal and reason in (NO_COMMAND, SAYS_MORE):
        reason = (
            f"To play {' or '.join(legal)}, reply with only the move. To write to the other "
            'players, use "chat".'
        )
    how = AFTER_THE_END if board.match.outcome else INSTRUCTIONS
    return NoCommandError(
        "\n\n".join(filter(None, (f"{reason}\n{how}", moves))),
        is_attempt=is_attempt,
        is_prose=not (is_attempt or named),
        beside="\n\n".join(filter(None, (reason.removeprefix(NO_COMMAND), ELSE, moves))),
    )


def asking_error(
    held: PendingChat, replying: ReplyContext, error: NoCommandError
) -> NoCommandError:
    """Returns the error, together with the question whether to send the text as chat."""
    what = "this" if held.mails == 1 else f"{held.mails} of your replies"
    question = unsent_note(replying, held.text, held, f"We haven't sent {what} to {{}} yet.")
    return NoCommandError(f"{question}\n\n{error.beside}", is_prose=error.is_prose, asks=True)


def unsent_note(replying: ReplyContext, text: str, held: PendingChat | None, reason: str) -> str:
    """Returns a note about text that wasn't sent, with the question whether to send pending chat.

    `reason`: why the text wasn't sent, with the field `{}` for the names of the opponents.
    """
    readers = listing([player.userid for player in replying.others])
    note, parts = reason.format(readers) if readers else "", []
    if held:
        them = "it" if held.mails == 1 else "them"
        note += f' To send {them} as chat, reply "yes" to this email:'
        parts.append(textwrap.indent(wrapped_player_text(held.text), "  "))
    if plan := plan_in(replying.board, text):
        parts.append(
            f"Your text would tell {readers} your planned moves. {PLAN_ADVICE.format(plan)}"
        )
    elif verb := lone_verb(replying.board, text):
        below = f'"{verb}" has no effect below other lines.'
        parts.append(filled(f"{below} If you mean it, reply with only that line."))
    elif other := board_of_lines(replying.board, text):
        parts.append(f"Your text mentions {other}. To move on {other}, reply to an email about it.")
    else:
        parts += [OTHER_BOARDS] if may_be_about_other_board(replying.board, text) else []
        parts += [TO_SERVER] if any(map(asks_server, text.split("\n"))) else []
    return "\n\n".join(filter(None, (filled(note), *parts)))


def _is_attempt(board: Board, first: str) -> bool:
    """Whether the line is just a misspelt command, spells out a move, or begins with one."""
    if suggestion(first, offered=board.offer is not None) or _general_usages(first):
        return True
    if spoken_moves(board.match, first) and not mentioned_moves(board.match, first):
        return True
    if board.match.outcome:
        return " " not in first and any(map(str.isdigit, first))
    words = leading_move(board.match, first).line.split()
    return any(
        board.match.reads(" ".join(words[:count])) and any(map(str.isdigit, words[0]))
        for count in range(1, min(len(words), MAX_MOVE_WORDS) + 1)
    )


def _are_meant(board: Board, legal: Sequence[str], written: Sequence[str]) -> bool:
    """Whether the reply seems to choose between legal moves, or names one without its notation."""
    text = "\n".join(written)
    if not legal or denies(text) or plan_in(board, text):
        return False
    mentioned = {move for line in written for move in mentioned_moves(board.match, line)}
    return len(legal) > 1 or mentioned.isdisjoint(legal)


def _is_order(text: str) -> bool:
    """Whether the text seems to be a request, a choice from a list, or a draft by a program."""
    # a draw is suspected here only in a game without draws, or while an offer is open
    is_request = suspected_request(text) not in ("", "propose")
    return is_request or any(map(is_choice, text.split("\n"))) or is_draft(text)


def _general_usages(line: str) -> str:
    """Returns the usages of the command without a game that begins the line, or ""."""
    words = line.split()
    kinds = registry.general_verbs().get(words[0].lower(), []) if words else []
    if not kinds or has_fillers(words) or not begins_command(words):
        return ""
    return "\n".join(f"  {kind.usage()}" for kind in kinds)


def _usages(kinds: Sequence[type[Command]]) -> str:
    """Returns how to write commands in a reply, without userid and password."""
    left_out = ("userid", "password")
    forms = (
        [slot.usage for name, slot in slots(kind).items() if slot.usage and name not in left_out]
        for kind in kinds
    )
    return "\n".join(f"  {' '.join((kinds[0].names[0], *form))}" for form in forms)


def _reason(board: Board, first: str) -> str:
    words = first.split()
    if not words:
        return NO_TEXT
    if board.match.outcome:
        return f"{board.game.title} board {board.number} is over: {board.result}."
    if guess := suggestion(first, offered=board.offer is not None):
        return f'"{shown(first)}" isn\'t a command.{guess}'
    if "propose" in (requested_word(first), requested_among(first)):
        return no_draws(board.game)
    if len(words) > 1 and words[0].lower() in STANDALONE_WORDS:
        word = words[0].lower()
        return (
            f'If you mean "{word}", write only that word on the first line, and the rest below it.'
        )
    if len(words) > 1 and (kinds := registry.account_commands(words[0].lower())):
        return f'If you mean "{words[0].lower()}", write in your reply:\n{_usages(kinds)}'
    if usages := _general_usages(first):
        return f'If you mean "{words[0].lower()}", write it in full:\n{usages}'
    move = next(iter(heard_moves(board.match, first)), "")
    has_digit = any(map(str.isdigit, first))
    if not move and not (has_digit and len(words) <= MAX_QUOTED_WORDS):
        return NO_COMMAND
    try:
        board.match.canonical(move or first)
    except UserError as error:
        return error.problem if isinstance(error, UnreadableMoveError) else error.text
    return SAYS_MORE
