"""Makes the errors for replies without a command, and suggests the intended commands."""

from collections.abc import Callable, Sequence
from functools import cache

from commands.language import registry
from commands.language.command import Command
from commands.language.grammar import slots
from commands.replies.answers.offer_answers import (
    OfferAnswer,
    asks_something,
    is_about_draws,
    is_chat,
    is_vague,
    is_wordless,
    leaves_open,
    mentions_answer,
    names_offer,
    offer_answer,
)
from commands.replies.answers.unclear_answers import is_unclear_answer
from commands.replies.answers.yes_or_no import BETWEEN_PHRASES, YesOrNo, yes_or_no
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.attempts import are_meant, general_usages, is_attempt, is_order
from commands.replies.errors.misspelt_words import STANDALONE_WORDS, suggestion
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.moves.board_numbers import BOARD_WORDS
from commands.replies.moves.broken_moves import numbered_squares
from commands.replies.moves.contrasts import CORRECTION
from commands.replies.moves.queued_moves_in_prose import hints_at_plan, plan_in
from commands.replies.moves.spoken_moves import heard_moves
from commands.replies.moves.worded_moves import named_by_words
from commands.replies.moves.written_moves import excludes_move, is_legal
from commands.replies.requests import requested_among, requested_word
from commands.replies.suspected_requests import regrets_resigning, resigns_beside_move
from commands.replies.vocabulary.offer_phrases import RATING
from commands.replies.vocabulary.sentence_words import plain_words
from commands.views.text.move_lists import moves_in_short
from mail.reading.characters import plain_signs
from pbm.board.board import Board
from pbm.board.draws_and_undos import in_words, no_draws
from pbm.errors import UnreadableMoveError, UserError
from pbm.wording import listing, shown

MAX_QUOTED_WORDS = 4
"""Maximum number of words of a line that may be meant as a move. A longer line is prose."""
MAX_NAMED_MOVES = 3
"""Maximum number of moves of a reply that the answer repeats."""
NO_COMMAND = "We found no command in your reply."
NO_TEXT = (
    "Your reply contains no text of your own, so we haven't done anything. We don't pass on\n"
    "pictures or other files."
)
ANSWER_OFFER = (
    'The offer is still open: {}. To answer it, reply with only the word "accept" or "reject".'
)
ABOUT_RATINGS = "To read how games change the ratings, reply with only this line: help ratings"
NOTHING_ASKED = "There's nothing to confirm in the email that you replied to."
WHICH_MOVE = (
    "Which move do you want to play? Reply with only the move. To write to the other players,\n"
    'begin your reply with the line "chat".'
)
CALL_OFF = 'To call the game off, reply "resign" before your first move.'
TELLS_PLAN = (
    "Your text would tell the other players what you plan, so we haven't sent it. To plan a\n"
    "move in secret, reply with only this line, with both moves filled in:\n"
    "  queue if THEIR_MOVE YOUR_MOVE"
)
RESIGNS_AND_MOVES = (
    "Your reply seems to resign a game and to make a move. Write a line for each, beginning\n"
    "with the number of the board, such as:\n"
    "  {}: resign"
)
SEVERAL_BOARDS = (
    "If you mean several boards, write a line for each, beginning with the number of the\n"
    "board, such as:\n"
    "  {}: {}"
)
ANSWER_MOVE = (
    'Your submitted move is still waiting. To play it, reply with only the word "yes". To cancel '
    'it, reply "no".'
)
LETTER_AND_NUMBER = "Write a square as the letter of its column and the number of its row."
SAYS_MORE = "Your line contains more than a move."
ELSE = 'To do something else, reply with a command such as "show" or "help".'
MOVE_OR_ELSE = (
    'To do something else, reply with only a move, or with a command such as "show" or "help".'
)
INSTRUCTIONS = (
    "Write your command on the first line of your reply: a move, or a word such as\n"
    "resign, propose, undo, show, rules, chat or help. The lines below it go to the\n"
    "other players as a comment. To write to them without a move, begin with this\n"
    "line: chat"
)
NOT_CONTINUED = "This game is over. Once somebody has ended a game, it can't be continued."
CHAT_AFTER_THE_END = "To write to the other players, make this the first line of your reply: chat"
AFTER_THE_END = (
    'You can reply "review" or "rematch". To write to the other players, make this the first line '
    "of your reply: chat"
)


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
    board = replying.board
    is_mover = board.mover == replying.player
    moves = moves_in_short(board.match) if is_mover else ""
    named = list(dict.fromkeys(move for line in written for move in heard(line)))
    is_meant, reason = _meaning(replying, first, written, named)
    how = AFTER_THE_END if board.match.outcome else INSTRUCTIONS
    otherwise = MOVE_OR_ELSE if is_mover else ELSE
    return NoCommandError(
        "\n\n".join(filter(None, (f"{reason}\n{how}", moves))),
        is_attempt=is_meant,
        is_prose=not (is_meant or named),
        beside="\n\n".join(filter(None, (_without_start(reason), otherwise, moves))),
        missing=("move" if is_mover else "command") if reason.startswith(NO_COMMAND) else "",
    )


