"""Turns replies to chat into chat for the players of the board.

Commands in the reply are still executed.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from commands.replies.answers.offer_answers import is_wordless
from commands.replies.answers.yes_or_no import BETWEEN_PHRASES, MAX_LINE_LENGTH
from commands.replies.board_replies import add_implied_commands, find_reply_command
from commands.replies.chat.leading_commands import opens_with_command
from commands.replies.chat.spoken_texts import is_spoken_to, tells_move
from commands.replies.command_lines import CommandLine, FoundCommands, may_have_password
from commands.replies.comments.commands_below_comments import split_comment
from commands.replies.contexts.board_context import ReplyContext
from commands.replies.errors.no_command_error import NoCommandError
from commands.replies.moves.notation.moves_among_words import spaced
from commands.replies.moves.notation.written_moves import denies, is_legal, mentioned_moves
from commands.replies.moves.prose.planned_moves import hints_at_plan, plan_in
from commands.replies.moves.spoken.castling_and_passing import mentions_castling
from commands.replies.moves.spoken.spoken_moves import heard_moves
from commands.replies.reply_commands import ReplyCommands
from commands.replies.requests.worded_requests import ASKED_ABOUT
from commands.replies.sentences.addressees import sentences_of
from commands.replies.vocabulary.answers.yes_no_words import FORWARDING
from commands.replies.vocabulary.sentence_words import plain_words
from commands.replies.vocabulary.server.verbs import TELL
from mail.reading.characters import plain_signs
from pbm.match.match import Match

MAX_SPEAKERS = 2
"""Number of players of a game in which a text to one of them reaches nobody else."""
MAX_OPENING = 4
"""Maximum number of sentences before a request that are sent to the opponent."""
MAX_LAST_LINES = 20
"""Maximum number of lines of a reply without a command that becomes chat when the game is over."""
MAX_SIGNING_WORDS = 3
"""Maximum number of words below a command that are taken for a signature."""


def find_chat(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands:
    """Returns the commands of a reply to chat.

    The reply is chat, too, unless it begins with a command.

    A plan isn't sent immediately, because that would reveal it to the opponents. Neither is an
    emoji under an open offer, which they could take for a yes.
    """
    text = "\n".join(blocks)
    is_unclear = (replying.is_asked and is_wordless(text)) or forbids_telling(text, replying.names)
    if is_unclear or opens_with_command(replying, lines_of(blocks)):
        return find_reply_command(replying, blocks)
    return _chat(replying, blocks)


def forbids_telling(text: str, names: Collection[str]) -> bool:
    """Whether a clause says not to tell the opponents something: "don't tell bob, but ...".

    `names`: names of the opponents in lower case.
    """
    clauses = BETWEEN_PHRASES.split(plain_signs(text[:MAX_LINE_LENGTH]))
    return any(
        denies(each) and not {*names}.isdisjoint(plain_words(each)) and _tells(each)
        for each in clauses
    )


def _tells(clause: str) -> bool:
    return not {*plain_words(f"{TELL} {FORWARDING}")}.isdisjoint(plain_words(clause))


def sendable_words(replying: ReplyContext, blocks: Sequence[str]) -> str:
    """Returns the text of a reply without commands, or "" if it may contain a password."""
    words, below = split_comment(replying, lines_of(blocks))
    return "" if below.lines or _may_have_password(own_lines(blocks)) else words


def is_said(text: str) -> bool:
    """Whether the text next to a command is more than a signature."""
    return len(spaced(text).split()) > MAX_SIGNING_WORDS or any(sign in text for sign in "!?")


def find_last_words(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands | None:
    """Returns the chat of a reply without a command, or None if it can't be meant as chat.

    It is chat if the game is over. If only the subject names the board it is chat, too, because the
    writer is asked before it is sent.
    """
    is_chat = not replying.board.active or replying.by_subject
    return _chat(replying, blocks) if is_chat and may_be_read(own_lines(blocks)) else None


def find_spoken_chat(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands | None:
    """Returns the chat of a reply that is plainly for the only opponent, or None.

    While the server waits for an answer to an offer or a move, the text could be that answer.
    """
    lines = own_lines(blocks)
    text = "\n".join(lines)
    if not (may_be_read(lines) and _is_spoken(replying, text)):
        return None
    is_due = replying.board.mover == replying.player
    if is_due and _may_tell_move(replying.board.match, text):
        return None
    try:
        return _chat(replying, blocks)
    except NoCommandError:  # the text tells a plan
        return None


def _may_tell_move(match: Match, text: str) -> bool:
    """Whether a text may tell a move, in its notation or in words: "perhaps I castle, Bob"."""
    is_heard = any(is_legal(match, move) for move in heard_moves(match, text))
    is_named = bool(mentioned_moves(match, text)) or mentions_castling(match, text)
    return is_heard or is_named or tells_move(text)


def _is_spoken(replying: ReplyContext, text: str) -> bool:
    """Whether a text addresses the only opponent, and isn't an answer that the server awaits."""
    names = [player.userid.lower() for player in replying.others]
    is_awaited = replying.is_asked or replying.has_pending_move
    if is_awaited or not replying.registered_sender or len(replying.board.players) != MAX_SPEAKERS:
        return False
    return len(names) == 1 and is_spoken_to(text, names[0])


