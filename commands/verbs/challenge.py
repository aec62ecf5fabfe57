"""The command `challenge`, which starts a game."""

from collections.abc import Sequence
from dataclasses import field, replace
from typing import Annotated, ClassVar

from commands.boards.analysis.start_notes import DONT_CONFIRM, prove_start, start_note
from commands.boards.challenges import challenge_refusals
from commands.boards.challenges.challenge_limits import is_harmless, limit_challenge
from commands.boards.challenges.challenge_rules import (
    check_accepts,
    check_one_writes,
    check_players,
)
from commands.boards.comment_cleaning import clean_comment, publish_comment
from commands.boards.ladders.ladder_challenges import check_challenge, seat_orders
from commands.boards.new_boards import (
    create_board,
    new_boards_response,
    seats_in_words,
)
from commands.boards.positions_after_moves import position_at
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.slots import Many, Options, PasswordOption
from commands.players.authentication import authenticate
from commands.players.judging_evidence import is_authenticated
from commands.players.pending_lines import request_line_confirmation
from commands.system.secrets.secret import Secret
from pbm.board.board import Board
from pbm.board.ladder import TERMS as LADDER_TERMS
from pbm.board.players import Player
from pbm.board.terms import Terms, challenge_in_words, read_challenge, split_options
from pbm.match.match import Match

PAIR = "You play one in each seat."


class Challenge(GameCommand):
    """Starts a game between players. The first one named moves first.

    Options begin with a dash and depend on the game ("help GAME"). Time options begin with two
    dashes and are in days ("help clocks").

    By email, send it from the registered address of one of the players. We then ask you to confirm
    the challenge ("help confirmations"). A player who doesn't want to play can resign before their
    first move, and the game is removed.
    """

    takes_words: ClassVar = True
    also: ClassVar = ("chall",)
    example: ClassVar = "{game} challenge alice bob"

    password: Annotated[Secret | None, PasswordOption()]
    options: Annotated[tuple[str, ...], Options("[-OPTION[=VALUE]...] [--TIMEOPTION=DAYS...]")]
    userids: Annotated[tuple[str, ...], Many("USERID OPPONENT [OPPONENT]", 1)]

    by: Player | None = field(default=None, kw_only=True, repr=False)
    """The challenger, if another command has already authenticated them."""
    opening: str = field(default="", kw_only=True, repr=False)
    """First words of the emails about the new board. Empty means the default."""

    def run(self, context: Context) -> Response:
        """Creates the boards, or asks the challenger by email to confirm the challenge.

        The response shows the boards as the challenger sees them.
        """
        options, terms = read_challenge(self.game, self.options)
        chosen = self.game.by_hand(options)
        orders = self._orders(self._players(context), terms)
        challenger = self.by or _challenger(context, orders[0])
        check_accepts(context, self.game, orders[0], challenger, len(orders), ladder=terms.ladder)
        if terms.ladder:
            check_challenge(
                context, self.game, options, terms, challenger=challenger, players=orders[0]
            )
            terms = replace(LADDER_TERMS, pair=self.game.paired)
            orders = seat_orders(context, self.game, orders[0])
        # The games of a pair have the same start, even if it is drawn at random.
        match, now = self._begin(context, options), context.now()
        if challenger and self.password:
            authenticate(context, challenger.userid, self.password)
        is_guess = context.caller.guessed and not context.caller.confirmed
        if challenger and (
            is_guess
            or not (
                is_authenticated(context, challenger)
                or is_harmless(context, self.game, challenger, orders[0], len(orders))
            )
        ):
            note = self._start_note(context, match, options, terms, orders[0])
            return request_line_confirmation(context, challenger, self._words(), note=note)
        limit_challenge(context, challenger, orders, terms)
        boards = [create_board(context, order, match, terms, now) for order in orders]
        comment = self._store_comment(context, boards, challenger, terms)
        to = challenger.userid if challenger else ""
        return new_boards_response(
            context,
            boards,
            to,
            comment,
            openings=[self.opening] * len(boards) if self.opening else (),
            chosen=chosen,
        )

    def _store_comment(
        self, context: Context, boards: Sequence[Board], challenger: Player | None, terms: Terms
    ) -> str:
        """Stores the challenger's comment and agreement to hints. Returns the comment."""
        comment = clean_comment(context, "", context.comment, self.password or Secret(""))
        if challenger:
            for board in boards:
                if terms.hints:
                    context.work.hint_agreements.add(board, challenger)
                publish_comment(context, board, challenger, comment)
        return comment

    def is_lost(self, context: Context) -> bool:
        """Whether the first player is proved to lose the challenged starting position."""
        match = position_at(context, self.game, None, split_options(self.options, Terms)[1])
        proof = prove_start(context, match)
        return proof is not None and proof.value.result.value == "lost"

    def _players(self, context: Context) -> tuple[Player, ...]:
        if len(self.userids) != len(self.game.seats):
            raise challenge_refusals.wrong_number(self.game, len(self.userids))
        if self.by is None:
            check_one_writes(context, self.userids)
        players = tuple(context.player(userid) for userid in self.userids)
        check_players(players, self.game)
        return players

    def _orders(self, players: tuple[Player, ...], terms: Terms) -> list[tuple[Player, ...]]:
        """Returns the players in seat order, for each board to create."""
        if not terms.pair:
            return [players]
        if len(players) != 2:
            raise challenge_refusals.pair_of_many(self.game)
        return [players, players[::-1]]

    def _begin(self, context: Context, options: object) -> Match:
        return Match.begin(self.game, self.game.resolve(options, context.seed()))

    def _start_note(
        self,
        context: Context,
        match: Match,
        options: object,
        terms: Terms,
        order: tuple[Player, ...],
    ) -> str:
        """Returns what the challenger should know about the games before they confirm them."""
        pair_line = " ".join(self._words("-pair"))
        games = "two games" if terms.pair else "a game"
        terms_in_words = challenge_in_words(self.game, options, terms)
        parts = (
            f"This starts {games} of {self.game.title} ({terms_in_words}).",
            PAIR if terms.pair else seats_in_words(self.game, order),
            start_note(context, match, terms, DONT_CONFIRM, pair_line),
        )
        return " ".join(filter(None, parts))

    def _words(self, *options: str) -> tuple[str, ...]:
        """Returns the words of the command line without the password.

        They are stored, and run when the challenger confirms the challenge.

        `options`: options to add.
        """
        return (self.game.name, "challenge", *options, *self.options, *self.userids)


def _challenger(context: Context, players: tuple[Player, ...]) -> Player | None:
    """Returns the player who sent the email. Returns None for lines typed in the shell."""
    address = context.caller.address
    return next((player for player in players if player.has_address(address)), None)
