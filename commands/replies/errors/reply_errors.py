"""Makes the errors for replies without a command, and suggests the intended commands."""

from collections.abc import Callable, Sequence

from commands.replies.answers.new_game_answers import accepts_game
from commands.replies.answers.offer_answers import is_chat, is_vague, is_wordless, mentions_answer
from commands.replies.answers.unclear_answers import is_unclear_answer
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.attempted_commands import are_meant, is_attempt, is_order
from commands.replies.errors.ended_games import AFTER_THE_END
from commands.replies.errors.first_line_reasons import NO_COMMAND, SAYS_MORE, first_line_reason
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.errors.open_offers import may_answer, offer_left_open
from commands.replies.moves.alternatives import excluded_moves
from commands.replies.moves.contrasts import CORRECTION
from commands.replies.moves.incomplete_moves import numbered_squares
from commands.replies.moves.notation.written_moves import excludes_move, is_legal
from commands.replies.moves.prose.planned_moves import hints_at_plan, plan_in
from commands.replies.requests.suspected_requests import resigns_beside_move
from commands.replies.sentences.word_tables import plain_set
from commands.replies.vocabulary.named_boards.number_words import BOARD_WORDS
from commands.replies.vocabulary.sentence_words import plain_words
from commands.views.text.move_lists import moves_in_short
from pbm.board.board import Board
from pbm.wording import listing

MAX_NAMED_MOVES = 5
"""Maximum number of moves of a reply that the answer repeats."""
NOTHING_ASKED = "Your reply says yes, but the email that you replied to didn't ask you anything."
WHICH_MOVE = (
    "Which move do you want to play? Reply with only the move. To write to the other players,\n"
    'begin your reply with the line "chat".'
)
HAS_BEGUN = "The game has already begun, so there's nothing to confirm."
WHICH_OF_THESE = (
    "Which move do you want to play: {}? Reply with only the move. To write to the\n"
    'other players, begin your reply with the line "chat".'
)
HOW_TO_PLAY = (
    "To play {}, reply with only the move. To write to the other players, begin your reply\n"
    'with the line "chat".'
)
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
    'it, reply "no". Once it is played, you can only ask to take it back.'
)
MOVE_AND_OFFER = (
    'Your submitted move is waiting, and an offer is open, so "yes" isn\'t clear. To play the '
    'move, which ends the offer, reply with only the word "confirm". To accept the offer instead, '
    'reply "accept".'
)
LETTER_AND_NUMBER = "Write a square as the letter of its column and the number of its row."
ELSE = 'For something else, reply with a command such as "show" or "help".'
MOVE_OR_ELSE = f"To move, reply with only a move. {ELSE}"
INSTRUCTIONS = (
    "Write your command on the first line of your reply: a move, or a word such as\n"
    "resign, propose, undo, show, rules, chat or help. The lines below it go to the\n"
    "other players as a comment. To write to them without a move, begin with this\n"
    "line: chat"
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
    reason = first_line_reason(board, first) if first or not text.strip() else NO_COMMAND
    if replying.is_offered and not legal and not is_meant and is_chat(text):
        reason = NO_COMMAND
    elif replying.is_offered and not legal and may_answer(replying, text):
        is_meant, reason = True, f"{reason}\n{offer_left_open(board, text)}"
    if problem := _problem_of_moves(board, written, named):
        is_meant, reason = True, problem
    if not legal and (waiting := _about_pending_move(replying, text)):
        is_meant, reason = True, waiting.format(reason)
    if _confirms_nothing(replying, written):
        is_meant, reason = True, NOTHING_ASKED
    if named and board.mover and not is_mover:
        back = ' To ask to take back your last move, reply "undo".' if board.match.ply else ""
        reason = f"It is {board.mover.userid}'s turn.{back}"
        is_meant = is_meant or bool(CORRECTION.search(text))
    if is_mover and legal:
        reason = _how_to_play(board, legal, text, reason)
    if reason in (NO_COMMAND, NOTHING_ASKED) and accepts_game(replying, written):
        is_meant, reason = reason == NOTHING_ASKED, HAS_BEGUN
    if reason == NO_COMMAND and replying.is_asked:
        reason = f"{NO_COMMAND} {offer_left_open(board, text)}"
    return is_meant, reason


def _about_pending_move(replying: ReplyContext, text: str) -> str:
    """Returns how to answer the question about a pending move if a text may do so, or ""."""
    if replying.has_move_and_offer and yes_or_no([text]) is YesOrNo.YES:
        return MOVE_AND_OFFER
    may_be_answer = is_unclear_answer(text) or mentions_answer(text)
    return f"{{}}\n{ANSWER_MOVE}" if replying.has_pending_move and may_be_answer else ""


def _how_to_play(board: Board, legal: Sequence[str], text: str, reason: str) -> str:
    """Returns how to play one of the legal moves that a reply mentions, or the other reason."""
    excluded = excluded_moves(board.match, text)
    legal = [move for move in legal if move not in excluded]
    if excludes_move(text) or not 0 < len(legal) <= MAX_NAMED_MOVES:
        return WHICH_MOVE
    if reason not in (NO_COMMAND, SAYS_MORE):
        return reason
    if len(legal) > 1:
        how = WHICH_OF_THESE.format(listing(legal, "or"))
    else:
        how = HOW_TO_PLAY.format(legal[0])
    names_board = len(legal) > 1 and not plain_set(BOARD_WORDS).isdisjoint(plain_words(text))
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


def _without_start(reason: str) -> str:
    return reason.removeprefix(NO_COMMAND).lstrip(" ")


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
