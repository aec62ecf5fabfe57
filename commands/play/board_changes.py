"""Changes of boards, by moves, resignations and offers: saved, and their players notified."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from commands.context.address_confirmation import CONFIRMATION_PERIOD
from commands.context.context import Context
from commands.context.deputy_rights import addressed_to_deputy, deputized_seat
from commands.messages.content import BoardSnapshot
from commands.messages.reply_claims import LOW_16_BITS, ReplyClaims, claims_of
from commands.messages.response import Notification, Response
from commands.play.ladders import settle
from commands.play.queued_moves import PlanResult, play_queued
from commands.play.tournaments import record_result
from commands.security.masking import mask_addresses
from commands.security.record_signing import Signer, write_line
from commands.system.metrics import MOVES
from commands.system.stored_types import UnitOfWork
from commands.views.json.data import board_data
from pbm.board.address_masking import without_addresses
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.ratings import rate
from pbm.board.record import Document, Record, write_record
from pbm.errors import BoardFrozenError, IllegalError, NotAllowedError
from pbm.match.decisions import UNFINISHED, closed_by
from pbm.match.match import Event
from pbm.secret import Secret
from pbm.stored import Pending

# The records of public boards, which are the same whenever they are made.


def public_record(board: Board, site: str, signer: Signer) -> Document:
    """Returns the signed record of a board as `pbm.board.public_boards.public_board` returns it.

    `site`: the server's address. It is generated at the time of the last event.
    """
    userids = tuple(player.userid for player in board.players)
    generated = board.match.events[-1].at if board.match.events else board.begun
    record = Record(site, board.number, userids, board.match, board.terms, board.begun, generated)
    return signer.sign(write_record(record))


def public_lines(
    work: UnitOfWork, game: str, numbers: Iterable[int], site: str, signer: Signer
) -> Iterator[str]:
    """Yields the signed record of each of these boards as a line.

    Boards that can't be replayed, or aren't public any more, are left out.
    """
    for number in numbers:
        try:
            found = work.public_boards.find(game, number)
        except BoardFrozenError:
            continue
        if found and found.board.match.outcome:
            yield write_line(public_record(found.board, site, signer))


# The changes of players' ratings by the end of a game.


def update_ratings(context: Context, board: Board) -> Board:
    """Saves the ratings changed by the end of the game, once for each board.

    Returns the board with these changes.
    """
    outcome = board.match.outcome
    if outcome is None or board.ratings or not _is_rated(board):
        return board
    before = context.work.ratings.lock(board.game.name, board.players)
    changed = replace(board, ratings=rate(before, outcome.places))
    context.work.ratings.save(changed)
    return changed


def revert_ratings(context: Context, before: Board, after: Board) -> Board:
    """Withdraws the changes of ratings by an end that was undone.

    Returns the board without these changes.
    """
    if not before.ratings or (after.match.outcome and not after.removed):
        return after
    context.work.ratings.withdraw(before)
    return replace(after, ratings=())


def _is_rated(board: Board) -> bool:
    """Returns True if the game counts: rated, not removed, played, and everybody has moved."""
    everybody = all(board.moved(seat) for seat in range(len(board.players)))
    shown = closed_by(board.match.state.event) != UNFINISHED
    return everybody and shown and not board.removed and not board.terms.unrated


# Texts that players write for others: without passwords, tokens and forged rules.

MAX_COMMENT_LENGTH = 8_000
COMMENT_RULE = re.compile(r"(?m)^[ \t]*\*[* \t]{18,}$")
"""A line of stars, like that above comments: with one, a writer could forge others' comments."""
_PASSWORD_OPTION = re.compile(r"(-password=)\S+", re.IGNORECASE)


