"""Laws: properties that every game must have. `pbm check-game` and `GameLaws` check them."""

import json
import random
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from random import Random
from typing import Any

from pbm.board.records.recorded_match import recorded_match
from pbm.classics.placement_games import WITHOUT_SQUARE, PlacementGame
from pbm.errors import UserError
from pbm.game import Movement, are_places, legal
from pbm.match.checkpoint import Checkpoint, resumed_match, write_checkpoint
from pbm.match.match import Event, Match
from pbm.match.match_state import State
from pbm.match.position_keys import position_key
from pbm.options import Choice, Flag, Number, kinds, read_options, write_options
from pbm.packages.catalogue import plain
from pbm.packages.offers import AnyGame
from pbm.search.effort import Effort
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.readers import READERS

ROUNDS = 8
"""Number of games with different options that each law plays."""
PLIES = 12
"""Maximum number of moves in a random line, except where a law plays to the end."""
MAX_PLIES = 5000
"""Maximum number of moves of a game that is played to its end."""
MAX_NUMBER = 60
"""Width of the range of values to try for an option that has no maximum."""
MAX_TRIED = 100
"""Maximum number of moves that a law tries in a position."""
NEAR = f"{string.ascii_letters}{string.digits}(),- #²٣K"
"""Characters to insert into moves to make variants that look like them."""
NOON = datetime(2024, 2, 29, 12, tzinfo=UTC)

Law = Callable[[AnyGame, Random], None]


class LawBrokenError(AssertionError):
    """A game breaks a law."""


def check_law(game: AnyGame, law: Law) -> None:
    """Raises LawBrokenError if the game breaks the law. Every run tries the same games."""
    law(game, Random(f"{game.name} {law.__name__}"))  # noqa: S311 - no secrets here


def require(holds: object, problem: str) -> None:
    """Raises LawBrokenError with this problem unless `holds` is true."""
    if not holds:
        raise LawBrokenError(problem)


def random_options(game: AnyGame, chance: Random) -> Any:
    """Returns random options, resolved. Options in a game's own notation keep their defaults."""
    fields = [each for each in kinds(game.options).items() if _typed(*each, chance)]
    chosen = chance.sample(fields, chance.randint(0, len(fields)))
    words = [_typed(name, kind, chance) for name, kind in chosen]
    return allowed_options(game, words, chance.randrange(2**32))


def allowed_options(game: AnyGame, words: Sequence[str], seed: int = 0) -> Any:
    """Returns the resolved options of these words.

    Drops words from the end until the remaining words don't contradict each other.
    """
    try:
        return game.resolve(game.read_options(words), seed)
    except UserError:
        if not words:
            raise
        return allowed_options(game, words[:-1], seed)


def _typed(name: str, kind: Any, chance: Random) -> str:
    if isinstance(kind, Number):
        high = kind.low + MAX_NUMBER if kind.high is None else kind.high
        return f"-{name}={chance.choice([kind.low, chance.randint(kind.low, high)])}"
    if isinstance(kind, Choice | Flag):
        return f"-{chance.choice(sorted(kind.words(name)))}"
    return ""


def random_line(
    game: AnyGame, options: Any, chance: Random, plies: int
) -> tuple[list[Any], list[Any]]:
    """Returns the positions of the beginning of a random game, and the moves between them."""
    positions, moves = [game.start(options)], list[Any]()
    while len(moves) < plies and (choice := list(game.moves(positions[-1]))):
        moves.append(chance.choice(choice))
        positions.append(game.play(positions[-1], moves[-1]))
    return positions, moves


def lines(game: AnyGame, chance: Random) -> Iterator[tuple[list[Any], list[Any]]]:
    """Yields the beginnings of ROUNDS random games."""
    for _ in range(ROUNDS):
        options = random_options(game, chance)
        yield random_line(game, options, chance, chance.randint(0, PLIES))


def last_positions(game: AnyGame, chance: Random) -> Iterator[Any]:
    """Yields the last position of each of `lines`."""
    return (positions[-1] for positions, _ in lines(game, chance))


def tried_moves(game: AnyGame, position: Any, chance: Random) -> list[Any]:
    """Returns the legal moves, or some of them if there are more than MAX_TRIED."""
    moves = list(game.moves(position))
    return chance.sample(moves, MAX_TRIED) if len(moves) > MAX_TRIED else moves


