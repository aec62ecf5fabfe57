"""What players got, and what the database says, after all servers have stopped."""

from collections import Counter, defaultdict
from contextlib import closing

from storage import open_database


class Checks:
    """The checks that all tests have in common."""

    def __init__(self, test):
        self.test, self.boards = test, test.boards
        self.received = sorted(test.players.inbox.received, key=lambda mail: mail.arrived)
        self.by_id = {mail.id: mail for mail in self.received}
        self.accepted = test.players.accepted

    def check(self):
        """Asserts that each accepted mail acted once, and brought the mails that it should."""
        self.check_doubles()
        self._check_order()
        self._check_answers()
        with closing(open_database(self.test.url)) as database, database.work() as work:
            boards = {name: find_board(work, name) for name in self.boards.played}
            for mail in self.accepted:
                if not mail.board:
                    name = mail.sender.partition("@")[0]
                    assert work.players.find(name), name
        back = self.boards.taken_back
        check_moves({name: each for name, each in boards.items() if not back[name]}, self.accepted)
        for name in +back:
            check_taken_back(
                boards[name], [m for m in self.accepted if m.board == name], back[name]
            )
        return boards

    def check_doubles(self):
        """Asserts that a mail that came twice came with the same bytes."""
        by_id = defaultdict(set)
        for mail in self.received:
            by_id[mail.id].add((mail.recipient, mail.content))
        assert [id for id, seen in by_id.items() if len(seen) > 1] == []

    def _check_order(self):
        """Asserts that no mail overtook an earlier one for the same player about the same board.

        What was sent, but not recorded, comes once more, again in order.
        """
        last, seen = defaultdict(int), set()
        for mail in self.received:
            key = mail.recipient, mail.board
            if mail.board and mail.id not in seen:
                assert mail.number > last[key], f"overtaken: {mail.number} < {last[key]} {key}"
                last[key] = mail.number
            seen.add(mail.id)

    def _check_answers(self):
        """Asserts that each mail brought one answer, and one mail to the opponent.

        Against a robot the answer is the mail with the robot's move.
        """
        answers, notices, refused = Counter(), Counter(), Counter()
        for mail in self.by_id.values():
            if mail.answered:
                answers[mail.answered, mail.recipient] += 1
            else:
                notices.update(mail.nonces)
        for mail in self.accepted:
            if mail.board not in self.boards.robots:
                found = answers[mail.id, mail.sender], notices[mail.nonce] if mail.nonce else 1
                is_refused = found == (1, 0) and mail.ply and self.boards.taken_back[mail.board]
                refused[mail.board] += bool(is_refused)
                assert is_refused or found == (1, 1), (mail, found)
        assert refused <= self.boards.taken_back, (refused, self.boards.taken_back)

    def check_count(self):
        """Asserts that nobody got any other mail but a welcome, and that a board has begun."""
        brought = sum(2 if mail.nonce else 1 for mail in self.accepted)
        expected = len(self.boards.players) + 2 * len(self.boards.played) + brought
        assert len(self.by_id) == expected, (len(self.by_id), expected)


def find_board(work, name):
    """Returns a board by its game and number."""
    game, number = name.split()
    return work.boards.find(game, int(number))


def check_moves(boards, mails, *, may_have_more=False):
    """Asserts that the players' moves on each board are those of these mails, once each."""
    acknowledged = defaultdict(set)
    for mail in mails:
        if mail.ply:
            acknowledged[mail.board].add((mail.ply, mail.move))
    for name, board in boards.items():
        made = {
            (state.ply, state.move)
            for state in board.match.state.backwards()
            if state.is_move and not board.players[state.mover].robot
        }
        lost = acknowledged[name] - made
        others = set() if may_have_more else made - acknowledged[name]
        assert not lost | others, (name, lost, others)


def check_taken_back(board, mails, times):
    """Asserts that the log of a board, which was taken back so often, has these mails' moves.

    Each rollback may have overtaken one mail, whose sender was told so.
    """
    made, ply = Counter(), 0
    robots = {player.userid for player in board.players if player.robot}
    for event in board.match.events:
        name, _, rest = event.text.partition(" ")
        ply = int(rest) if name == "rollback" else ply + 1
        if name == "move" and event.author not in robots:
            made[ply, rest] += 1
    acknowledged = Counter((mail.ply, mail.move) for mail in mails if mail.ply)
    refused = acknowledged - made
    assert made <= acknowledged, (board.number, made - acknowledged)
    assert refused.total() <= times, (board.number, refused, times)