def clean_comment(context: Context, first: str, body: str, password: Secret) -> str:
    """Returns the comment of a command's line and the mail's body, which others may read.

    It is without the password, and without reply addresses, which are secrets of their owners.
    """
    written = "\n".join(filter(None, [first.strip(), body.strip()]))
    if not written:
        return ""
    comment = COMMENT_RULE.sub("***", password.hide(written))
    comment = _PASSWORD_OPTION.sub(r"\1***", comment)
    comment = masked(context, comment)
    if len(comment) <= MAX_COMMENT_LENGTH:
        return comment
    note = f"[cut here: comments are at most {MAX_COMMENT_LENGTH} long]"
    return f"{comment[:MAX_COMMENT_LENGTH]}\n{note}"


def publish_comment(context: Context, board: Board, player: Player, comment: str) -> None:
    """Stores a comment for the board's page, if its writer wants that and the board is public.

    `board`: right after what the comment is about. Mail addresses in the comment are left out.
    """
    if comment and board.seat_of(player) is not None:
        text = without_addresses(comment)
        context.work.published_comments.add(board, player, text, context.now())


class HeldWords(BaseModel):
    """Words of a player on a board, which are sent once the player says yes."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    board: str
    text: str
    mails: int = 1
    """The number of mails that they came in."""


def hold_words(context: Context, board: Board, seat: int, text: str) -> HeldWords | None:
    """Holds words with those held before in the same position.

    Returns all of them, or None if they are too long.
    """
    claims = claims_of(board).for_seat(seat)
    waiting, earlier = _pending(context, claims), held_words(context, claims)
    text = clean_comment(context, "", text, Secret(""))
    held = HeldWords(board=f"{board.game.name} {board.number}", text=text)
    if earlier:
        new = earlier.text if earlier.text.endswith(text) else f"{earlier.text}\n\n{text}"
        held = held.model_copy(update={"text": new, "mails": earlier.mails + 1})
    if len(held.text) > MAX_COMMENT_LENGTH:
        return None
    drop_held_words(context, claims)
    until = waiting.until if waiting else context.now() + CONFIRMATION_PERIOD
    pending = Pending("words", board.players[seat].id, held.model_dump_json(), until)
    context.work.pending_confirmations.add(_held_key(claims), pending)
    return held


def held_words(context: Context, claims: ReplyClaims) -> HeldWords | None:
    """Returns the words that wait for a yes to a mail about this position."""
    found = _pending(context, claims)
    return HeldWords.model_validate_json(found.content) if found else None


def _pending(context: Context, claims: ReplyClaims) -> Pending | None:
    return context.work.pending_confirmations.find(_held_key(claims), context.now())


def drop_held_words(context: Context, claims: ReplyClaims) -> None:
    """Deletes the words that wait for a yes to a mail about this position."""
    context.work.pending_confirmations.take(_held_key(claims), context.now())


def _held_key(claims: ReplyClaims) -> str:
    """Returns the key of words, which is of one position: nobody wants old ones sent later."""
    position = f"{claims.epoch & LOW_16_BITS} {claims.ply & LOW_16_BITS}"
    return hashlib.sha256(f"words {claims.board} {claims.seat} {position}".encode()).hexdigest()


def masked(context: Context, text: str) -> str:
    """Returns a text without secret addresses and codes of the server."""
    return mask_addresses(text, context.site, context.codes)


# Changes of boards, by moves, resignations and offers: saved, and their players notified.

SERVER_AUTHOR = "server"
"""The author of the server's own acts; no player can have this userid."""
MOVES_OF_MAIL = 10
"""The most moves that one mail makes on a board, with the answers queued to them."""