def attributes_are_complete(game: AnyGame, _chance: Random) -> None:
    """Names, seats, options and the summary fit the lists and pages that show them."""
    require(
        plain(game.title) and game.title.strip() == game.title,
        "the title is empty, or begins or ends with a space",
    )
    require(
        len({seat.sign for seat in game.seats}) == len(game.seats), "two seats have the same sign"
    )
    require(
        len({seat.name for seat in game.seats}) == len(game.seats), "two seats have the same name"
    )
    for seat in game.seats:
        require(seat.name in game.rules, f"the rules don't mention the seat {seat.name}")
    widest = max([*game.rules.splitlines(), *game.notes.splitlines()], key=len)
    require(
        len(widest) <= 100, f"the rules or notes have a line of more than 100 characters: {widest}"
    )
    require(len(game.summary) <= 60, "the summary has more than 60 characters")
    require(game.summary.endswith("."), "the summary doesn't end with a period")
    words = [word for name, kind in kinds(game.options).items() for word in kind.words(name)]
    require(
        all(f"-{word}" in game.usage for word in words), "the usage doesn't mention all options"
    )


def example_is_a_whole_game(game: AnyGame, _chance: Random) -> None:
    """The example's moves are legal, are written the usual way, and lead to the end of the game."""
    typed, moves = game.example
    options = game.resolve(game.read_options(typed.split()), 0)
    match = Match.begin(game, options)
    for move in moves:
        require(
            move in match.legal,
            f"the example's move {move} isn't one of the legal moves {match.legal[:9]}",
        )
        match = match.play(move, NOON, "alice")
    require(match.outcome, f"the example ends too early: {match.legal[:9]} are still legal")


def options_read_back(game: AnyGame, chance: Random) -> None:
    """Resolved options can be read back from their stored form, without a change."""
    for _ in range(ROUNDS):
        options = random_options(game, chance)
        stored = write_options(options)
        read = read_options(type(options), stored, game.title)
        require(read == options, f"the options {options} are read back from {stored} as {read}")
        again = game.resolve(options, chance.randrange(2**32))
        require(again == options, f"resolving {options} a second time changes them to {again}")


def other_options_read_differently(game: AnyGame, chance: Random) -> None:
    """Two sets of options have the same text if and only if they are equal."""
    for _ in range(ROUNDS):
        one, other = random_options(game, chance), random_options(game, chance)
        texts = game.describe_options(one), game.describe_options(other)
        equal = write_options(one) == write_options(other)
        problem = (
            "options must have the same text if and only if they are equal: "
            f"{one} and {other} have {texts}"
        )
        require((texts[0] == texts[1]) == equal, problem)


def chosen_starts_are_unrated(game: AnyGame, _chance: Random) -> None:
    """Options that fix what is usually random are recognized, because they can't be rated."""
    usual = game.options()
    drawn, other = (game.resolve(usual, seed) for seed in (1, 2))
    if drawn != other:
        words = " ".join(write_options(drawn))
        require(
            game.by_hand(drawn), f"by_hand() is False for a start that players can choose: {words}"
        )
        require(
            not game.by_hand(usual),
            "by_hand() is True for the default options, whose start is random",
        )


def aims_are_sentences(game: AnyGame, chance: Random) -> None:
    """The aim is one sentence of at most 120 characters."""
    for _ in range(ROUNDS):
        aim = game.aim(random_options(game, chance))
        one_sentence = aim[:1].isupper() and aim.endswith(".") and aim.count(".") == 1
        require(one_sentence, f"the aim isn't one sentence: {aim}")
        require(len(aim) <= 120, f"the aim has more than 120 characters: {aim}")


def moves_read_back(game: AnyGame, chance: Random) -> None:
    """A written move can be read back, even with spaces, and in capitals if they don't matter."""
    for position in last_positions(game, chance):
        for move in tried_moves(game, position, chance):
            written = game.write(position, move)
            require(
                written and " " not in written and "#" not in written,
                f'the notation "{written}" must be one word, and must not contain #',
            )
            capitals = [] if game.case_matters else [written.upper()]
            for text in (written, *capitals, f"  {written}\t"):
                read = game.read(position, text)
                require(
                    read == move,
                    f'the move {move} is written "{written}", but "{text}" is read as {read}',
                )


