"""The checks after the nodes have stopped, and the figures of the test."""

from collections import Counter, defaultdict
from contextlib import closing

from storage import open_database
from tests.crash.nodes.node_logs import unexpected_errors
from tests.crash.nodes.searches import check_searches

TAKEOVER_SECONDS = 150
"""The longest time for which a mail may wait: a minute, and what a busy machine adds."""


class Checks:
    """The state of the players and of the database in the end."""

    def __init__(self, test):
        self.test = test
        self.letters = sorted(test.players.inbox.letters, key=lambda letter: letter.arrived)
        self.told = defaultdict(set)
        """The Message-IDs of a player's mails about a board."""
        for letter in self.letters:
            self.told[letter.board, letter.recipient.partition("@")[0]].add(letter.id)
        self.robot_moves = 0

    def check(self):
        self._check_errors()
        self._check_doubles()
        self._check_order()
        self._check_answers()
        self._check_clocks()
        with closing(open_database(self.test.database.url)) as database, database.work() as work:
            boards = {name: _find(work, name) for name in self.test.boards.played}
        self._check_boards(boards)
        self._check_robots({name: boards[name] for name in self.test.boards.robots})
        assert self._waits()[-1] < TAKEOVER_SECONDS

    def _check_errors(self):
        errors = [error for node in self.test.nodes for error in unexpected_errors(node.logs())]
        assert not errors, f"{len(errors)} errors, such as {errors[0]}"

    def _check_doubles(self):
        """Asserts that a mail that came twice came with the same bytes."""
        by_id = defaultdict(set)
        for letter in self.letters:
            by_id[letter.id].add((letter.recipient, letter.content))
        assert [id for id, seen in by_id.items() if len(seen) > 1] == []

    def _check_order(self):
        """Asserts that no mail overtook an earlier one for the same player about the same board.

        Those that a dead node had sent, and couldn't record, come once more, again in order.
        """
        last, seen = defaultdict(int), set()
        for letter in self.letters:
            key = letter.recipient, letter.board
            if letter.board and letter.id not in seen:
                assert letter.number > last[key], f"overtaken: {letter.number} < {last[key]} {key}"
                last[key] = letter.number
            seen.add(letter.id)

    def _check_answers(self):
        """Asserts that each move brought one answer, and one mail to the opponent.

        Against a robot the answer is the mail with the robot's move.
        """
        answers, notices = Counter(), Counter()
        for letter in {letter.id: letter for letter in self.letters}.values():
            if letter.answered:
                answers[letter.answered, letter.recipient] += 1
            else:
                notices.update(letter.nonces)
        for move in self.test.players.accepted:
            if move.board not in self.test.boards.robots:
                found = answers[move.id, move.sender], notices[move.nonce]
                assert found == (1, 1), (move, found)

    def _check_clocks(self):
        """Asserts that each reminder and each forfeit was made once."""
        boards = self.test.boards
        for board in (*boards.nagged, *boards.forfeited):
            assert len(self.told[board, "idler"]) == 2, f"{board}: begun, and one event"
        for board in boards.forfeited:
            assert len(self.told[board, "sleeper"]) == 2, f"{board}: begun, and forfeited"

    def _check_boards(self, boards):
        """Asserts that the players' moves on each board are those that were acknowledged."""
        acknowledged = defaultdict(list)
        for move in self.test.players.accepted:
            acknowledged[move.board].append((move.ply, move.move))
        for name, board in boards.items():
            made = [
                (state.ply, state.move)
                for state in board.match.state.backwards()
                if state.is_move and not board.players[state.mover].robot
            ]
            assert sorted(made) == sorted(acknowledged[name]), name

    def _check_robots(self, boards):
        """Asserts that each move of a robot was made once, and brought one mail.

        A player's own move brings one as well only if the robot doesn't answer within a minute.
        """
        made = {}
        for name, board in boards.items():
            movers = [
                board.players[state.mover]
                for state in board.match.state.backwards()
                if state.is_move
            ]
            made[name] = sum(bool(mover.robot) for mover in movers)
            ended_by_player = board.match.outcome and not movers[0].robot
            (player,) = (player.userid for player in board.players if not player.robot)
            expected = 1 + made[name] + bool(ended_by_player)
            told = {
                letter.id
                for letter in self.letters
                if letter.board == name and letter.to_move in (player, "")
            }
            assert len(told) == expected, (name, len(told), expected)
        check_searches(self.test, made)
        self.robot_moves = sum(made.values())

    def _waits(self):
        """Returns the seconds for which mails waited while there was a database."""
        first = {letter.id: letter for letter in reversed(self.letters)}
        return sorted(self._waited(letter) for letter in first.values())

    def _waited(self, letter):
        lost = sum(
            max(min(until, letter.arrived) - max(since, letter.date), 0)
            for since, until in self.test.outages
        )
        return letter.arrived - letter.date - lost

    def figures(self):
        """Returns what happened, in words."""
        test, waits, count = self.test, self._waits(), len(self.letters)
        accepted, ids = test.players.accepted, {letter.id for letter in self.letters}
        rate = len(accepted) / test.seconds
        ends = sum((node.ends for node in test.nodes), Counter())
        return (
            f"{len(accepted)} moves in {test.seconds:.0f} s ({rate:.1f} a second), "
            f"by {dict(test.players.accepted_by)}, and {self.robot_moves} by robots; "
            f"nodes ended {dict(ends)}; PostgreSQL killed {test.database.kills} times; "
            f"{count} mails, {count - len(ids)} of them again; each within {waits[-1]:.0f} s, "
            f"99 % within {waits[len(waits) * 99 // 100]:.1f} s"
        )


def _find(work, name):
    game, number = name.split()
    return work.boards.find(game, int(number))