def _meaning(
    replying: ReplyContext, first: str, written: Sequence[str], named: Sequence[str]
) -> tuple[bool, str]:
    """Returns whether the writer means a command, and the reason why the reply has none.

    `named`: the moves that the reply mentions.
    """
    board, text = replying.board, "\n".join(written)
    is_mover = board.mover == replying.player
    legal = [move for move in named if is_legal(board.match, move)]
    is_meant = is_mover and are_meant(board, legal, written)
    is_meant = is_meant or is_attempt(board, first) or is_order(text)
    # a line that begins with a greeting has no command, even if other words follow
    reason = _reason(board, first) if first or not text.strip() else NO_COMMAND
    if replying.is_offered and not legal and not is_meant and is_chat(text):
        reason = NO_COMMAND
    elif replying.is_offered and not legal and _may_answer(replying, text):
        is_meant, reason = True, f"{reason}\n{_offer_left_open(board, text)}"
    if problem := _problem_of_moves(board, written, named):
        is_meant, reason = True, problem
    if replying.has_pending_move and not legal and is_unclear_answer(text):
        is_meant, reason = True, f"{reason}\n{ANSWER_MOVE}"
    if _confirms_nothing(replying, written):
        is_meant, reason = True, NOTHING_ASKED
    if named and board.mover and not is_mover:
        back = ' To ask to take back your last move, reply "undo".' if board.match.ply else ""
        reason = f"It is {board.mover.userid}'s turn.{back}"
        is_meant = is_meant or bool(CORRECTION.search(text))
    if is_mover and legal:
        reason = _how_to_play(board, legal, text, reason)
    if reason == NO_COMMAND and _declines_game(replying, written):
        reason = f"{NO_COMMAND} {CALL_OFF}"
    if reason == NO_COMMAND and replying.is_asked:
        reason = f"{NO_COMMAND} {_offer_left_open(board, text)}"
    return is_meant, reason


def _how_to_play(board: Board, legal: Sequence[str], text: str, reason: str) -> str:
    """Returns how to play one of the legal moves that a reply mentions, or the other reason."""
    if excludes_move(text) or len(legal) > MAX_NAMED_MOVES:
        return WHICH_MOVE
    if reason not in (NO_COMMAND, SAYS_MORE):
        return reason
    how = (
        f"To play {' or '.join(legal)}, reply with only the move. To write to the other "
        'players, begin your reply with the line "chat".'
    )
    names_board = len(legal) > 1 and not _board_words().isdisjoint(plain_words(text))
    return f"{how}\n{SEVERAL_BOARDS.format(board.number, legal[0])}" if names_board else how


def _problem_of_moves(board: Board, written: Sequence[str], named: Sequence[str]) -> str:
    """Returns why a plan, or words that are nearly commands, aren't for the opponents, or ""."""
    text = "\n".join(written)
    if hints_at_plan(board, text) and not plan_in(board, text):
        return TELLS_PLAN
    if resigns_beside_move(text):
        return RESIGNS_AND_MOVES.format(board.number)
    found = (numbered_squares(board.match, line) for line in written)
    squares = next((each for each in found if each is not None), None)
    return "" if squares is None or named else _how_to_write(squares)


def _how_to_write(squares: Sequence[str]) -> str:
    """Returns how to write a square that a reply names by two numbers.

    `squares`: the legal moves to it.
    """
    play = f" To play {listing(squares, 'or')}, reply with only the move." if squares else ""
    return f"{LETTER_AND_NUMBER}{play}"


@cache
def _board_words() -> frozenset[str]:
    return frozenset(plain_words(BOARD_WORDS))


def regret_error(replying: ReplyContext, written: Sequence[str]) -> NoCommandError | None:
    """Returns the error for a player who ended the game and regrets that, or None."""
    if not (_ended_it(replying) and regrets_resigning("\n".join(written))):
        return None
    return NoCommandError(_not_continued(replying), is_attempt=True, is_prose=False)