def moves_are_written_differently(game: AnyGame, chance: Random) -> None:
    """No two moves have the same notation, and their order and number never change."""
    for position in last_positions(game, chance):
        moves = list(game.moves(position))
        require(list(game.moves(position)) == moves, "moves() returns a different order each time")
        texts = legal(game, position)
        pairs = [(game.mover_square(position, each), game.write(position, each)) for each in moves]
        written = list(game.written_moves(position))
        require(written == pairs, f"written_moves() must yield {pairs}")
        require(len(set(texts)) == len(moves), f"two moves have the same notation: {texts}")
        require(game.count(position) == len(moves), f"count() must return {len(moves)}")
        if len(moves) <= MAX_TRIED:
            replies = sum(game.count(game.play(position, move)) for move in moves)
            problem = f"count_replies() must return {replies}"
            require(game.count_replies(position) == replies, problem)


def ambiguous_capitals_are_refused(game: AnyGame, chance: Random) -> None:
    """Moves are read in other capitals if these fit only one legal move."""
    for position in last_positions(game, chance) if game.case_matters else ():
        match = Match(game, None, State(position, game.outcome(position)))
        for move in match.legal:
            for text in {move.lower(), move.upper()}.difference(match.legal):
                fitting = [each for each in match.legal if each.lower() == move.lower()]
                read = _canonical(match, text)
                right = fitting[0] if len(fitting) == 1 else ""
                require(
                    read == right,
                    f'"{text}" can mean {fitting}, but is read as "{read}"',
                )


def _canonical(match: Match, text: str) -> str:
    try:
        return match.canonical(text)
    except UserError:
        return ""


def any_text_is_read_or_refused(game: AnyGame, chance: Random) -> None:
    """Any text is either read as a legal move, or refused with a sentence."""
    for position in last_positions(game, chance):
        start = game.start(random_options(game, chance))
        moves = [*legal(game, position), *legal(game, start)]
        for text in _texts(moves, chance):
            try:
                move = game.read(position, text)
            except UserError as refusal:
                require(refusal.text.strip(), f'read() refuses "{text}" without a message')
            else:
                require(
                    move in list(game.moves(position)),
                    f'read() returns an illegal move for "{text}": {move}',
                )


def _texts(moves: Sequence[str], chance: Random) -> Iterator[str]:
    yield from ("", "#", "a" * 1000, "\0", "no such move")
    for text in chance.sample(moves, min(len(moves), 9)):
        at = chance.randint(0, len(text))
        put = "".join(chance.choices(NEAR, k=chance.randint(0, 2)))
        yield text[:at] + put + text[at + chance.randint(0, 2) :]


def moves_leave_earlier_positions_alone(game: AnyGame, chance: Random) -> None:
    """A position doesn't change when a move is played from it or a seat leaves."""
    for position in last_positions(game, chance):
        before = hash(position), repr(position)
        for move in tried_moves(game, position, chance):
            game.play(position, move)
        for seat in leavers(game, position):
            game.leave(position, seat)
        require(
            (hash(position), repr(position)) == before,
            f"play() or leave() changed the position that it was given: {before[1]}",
        )


def moves_depend_only_on_the_position(game: AnyGame, chance: Random) -> None:
    """The same moves lead to equal positions with equal hashes."""
    for positions, moves in lines(game, chance):
        again = positions[0]
        for move in moves:
            again = game.play(again, move)
        require(
            again == positions[-1],
            f"the same moves lead to different positions: {again}, {positions[-1]}",
        )
        require(hash(again) == hash(positions[-1]), "the hashes of equal positions differ")


def positions_can_be_made_again(game: AnyGame, chance: Random) -> None:
    """A position made again from the moves, or from its stored form, is equal to the first one."""
    for _ in range(ROUNDS):
        options = random_options(game, chance)
        positions, moves = random_line(game, options, chance, chance.randint(0, PLIES))
        again = game.start(options)
        for move in moves:
            again = game.play(again, move)
        check_same_position(game, options, positions[-1], again, "recreated from its moves")
        checkpoint = write_checkpoint(game, options, State(positions[-1], None))
        if checkpoint:
            stored = Checkpoint(**json.loads(json.dumps(asdict(checkpoint))))
            read = resumed_match(game, options, stored).state.position
            check_same_position(game, options, positions[-1], read, "read from its stored form")