def apply_change(
    context: Context, before: Board, after: Board, player: Player, *, news: str, comment: str
) -> Response:
    """Plays what the change makes due, saves the board, and notifies its players.

    The response shows the board to `player`, the author of the change.
    """
    _publish(context, before, after, player, comment)
    result = PlanResult(after)
    if after.plans or after.resigning:
        result = _play_due(context, play_queued(after, context.now()))
    after = context.work.boards.save(before, result.board, context.now())
    moves = after.match.ply - before.match.ply
    context.moves[after.id] += moves
    if moves > 0:
        context.work.count(MOVES, after.game.name, amount=moves)
    if after.tournament:
        record_result(context, before, after)
    after = update_ratings(context, after)
    told = [news, *result.news, settle(context, before, after) if after.terms.ladder else ""]
    content = context.snapshot(after, news=" ".join(filter(None, told)), before=before)
    content = content.model_copy(
        update={"writer": player.userid if comment else "", "comment": comment}
        | (_reviewable(context, after) if after.match.outcome else {})
    )
    notifications = context.notifications_of(after, content)
    return Response(
        _own_content(context, notifications, content, after, player),
        board_data(after),
        (*notifications, *result.notifications),
    )


def _reviewable(context: Context, board: Board) -> dict[str, object]:
    """Returns what a mail needs to name the decisive mistake of a game that has just ended."""
    withheld = sorted(context.prover.withheld_plies(board.match))
    return {"game_log": board.match.state.effective, "withheld": tuple(withheld)}


def has_left(board: Board, seat: int) -> bool:
    """Returns True if the player is out of a game that others continue, also by its rules."""
    return seat not in board.game.remaining(board.match.state.position)


def sign_off_board(context: Context, board: Board, seat: int) -> tuple[Notification, ...]:
    """Ends a player's game on a board.

    Removes it if the player hasn't moved there yet, unless it is a tournament's, which counts it.
    """
    player = board.players[seat]
    news = f"{player.userid} has signed off."
    if board.moved(seat) or board.tournament:
        event = Event(f"leave {seat} signed off", context.now(), player.userid)
        after = board.with_match(board.match.add(event))
    else:
        after = replace(board, removed=f"{player.userid} signed off")
    return apply_change(context, board, after, player, news=news, comment="").notifications


def _own_content(
    context: Context,
    notifications: Sequence[Notification],
    content: BoardSnapshot,
    board: Board,
    player: Player,
) -> BoardSnapshot:
    """Returns the content as this player is told it, or would be."""
    told = (each.content for each in notifications if isinstance(each.content, BoardSnapshot))
    own = next((each for each in told if each.to == player.userid), None)
    if own or board.seat_of(player) is not None:
        return own or content.model_copy(update={"to": player.userid})
    seat = deputized_seat(context.work, board, player, context.now())
    if seat is None:  # the move has ended the game
        return content.model_copy(update={"to": player.userid})
    return addressed_to_deputy(content, board, seat, player)


def _publish(context: Context, before: Board, after: Board, player: Player, comment: str) -> None:
    """Stores a comment that is to be published, and deletes comments to moves taken back."""
    if after.match.state.epoch > before.match.state.epoch:
        context.work.published_comments.take_back(after)
    publish_comment(context, after, player, comment)


def check_moves_of_mail(context: Context, board: Board) -> None:
    """Raises NotAllowedError if the caller's mail has made as many moves on the board as it may."""
    if context.caller.moves.get(board.id, 0) >= MOVES_OF_MAIL:
        raise NotAllowedError(
            f"One mail makes at most {MOVES_OF_MAIL} moves on a board. "
            "Please send the others in another mail."
        )


def check_ongoing(board: Board) -> None:
    """Raises IllegalError if the game on the board is over."""
    if board.match.outcome:
        raise IllegalError(f"The game on board {board.number} is over: {board.result}.")


def _play_due(context: Context, result: PlanResult) -> PlanResult:
    """Executes resignations given out of turn whose turns have come, and moves queued behind."""
    board, seat = result.board, result.board.match.to_move
    if seat is None or seat not in board.resigning or board.players[seat].banned:
        return result
    player = board.players[seat]
    after = play_queued(board.resign(seat, context.now(), player.userid), context.now())
    news = (*result.news, f"{player.userid} resigns, as said before.", *after.news)
    return _play_due(
        context, PlanResult(after.board, news, (*result.notifications, *after.notifications))
    )