def _ended_it(replying: ReplyContext) -> bool:
    """Whether the game is over because the writer resigned or called it off."""
    board, seat, author = replying.board, replying.claims.seat, replying.player.userid
    if board.active:
        return False
    resigned = (f"leave {seat} resigned", author)
    return board.removed.startswith(f"{author} ") or any(
        (event.text, event.author) == resigned for event in board.match.events
    )


def _not_continued(replying: ReplyContext) -> str:
    board, player = replying.board, replying.player
    if board.match.outcome:
        return f"{NOT_CONTINUED}\n{AFTER_THE_END}"
    others = " ".join(each.userid for each in board.players if each != player)
    line = f"  {board.game.name} challenge {player.userid} {others}"
    return f"{NOT_CONTINUED} To start a new one, send:\n{line}\n{CHAT_AFTER_THE_END}"


def _without_start(reason: str) -> str:
    return reason.removeprefix(NO_COMMAND).lstrip(" ")


def _declines_game(replying: ReplyContext, written: Sequence[str]) -> bool:
    """Whether a reply about a game in which its writer hasn't moved begins with a refusal."""
    board, seat = replying.board, replying.claims.seat
    is_new = not (board.match.outcome or board.moved(seat) or replying.is_asked)
    is_played_out = board.terms.ladder or board.tournament
    return is_new and not is_played_out and _refuses(written, replying)


def _refuses(written: Sequence[str], replying: ReplyContext) -> bool:
    first = next(iter(BETWEEN_PHRASES.split(plain_signs(" ".join(written)), maxsplit=1)), "")
    return offer_answer([first], replying.names) is OfferAnswer.REFUSE


def _offer_left_open(board: Board, text: str) -> str:
    """Returns how to answer the open offer, and the help on ratings if the text asks about one."""
    offered = ANSWER_OFFER.format(_offer_in_words(board))
    is_about_rating = not _rating_words().isdisjoint(plain_words(text))
    return f"{offered}\n{ABOUT_RATINGS}" if is_about_rating else offered


@cache
def _rating_words() -> frozenset[str]:
    return frozenset(plain_words(RATING))


def _offer_in_words(board: Board) -> str:
    """Returns a clause about the open offer, such as `bob asks to take back the last move (c3)`."""
    if board.offer is None:
        return ""
    action = in_words(board, board.offer)
    is_last = board.offer.kind == "undo" and "(" not in action
    move = f" ({board.match.moves[-1]})" if is_last and board.match.moves else ""
    return f"{board.players[board.offer.by].userid} {action}{move}"


def _may_answer(replying: ReplyContext, text: str) -> bool:
    """Whether a text may be about an open offer, or is a reaction to it."""
    if not text or is_wordless(text) or leaves_open(text) or is_about_draws(text):
        return True
    if is_unclear_answer(text):
        return True
    if asks_something(text) and names_offer(text, is_undo=replying.is_undo_asked):
        return True
    return "?" not in text and mentions_answer(text)


def _confirms_nothing(replying: ReplyContext, written: Sequence[str]) -> bool:
    """Whether a reply about a running game says yes, although the email didn't ask anything.

    The writer may have meant to confirm something in another email.
    """
    is_asked = replying.prefix or replying.is_asked or replying.has_pending_move
    if is_asked or not replying.board.active:
        return False
    text = "\n".join(written)
    is_plain = not (is_vague(text) or is_wordless(text))
    return is_plain and yes_or_no(written) is YesOrNo.YES


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
    asks_for_draw = "propose" in (requested_word(first), requested_among(first))
    if asks_for_draw and not board.game.drawn_by_agreement:
        return no_draws(board.game)
    if len(words) > 1 and words[0].lower() in STANDALONE_WORDS:
        word = words[0].lower()
        return (
            f'If you mean "{word}", write only that word on the first line, and the rest below it.'
        )
    if len(words) > 1 and (kinds := registry.account_commands(words[0].lower())):
        return f'If you mean "{words[0].lower()}", write this in your reply:\n{_usages(kinds)}'
    if usages := general_usages(first):
        return f'If you mean "{words[0].lower()}", write it in full:\n{usages}'
    return _move_problem(board, first)


def _move_problem(board: Board, first: str) -> str:
    """Returns what is wrong with the move of a line, or NO_COMMAND if it has none."""
    move = next(iter(heard_moves(board.match, first)), "")
    has_digit = any(map(str.isdigit, first))
    if not move and named_by_words(first):
        return f'"{shown(first)}" isn\'t a legal move here. Send a different move.'
    if not move and not (has_digit and len(first.split()) <= MAX_QUOTED_WORDS):
        return NO_COMMAND
    try:
        board.match.canonical(move or first)
    except UserError as error:
        return error.problem if isinstance(error, UnreadableMoveError) else error.text
    return SAYS_MORE