def check_same_position(game: AnyGame, options: Any, one: Any, other: Any, how: str) -> None:
    """Raises LawBrokenError unless two positions are equal in every way.

    `how`: how `other` was made, as words that can follow "a position".
    """
    require(one == other, f"a position {how} is wrong: expected {one}, got {other}")
    require(hash(one) == hash(other), f"a position {how} has a different hash: {one}")
    keys = {position_key(game, options, position) for position in (one, other)}
    require(len(keys) == 1, f"a position {how} is equal, but is written differently: {one}")
    require(legal(game, one) == legal(game, other), f"a position {how} has different moves: {one}")


def positions_with_one_key_have_the_same_moves(game: AnyGame, chance: Random) -> None:
    """Equal positions have the same key. Positions with the same key have the same moves."""
    moves_by_key = dict[str, list[str]]()
    for _ in range(ROUNDS):
        options, keys = random_options(game, chance), dict[Any, str]()
        for position in random_line(game, options, chance, PLIES)[0]:
            key, moves = position_key(game, options, position), legal(game, position)
            require(
                keys.setdefault(position, key) == key,
                f"equal positions are written differently: {position}",
            )
            require(
                moves_by_key.setdefault(key, moves) == moves,
                f"positions with different moves are written alike: {position}",
            )


def a_player_can_move_until_the_end(game: AnyGame, chance: Random) -> None:
    """Either a seat is to move and has a move, or the game is over and has a result."""
    for positions, _ in lines(game, chance):
        for position in positions:
            check_turn(game, position)


