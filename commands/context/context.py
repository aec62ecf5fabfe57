"""The context in which one command runs.

It provides the caller, the services and the unit of work, and finds players and boards that the
caller may see.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from commands.content.messages import BoardSnapshot
from commands.content.reply_claims import ReplyAge
from commands.content.snapshot import snapshot_of, with_note
from commands.context import deputy_refusals, deputy_rights
from commands.context.caller import Caller
from commands.context.robots import find_robot
from commands.security.lockout import Lockouts, LoginAttempt
from commands.security.one_time_codes import OneTimeCodes
from commands.security.passwords import Passwords
from commands.security.player_limits import Policy
from commands.security.rate_limiter import Limiter
from commands.security.record_signing import Signer
from commands.system.stored_types import UnitOfWork
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.public_boards import with_present_names, without_former_names
from pbm.board.viewers import PRIVATE, SERVER, Viewer
from pbm.clock import Clock
from pbm.errors import BoardFrozenError, NotFoundError, NotYoursError
from pbm.games import AnyGame
from pbm.search.budget import SearchBudget
from pbm.solver.prover import Prover
from pbm.solver.withholding_prover import WithholdingProver
from pbm.suggestions import did_you_mean
from pbm.wording import shown


@dataclass
class Context:
    """The caller, services and unit of work of a command while it runs."""

    work: UnitOfWork
    clock: Clock
    seed: Callable[[], int]
    """Returns the seed for a new board's random choices."""
    passwords: Passwords
    codes: OneTimeCodes
    policy: Policy
    signer: Signer
    unfair_prover: Prover
    """Proves values even in rated games. Commands must use `prover` instead."""
    site: str
    """Address of the server. Records name it as their origin."""
    caller: Caller
    comment: str = ""
    """Text that came with the command."""
    current_board: Board | None = field(default=None, init=False)
    """The board that the command is about, once it is known."""
    authenticated: list[Player] = field(default_factory=list, init=False)
    """Players who have authenticated by email, in their state before the command."""
    proved: set[int] = field(default_factory=set, init=False)
    """Ids of the players proved by a password or a mail server. The proof is valid for later lines,
    too.
    """
    by_reply: bool = field(default=False, init=False)
    """Whether a reply about a board proves its player to the command."""
    failed_logins: list[LoginAttempt] = field(default_factory=list, init=False)

    _watchers: dict[tuple[str, int], Sequence[Player]] = field(default_factory=dict, init=False)

    @property
    def lockouts(self) -> Lockouts:
        """Failed logins as of now."""
        return Lockouts(self.work.limit_counts, self.codes.keys, self.now())

    @property
    def limiter(self) -> Limiter:
        """Limits for the caller as of now."""
        counts, shell = self.work.limit_counts, not self.caller.address
        return Limiter(counts, self.codes.keys, self.policy, self.now(), shell=shell)

    @property
    def cause(self) -> int:
        """Id of the player who gave the command, or 0 if nobody has authenticated."""
        return self.authenticated[-1].id if self.authenticated else 0

    @cached_property
    def prover(self) -> WithholdingProver:
        """Prover of the values that players may learn."""
        return WithholdingProver(self.unfair_prover, self.work.contest_positions)

    def search(self) -> AbstractContextManager[SearchBudget]:
        """Returns the budget of an immediate search, limited by the allowance of the email."""
        return self.caller.allowance.search()

    def now(self) -> datetime:
        return self.clock.now()

    def text(self) -> str:
        """Returns the text that came with the command: an email's body, or the shell's input."""
        return self.comment or self.caller.read()

    @property
    def viewer(self) -> Viewer:
        """The caller as a viewer of boards and players.

        A sender is easily forged, but the answer goes to the forged address, so its owner may see
        it. A reply from another address shows no more than the email that it answers.
        """
        caller = self.caller
        if caller.admin:
            return SERVER
        claims = caller.reply.claims if caller.reply.age is ReplyAge.LATEST else None
        authenticated = (player.id for player in self.authenticated)
        own_ids = self._senders.union(caller.earlier.proved, self.proved, authenticated)
        member = not caller.address or bool(own_ids) or claims is not None
        return Viewer(member=member, players=own_ids, board=claims.board if claims else None)

    @cached_property
    def _senders(self) -> frozenset[int]:
        """Ids of the players who have registered the sender's address."""
        address = self.caller.address
        return self.work.players.with_address(address) if address else frozenset()

    def only_sender(self) -> Player | None:
        """Returns the player with the caller's address.

        Returns None if there are none or several.
        """
        address = self.caller.address
        owners = self.work.reachability.owners(address) if address else ()
        return owners[0] if len(owners) == 1 else None

    def find_player(self, userid: str) -> Player | None:
        """Returns the player, or None. Userids that nobody confirmed in time are released."""
        player = self.work.players.find(userid)
        if player is None:
            return find_robot(self.work, userid, self.now())
        if player.confirmed or player.gone:
            return player
        self.free_userids()
        return self.work.players.find(userid)

    def free_userids(self) -> None:
        """Deletes players who confirmed no address in time.

        It uses the confirmed time, because the clock may have jumped during a downtime.
        """
        self.work.former_players.delete_unconfirmed(self.work.clocks.confirmed(self.now()))

    def player(self, userid: str) -> Player:
        """Returns the player that a command names. Raises NotFoundError if there is none.

        Use it only in commands without passwords, because the error quotes the word.
        """
        player = self.find_player(userid)
        if player is None:
            guess = did_you_mean(userid, self.work.userids.near(userid, self.viewer))
            how = "To register, send: signup USERID PASSWORD"
            hint = f"\n{how}" if self.caller.address else ""
            raise NotFoundError(f'Nobody is registered as "{shown(userid)}".{guess}{hint}')
        return player

    def listed_userid(self, userid: str) -> str:
        """Returns the stored spelling of a userid, to list the player's boards.

        Raises NotFoundError if the player has no board that the caller may see, so that strangers
        can't find out who is registered. Players may always ask for their own boards.
        """
        player, viewer = self.find_player(userid), self.viewer
        if not self.caller.address:
            return self.player(userid).userid
        if player and (player.id in viewer.players or self.work.boards.has_seen(player, viewer)):
            return player.userid
        guess = did_you_mean(userid, self.work.boards.players_near(userid, viewer))
        raise NotFoundError(
            f'We couldn\'t find any games of a player called "{shown(userid)}".{guess}'
        )

    def board(self, game: AnyGame, number: int) -> Board:
        """Returns a board to read. Raises NotFoundError if the caller may not see it."""
        self.check_seen(game, number)
        return self.seen_board(game, number)

    def seen_board(self, game: AnyGame, number: int) -> Board:
        """Returns a board to read. The caller must be known to be allowed to see it."""
        board = self.check_exists(self.work.boards.find(game.name, number), game, number)
        names = self._former_names_on(board)
        return board.with_match(without_former_names(board.match, names))

    def former_names(self, players: Sequence[Player]) -> dict[str, str]:
        """Returns the present names of players who have signed off, by their former userids."""
        return {
            former: player.userid
            for player in players
            if player.gone
            for former in self.work.userids.former_userids(player)
        }

    def _former_names_on(self, board: Board) -> dict[str, str]:
        return self.former_names((*board.players, *deputy_rights.deputies_on(self.work, board)))

    def lock_board(self, game: AnyGame, number: int, *, removed: bool = False) -> Board:
        """Returns a board that is locked until the transaction ends. Raises NotFoundError.

        The caller must then call `seat`, because that check hides the board from strangers.

        `removed`: whether to return removed boards, too.
        """
        try:
            board = self.work.boards.lock(game.name, number)
            return self.check_exists(board, game, number, removed=removed)
        except (BoardFrozenError, NotFoundError):
            # Don't reveal by the error that a hidden board exists.
            self.check_seen(game, number)
            raise

    def check_seen(self, game: AnyGame, number: int) -> None:
        """Raises NotFoundError if the caller may not see the board.

        The error is the same as for a missing board.
        """
        if not self.work.boards.is_seen(game.name, number, self.viewer):
            # Error responses show the current board, and this caller may not see it.
            self.current_board = None
            self.check_exists(None, game, number)

    def check_exists(
        self, board: Board | None, game: AnyGame, number: int, *, removed: bool = False
    ) -> Board:
        """Returns the board. Raises NotFoundError if it never existed or was removed.

        `removed`: whether to return removed boards, too.
        """
        if board is None:
            raise NotFoundError(
                f"There is no {game.title} board {number}.\n"
                f"To list a player's games, send: {game.name} games USERID"
            )
        self.current_board = board
        if board.removed and not removed:
            why = with_present_names(board.removed, self._former_names_on(board))
            raise NotFoundError(f"{game.title} board {number} was removed: {why}.")
        return board

    def seat(self, board: Board, player: Player, *, moves: bool = False) -> int:
        """Returns the player's seat on the board. Raises NotYoursError if they have none.

        `moves`: whether a deputy may give the command. A deputy has the seat of the player for whom
        they move.
        """
        seat = board.seat_of(player)
        if seat is None:
            seat = deputy_rights.deputized_seat(self.work, board, player, self.now())
            if seat is not None and not moves:
                raise deputy_refusals.only_moves(board, seat)
        if seat is None:
            # The error names the players, so strangers mustn't get it for a hidden board.
            self.check_seen(board.game, board.number)
            players = " and ".join(other.userid for other in board.players)
            raise NotYoursError(
                f"{player.userid} isn't a player on {board.game.title} board {board.number}. "
                f"Its players are {players}."
            )
        return seat

    def snapshot(
        self,
        board: Board,
        *,
        to: str = "",
        news: str = "",
        ply: int | None = None,
        before: Board | None = None,
    ) -> BoardSnapshot:
        """Returns a snapshot of the board with its watchers.

        `before`: the board before the change that the email is about, if there was one.
        """
        content = with_note(snapshot_of(board, to=to, news=news, ply=ply, before=before), board)
        update: dict[str, object] = {"watchers": self._named_watchers(board)}
        update |= {
            "acting": deputy_rights.acting_deputies(self.work, board, self.now()),
            "deputies": deputy_rights.deputies_by_ply(self.work, board),
        }
        return content.model_copy(update=update) if any(update.values()) else content

    def watching(self, board: Board) -> Sequence[Player]:
        """Returns the watchers.

        They are cached, because commands that report a board don't change them.
        """
        key = board.game.name, board.number
        if key not in self._watchers:
            self._watchers[key] = self.work.watches.of(board, end_only=False)
        return self._watchers[key]

    def _named_watchers(self, board: Board) -> tuple[str, ...]:
        """Returns the userids of the watchers whom other players may see in lists."""
        watchers = self.watching(board)
        return tuple(player.userid for player in watchers if player.visibility != PRIVATE)