def spoken_opening(replying: ReplyContext, text: str) -> tuple[CommandLine | None, str]:
    """Returns the chat of the first sentences of a text if they address the opponent.

    The second value is the rest of the text.
    """
    lines, sentences = own_lines([text]), sentences_of(text)
    if not may_be_read(lines):
        return None, text
    counts = range(min(len(sentences) - 1, MAX_OPENING), 0, -1)
    openings = ("".join(sentences[:count]) for count in counts)
    opening = next((each for each in openings if _is_spoken(replying, each)), "")
    if not opening:
        return None, text
    chat = ReplyCommands(replying.board, replying.player).of_player("chat")
    rest = "".join(sentences)[len(opening) :].strip()
    return replace(chat, comment=opening.strip()), rest


def may_be_read(lines: Sequence[str]) -> bool:
    """Whether the lines seem to have no quotation or password. Opponents mustn't see those."""
    has_address = any("@" in line for line in lines)
    return len(lines) <= MAX_LAST_LINES and not has_address and not _may_have_password(lines)


def _may_have_password(lines: Sequence[str]) -> bool:
    return any(may_have_password(spaced(line).split()) for line in lines)


def _chat(replying: ReplyContext, blocks: Sequence[str]) -> FoundCommands:
    words, below = split_comment(replying, lines_of(blocks))
    if not words and below.lines:
        return below
    is_plan = plan_in(replying.board, words) or hints_at_plan(replying.board, words)
    if is_plan or _describes_move(replying, words):
        return find_reply_command(replying, blocks)
    board = replying.board
    text = words.lower().rstrip(".")  # "Resign!" is addressed to the opponents
    verb = "draw" if text.rstrip("?!") == "draw" else text
    if verb in (*ASKED_ABOUT, "draw") and board.active:
        command = ReplyCommands(board, replying.player).standalone(verb)
        return FoundCommands((replace(command, guessed=True),))
    line = f"{board.game.name} chat {board.number} {replying.player.userid} -"
    lines = add_implied_commands(replying, blocks, CommandLine(line, words))
    return FoundCommands((*lines, *below.lines), below.cut)


def _describes_move(replying: ReplyContext, words: str) -> bool:
    """Whether the only line is a legal move in words, or chooses from several: "knight to b3"."""
    board, match = replying.board, replying.board.match
    is_due = board.mover == replying.player and replying.registered_sender and "?" not in words
    if not is_due or "\n" in words or mentioned_moves(match, words):
        return False
    return any(is_legal(match, move) for move in heard_moves(match, words))


def own_lines(blocks: Sequence[str]) -> list[str]:
    """Returns the lines that aren't empty, with plain hyphens and quotes."""
    return [line for line in map(str.strip, map(plain_signs, lines_of(blocks))) if line]


def lines_of(blocks: Sequence[str]) -> list[str]:
    return "\n\n".join(blocks).split("\n")