def games_end_in_time(game: AnyGame, chance: Random) -> None:
    """No game exceeds the maximum number of moves of its options.

    Games end if the options say so.
    """
    for _ in range(ROUNDS // 2):
        options = random_options(game, chance)
        longest = game.longest(options)
        most = 60 if longest is None else min(longest, MAX_PLIES) + 1
        positions, moves = random_line(game, options, chance, most)
        check_turn(game, positions[-1])
        if longest is not None and longest <= MAX_PLIES:
            problem = (
                f"with {options}, a game can have more moves than longest() returns: {longest}"
            )
            require(len(moves) <= longest, problem)
            require(game.outcome(positions[-1]), problem)


def leaving_ends_the_game(game: AnyGame, chance: Random) -> None:
    """Seats may leave in any order. None of them wins, and the game ends when one seat is left."""
    for position in last_positions(game, chance):
        after = position
        while game.outcome(after) is None:
            gone = chance.choice(leavers(game, after))
            after = game.leave(after, gone)
            check_turn(game, after)
            require(game.to_move(after) != gone, f"seat {gone} has left, but is to move")
            outcome = game.outcome(after)
            require(
                outcome is None or gone not in outcome.winners, f"seat {gone} has left, but wins"
            )


def results_have_their_types(game: AnyGame, chance: Random) -> None:
    """Counts are whole numbers, conditions are True or False, and a movement is a Movement."""
    for _ in range(ROUNDS):
        options = random_options(game, chance)
        position = game.start(options)
        for name, argument, right in (
            ("by_hand", options, bool),
            ("strict", options, bool),
            ("longest", options, int | None),
            ("count", position, int),
            ("count_replies", position, int),
            ("movement", position, Movement | None),
        ):
            if name == "count_replies" and game.count(position) > MAX_TRIED:
                continue
            value = getattr(game, name)(argument)
            require(isinstance(value, right), f"{name}() returns {value!r} instead of {right}")


def moves_are_described(game: AnyGame, chance: Random) -> None:
    """The text about a move names the move, and ends like a sentence."""
    for position in last_positions(game, chance):
        for move in tried_moves(game, position, chance):
            text, written = game.describe_move(position, move), game.write(position, move)
            problem = f"the text must contain the move {written} and end with a period: {text}"
            require(written in text and text.endswith("."), problem)


def diagrams_are_well_formed(game: AnyGame, chance: Random) -> None:
    """Each row of a diagram is as long as its labels, and no square is on a layer twice."""
    for position in last_positions(game, chance):
        for layer in game.diagram(position).layers:
            require(
                len(layer.cells) == len(layer.rows),
                "the number of rows differs from the number of row labels",
            )
            require(
                all(len(row) == len(layer.columns) for row in layer.cells),
                "the number of columns differs from the number of column labels",
            )
            squares = [cell.square for row in layer.cells for cell in row if cell]
            require(
                len(set(squares)) == len(squares),
                f"the diagram shows the same square twice: {squares}",
            )


def pieces_have_words_and_owners(game: AnyGame, chance: Random) -> None:
    """Each square has a sign, each occupied square has words, and each piece has an owner."""
    for position in last_positions(game, chance):
        for cell in game.diagram(position).cells():
            require(cell.text, f"the cell of {cell.square} has no text")
            require(
                cell.text in {".", "-"} or cell.words,
                f"the cell of {cell.square} has no words, but isn't empty",
            )
            owned = cell.seat in range(len(game.seats))
            require(owned or not cell.piece, f"the piece on {cell.square} has no owner")
            printable = not cell.words or cell.words.isprintable()
            require(printable, f"the words of {cell.square} aren't printable: {cell.words!r}")


def placed_pieces_are_drawn(game: AnyGame, chance: Random) -> None:
    """If all moves put pieces on empty squares, diagrams show these squares and pieces.

    It applies to subclasses of PlacementGame.
    """
    for position in last_positions(game, chance) if isinstance(game, PlacementGame) else ():
        for move in tried_moves(game, position, chance):
            if game.write(position, move) not in WITHOUT_SQUARE:
                _check_placement(game, position, move)


def _check_placement(game: AnyGame, position: Any, move: Any) -> None:
    """Raises LawBrokenError if a diagram disagrees with a move that puts a piece on a square."""
    written, seat = game.write(position, move), game.to_move(position)
    square = game.mover_square(position, move) or written
    before, after = game.diagram(position), game.diagram(game.play(position, move))
    empty = {cell.square for cell in before.cells() if not cell.piece}
    require(
        square in empty,
        f"the move {written} is legal, but {square} isn't an empty square of the diagram",
    )
    owners = [[piece.seat for piece in diagram.pieces()] for diagram in (before, after)]
    gained = owners[1].count(seat) - owners[0].count(seat)
    require(gained > 0, f"the diagram after {written} shows no new piece of the player")


def evaluations_have_a_value_for_each_seat(game: AnyGame, chance: Random) -> None:
    """The evaluation of any position, finished or not, is a finite number for each seat."""
    for positions, _ in lines(game, chance):
        for position in (positions[0], positions[-1]):
            values = game.evaluate(position)
            require(
                len(values) == len(game.seats),
                f"evaluate() must return one value per seat: {values}",
            )
            finite = all(abs(value) < 1e6 for value in values)
            require(finite, f"evaluate() returned {values}. Values must be below a million")


def chosen_moves_are_legal(game: AnyGame, chance: Random) -> None:
    """If a game chooses the moves of robots, they are legal, and always the same."""
    for position in last_positions(game, chance):
        if moves := list(game.moves(position)):
            effort = Effort(chance.randint(1, 10), 5, 1.0, chance.randrange(2**32))
            chosen = game.choose(position, effort)
            is_legal = chosen is None or chosen in moves
            require(is_legal, f"choose() returns an illegal move: {chosen}")
            again = game.choose(position, effort)
            require(again == chosen, f"choose() returns different moves for the same {effort}")


def estimates_are_from_0_to_1(game: AnyGame, chance: Random) -> None:
    """If a game estimates moves, each of them has a number from 0 to 1."""
    for position in last_positions(game, chance):
        moves = list(game.moves(position))
        estimates = game.estimate(position, moves, Effort(10, 20, 1.0, 0)) if moves else None
        if estimates is not None:
            right = len(estimates) == len(moves) and all(0 <= each <= 1 for each in estimates)
            require(
                right, f"estimate() must return a number from 0 to 1 for each move: {estimates}"
            )


def logs_replay(game: AnyGame, chance: Random) -> None:
    """Replaying a log with moves, an undo and a resignation leads to the same position."""
    for _ in range(ROUNDS):
        match = Match.begin(game, random_options(game, chance))
        for _ in range(chance.randint(0, PLIES)):
            if match.legal:
                match = match.play(chance.choice(match.legal), NOON, "alice")
        if match.moves:
            undone = match.add(Event("undo", NOON, "bob"))
            require(undone.moves == match.moves[:-1], "undo must take back exactly one move")
            match = undone
        if not match.outcome:
            seat = chance.choice(leavers(game, match.state.position))
            match = match.add(Event(f"leave {seat} resigned", NOON, "alice"))
        log = [Event.read(event.write()) for event in match.events]
        again = Match.replay(game, match.options, log)
        same = (again.state, again.checksum) == (match.state, match.checksum)
        require(
            same, f"replaying this log gives a different match: {[event.text for event in log]}"
        )


def standard_records_read_back(game: AnyGame, chance: Random) -> None:
    """A record in the standard format contains the whole game, if the game reads such records."""
    require(game.record_form in ("", *READERS), f"{game.record_form} isn't a standard format")
    for _ in range(ROUNDS if game.record_form else 0):
        match = Match.begin(game, random_options(game, chance))
        for text in random_game(game, match.options, chance.randrange(2**32), PLIES):
            match = match.add(Event(f"move {text}", NOON, "alice"))
        if not match.outcome:
            match = _with_random_end(match, chance)
        check_standard_record(match)


def _with_random_end(match: Match, chance: Random) -> Match:
    """Returns an unfinished match, or one that ends by a resignation, a forfeit or a draw."""
    ends = ["leave 0 resigned", "leave 1 forfeited"] if len(match.game.seats) == 2 else []
    ends += ["draw"] if match.game.drawn_by_agreement else []
    end = chance.choice(["", *ends])
    return match.add(Event(end, NOON, "alice")) if end else match


def check_standard_record(match: Match) -> None:
    """Raises LawBrokenError if the match differs from its record in the standard format.

    If the game doesn't read such records, nothing is checked.
    """
    game, outcome = match.game, match.outcome
    players = tuple(f"player{seat}" for seat in range(len(game.seats)))
    places, reason = (outcome.places, outcome.reason) if outcome else ((), "")
    facts = RecordFacts("", 101, players, NOON.date(), match.options, match.moves, places, reason)
    text = game.standard_record(facts)
    notated = list(READERS[game.record_form](text, game.record_form))
    require(len(notated) == 1, f"the record contains {len(notated)} games instead of one:\n{text}")
    recorded = game.read_standard_record(notated[0])
    if recorded is None:
        return
    again = recorded_match(game, recorded, players, NOON)
    require(recorded.players == players, f"the record names different players:\n{text}")
    require(
        (again.options, again.moves, again.outcome) == (match.options, match.moves, outcome),
        f"the record leads to a different game:\n{text}",
    )


def leavers(game: AnyGame, position: Any) -> list[int]:
    """Returns the seats that may still leave."""
    return [seat for seat in range(len(game.seats)) if _may_leave(game, position, seat)]


def _may_leave(game: AnyGame, position: Any, seat: int) -> bool:
    try:
        game.leave(position, seat)
    except UserError:
        return False
    return seat in game.remaining(position)


def check_turn(game: AnyGame, position: Any) -> None:
    """Raises LawBrokenError unless a seat can move or the game has a result."""
    outcome, moves, seat = (
        game.outcome(position),
        list(game.moves(position)),
        game.to_move(position),
    )
    over = outcome is not None
    require(over == (seat is None), f"outcome() is {outcome}, but to_move() is {seat}")
    require(over == (not moves), f"outcome() is {outcome}, but {len(moves)} legal moves remain")
    if outcome:
        places = outcome.places
        right = are_places(places) and len(places) == len(game.seats)
        require(right, f"outcome() must give each seat a place, from 1 (best): {places}")
        require(outcome.reason, "outcome() must give a reason")


def random_game(game: AnyGame, options: Any, seed: int, plies: int = MAX_PLIES) -> list[str]:
    """Returns the moves of a random game in the game's notation."""
    positions, moves = random_line(game, options, random.Random(seed), plies)  # noqa: S311
    return [game.write(position, move) for position, move in zip(positions, moves, strict=False)]


LAWS: Mapping[str, Law] = {
    law.__name__: law
    for law in (
        attributes_are_complete,
        example_is_a_whole_game,
        options_read_back,
        other_options_read_differently,
        chosen_starts_are_unrated,
        aims_are_sentences,
        moves_read_back,
        ambiguous_capitals_are_refused,
        moves_are_written_differently,
        any_text_is_read_or_refused,
        moves_leave_earlier_positions_alone,
        moves_depend_only_on_the_position,
        positions_can_be_made_again,
        positions_with_one_key_have_the_same_moves,
        a_player_can_move_until_the_end,
        games_end_in_time,
        leaving_ends_the_game,
        results_have_their_types,
        moves_are_described,
        diagrams_are_well_formed,
        pieces_have_words_and_owners,
        placed_pieces_are_drawn,
        evaluations_have_a_value_for_each_seat,
        chosen_moves_are_legal,
        estimates_are_from_0_to_1,
        logs_replay,
        standard_records_read_back,
    )
}
"""All laws by name. The docstring of each is the property that it requires."""
