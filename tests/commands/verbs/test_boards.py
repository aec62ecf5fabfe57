"""Commands on boards besides moving: offers, queued moves, chat, watching."""

import pytest

from tests.support.cases import cases
from tests.support.site import PLAYERS, said, text_of

ALICE, BOB, CAROL = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob", "carol"))


def panic(site, line):
    return site.say(f"knightpanic {line}")


def moves(site):
    return panic(site, "show 101").data["moves"]


def test_a_draw_is_agreed_on(board):
    """One player proposes, the other accepts, and the game is drawn."""
    board.play("knightpanic", 101, "a1-c5")
    assert "alice offers a draw" in said(panic(board, f"move 101 {ALICE} propose"))
    to_bob = board.mails()[1]
    assert "knightpanic move 101 bob - accept" in text_of(to_bob)
    answer = panic(board, f"move 101 {BOB} accept")
    assert "Game drawn." in said(answer)
    assert (answer.data["winners"], answer.data["places"]) == ([], [1, 1])


def test_two_proposals_agree(board):
    """Proposing a draw that the other has proposed accepts it."""
    panic(board, f"move 101 {ALICE} propose")
    assert "Game drawn." in said(panic(board, f"move 101 {BOB} propose"))


@pytest.mark.parametrize("end", [f"move 101 {BOB} reject", f"move 101 {ALICE} a1-c5"])
def test_an_offer_ends_by_rejecting_or_moving(board, end):
    """An ended offer can't be accepted."""
    panic(board, f"move 101 {ALICE} propose")
    assert panic(board, end).ok
    assert "There is no offer" in said(panic(board, f"move 101 {BOB} accept"))


def test_own_offers_can_be_withdrawn(board):
    panic(board, f"move 101 {ALICE} propose")
    told = said(panic(board, f"move 101 {ALICE} withdraw"))
    assert "alice withdraws the draw offer." in told
    assert "There is no offer" in said(panic(board, f"move 101 {BOB} accept"))


def test_offers_that_cannot_be(board):
    """One's own or a missing offer, a repeated one, and a draw where there are none are refused."""
    panic(board, f"move 101 {ALICE} propose")
    assert "This is your own draw offer" in said(panic(board, f"move 101 {ALICE} accept"))
    assert "You already made this draw offer" in said(panic(board, f"move 101 {ALICE} propose"))
    assert "no move to take back" in said(panic(board, f"move 101 {BOB} undo"))
    board.say("trailblazer challenge alice bob")
    assert "has no draws" in said(board.say(f"trailblazer move 101 {ALICE} propose"))


def test_a_move_is_taken_back(board):
    """After all others agreed, old guards fail and the ply is played again."""
    board.play("knightpanic", 101, "a1-c5")
    panic(board, f"move 101 {ALICE} undo")
    answer = panic(board, f"move 101 {BOB} accept")
    assert (answer.data["moves"], answer.data["to_move"]) == ([], 0)
    assert panic(board, f"move 101 {ALICE} a1-e3#1").ok
    assert moves(board) == ["a1-e3"]


def test_three_players_must_all_accept(board):
    """The last acceptance takes the move back; a player who left isn't asked."""
    board.say("madknights challenge -start=c3,f6,d5 alice bob carol")
    board.play("madknights", 101, "a2")
    board.say(f"madknights move 101 {ALICE} undo")
    assert "carol must accept too" in said(board.say(f"madknights move 101 {BOB} accept"))
    assert board.say(f"madknights move 101 {CAROL} accept").data["ply"] == 0


def test_a_queued_move_that_loses_is_answered_so(players):
    """As far as a few positions prove it: of an answer to one reply, and of a move in any case."""
    players.begin("knightpanic challenge -unrated alice bob")
    answers = {
        "if a1-e3 e7-g3": "alice wins by move 3 after a1-e3 e7-g3.",
        "e7-g3": "after e1-c5 e7-g3 and after 2 more replies.",
    }
    for plan, told in answers.items():
        queued = panic(players, f"queue 101 {BOB} {plan}")
        assert queued.content.news.endswith(told), queued.content.news
        assert "We've proved that alice wins by move" in queued.content.news
        assert queued.data["queued"] == plan
    assert panic(players, f"queue 101 {BOB} none").content.news == "You have no queued moves."
    safe = panic(players, f"queue 101 {BOB} if a1-c5 a7-e5").content.news
    assert safe == "Queued for you: if a1-c5 a7-e5"


def test_a_queued_move_is_played_on_ones_turn(board):
    """A queued move is played on its turn, and nobody else sees it before."""
    answer = panic(board, f"queue 101 {BOB} a7-c3")
    assert answer.data["queued"] == "a7-c3"
    assert not board.mails()
    assert "queued" not in said(panic(board, "show 101"))
    played = panic(board, f"move 101 {ALICE} a1-e3")
    assert played.data["moves"] == ["a1-e3", "a7-c3"]
    assert "bob's queued move was played: bob moves a7-c3." in said(played)


def test_on_ones_own_turn_it_is_played_at_once(board):
    assert panic(board, f"queue 101 {ALICE} a1-e3").data["moves"] == ["a1-e3"]


def test_a_queued_move_that_is_not_legal_is_dropped(board):
    """An illegal queued move is dropped, and only its owner is told."""
    panic(board, f"queue 101 {BOB} c7-e3")
    played = panic(board, f"move 101 {ALICE} a1-e3")
    assert played.data["moves"] == ["a1-e3"]
    told = [mail for mail in board.mails() if "deleted your queued" in text_of(mail)]
    assert [mail["To"] for mail in told] == ["bob@example.com"]
    assert "e3 is taken" in text_of(told[0])


def test_a_conditional_tree_fires_deep_while_its_owner_is_away(board):
    """Each foreseen reply is answered, ply after ply."""
    plan = "if a1-e3 g7-c5 if g1-e5 e7-a5 if c1-g3 a7-c3"
    assert panic(board, f"queue 101 {BOB} {plan}").data["queued"] == plan
    for number, move in enumerate(("a1-e3", "g1-e5", "c1-g3"), 1):
        assert panic(board, f"move 101 {ALICE} {move}").data["ply"] == 2 * number
    assert moves(board) == ["a1-e3", "g7-c5", "g1-e5", "e7-a5", "c1-g3", "a7-c3"]


def test_alternatives_in_a_row(board):
    """Of several alternatives the one that matches is played; earlier pairs are dropped."""
    panic(board, f"queue 101 {BOB} if A1C5 c7-e3 if a1-e3 g7-c5 if c1-a5 a7-c3")
    assert panic(board, f"move 101 {ALICE} a1-e3").data["moves"] == ["a1-e3", "g7-c5"]


def test_a_reply_not_foreseen_drops_the_rest(board):
    """The owner is told which move had no answer."""
    panic(board, f"queue 101 {BOB} if a1-e3 g7-c5")
    panic(board, f"move 101 {ALICE} c1-e5")
    told = [text_of(mail) for mail in board.mails() if "deleted your queued" in text_of(mail)]
    assert "none of them is an answer to c1-e5" in " ".join(told[0].split())
    assert moves(board) == ["c1-e5"]


def test_both_sides_may_have_plans(board):
    """Two plans answer each other until one of them ends."""
    panic(board, f"queue 101 {BOB} if a1-e3 g7-c5 if g1-e5 e7-a5")
    panic(board, f"move 101 {ALICE} c1-e5")
    board.mails()
    board.say("knightpanic challenge alice bob")
    board.say(f"knightpanic queue 102 {BOB} if a1-e3 g7-c5 if g1-e5 e7-a5")
    board.say(f"knightpanic move 102 {ALICE} a1-e3")
    board.say(f"knightpanic queue 102 {BOB} if g1-e5 e7-a5 if c1-g3 a7-c3")
    answer = board.say(f"knightpanic queue 102 {ALICE} g1-e5")
    assert answer.data["ply"] == 4


@cases(
    ("plan", "why"),
    [
        ("if a1-e3 a7-a5", 'Conditional move 1, "if a1-e3 a7-a5'),
        ("if a1-a3 a7-c3", "isn't a knight's move"),
        ("if a1-e3 g7-c5 if a1-e3 a7-c3 if z9 z8", "Conditional move 3"),
        ("if a1-e3", "after the reply that it answers"),
        ("if a1-e3 g7-c5 a7-c3", "after the reply that it answers"),
        ("hello", "isn't a Knight Panic move"),
        (" ".join(["if a1-e3 g7-c5"] * 11), "at most 10"),
    ],
)
def test_plans_that_cannot_be(board, plan, why):
    """A plan that is surely impossible is refused when it is queued."""
    answer = panic(board, f"queue 101 {BOB} {plan}")
    assert not answer.ok
    assert why in said(answer)


def test_queued_moves_can_be_forgotten(board):
    """`none` drops queued moves, and so does taking back a move."""
    panic(board, f"queue 101 {BOB} a7-c3")
    assert panic(board, f"queue 101 {BOB} none").data["queued"] == ""
    assert panic(board, f"move 101 {ALICE} a1-e3").data["ply"] == 1


def test_a_submitted_move_is_shown_first(board):
    """A submitted move is played only when it is confirmed."""
    answer = panic(board, f"submit 101 {ALICE} a1 to e3")
    assert "3  . . o .  3" in said(answer)
    assert "knightpanic confirm 101 alice PASSWORD" in " ".join(said(answer).split())
    assert "Preview of Knight Panic Board 101" in said(answer)
    assert "after move" not in said(answer)
    assert "If you don't move by then, you lose.\nReminders start on" in said(answer)
    assert moves(board) == []
    assert not board.mails()
    assert panic(board, f"confirm 101 {ALICE}").data["moves"] == ["a1-e3"]
    assert not panic(board, f"confirm 101 {ALICE}").ok


def test_only_submitted_moves_can_be_confirmed(board):
    """An illegal move, one out of turn, and one with an offer can't be submitted."""
    assert "no submitted move" in said(panic(board, f"confirm 101 {ALICE}"))
    assert not panic(board, f"submit 101 {ALICE} a1-a3").ok
    refused = said(panic(board, f"submit 101 {ALICE} a1-e3 propose"))
    assert "knightpanic move 101 alice PASSWORD a1-e3 propose" in refused
    assert "no submitted move" in said(panic(board, f"confirm 101 {ALICE}"))
    assert "isn't your turn" in said(panic(board, f"submit 101 {BOB} a7-c3"))


def test_chat_reaches_players_and_watchers(board):
    """The mail's body is sent to all, without the password, in the board's thread."""
    panic(board, f"subscribe 101 {CAROL}")
    mails = board.mail(
        "alice@example.org", f"knightpanic chat 101 {ALICE}", "Hello, I am alice Xa!11ce-X."
    )
    assert [mail["To"] for mail in mails] == [PLAYERS[name][1] for name in PLAYERS]
    for mail in mails:
        assert mail["Subject"] == "Knight Panic Board 101: alice - bob"
        assert "Hello, I am alice ***." in text_of(mail)
    assert "nothing to send" in said(panic(board, f"chat 101 {ALICE}"))
    assert not panic(board, f"chat 101 {CAROL}").ok


def test_watchers_get_what_players_get(board):
    """Watchers of a board, or of a whole game, get its mails until they unsubscribe."""
    panic(board, f"subscribe 101 {CAROL}")
    assert "already" in said(panic(board, f"subscribe 101 {CAROL}"))
    panic(board, f"move 101 {ALICE} a1-e3")
    third = board.mails()[2]
    assert third["To"] == PLAYERS["carol"][1]
    assert "Watched by carol." in text_of(third)
    assert "PASSWORD" not in text_of(third)
    panic(board, f"unsubscribe 101 {CAROL}")
    panic(board, f"move 101 {BOB} a7-c3")
    assert len(board.mails()) == 2
    panic(board, f"subscribe all {CAROL}")
    panic(board, f"move 101 {ALICE} c1-a5")
    assert len(board.mails()) == 3
    assert "You're playing on" in said(panic(board, f"subscribe 101 {ALICE}"))


def test_notify_tells_the_end_alone(board):
    """`notify` reports the end of one board, or of all."""
    assert panic(board, f"notify {CAROL} 101").ok
    board.play("knightpanic", 101, "a1-c5", "e7-c3", "c1-g3", "g7-e3")
    panic(board, f"move 101 {ALICE} g1-e5")
    mails = board.mails()
    assert [mail["To"] for mail in mails][2:] == [PLAYERS["carol"][1]]
    assert "Game won by alice." in text_of(mails[2])


def test_showas_shows_ones_own_side(board):
    """The answer shows the player's side and possible actions, and needs a password."""
    shown = said(panic(board, f"showas {ALICE} 101"))
    assert "knightpanic move 101 alice PASSWORD" in shown
    assert [entry["board"] for entry in panic(board, f"showas {ALICE}").data["boards"]] == [101]
    assert panic(board, f"showas {BOB} next").data == {"boards": []}
    assert not panic(board, "showas alice wrong 101").ok


@pytest.mark.slow
def test_one_mail_brings_so_much_and_no_more(board):
    """The number of boards in the answers is bounded, or a short mail could overload the server."""
    for number in range(70):
        game = ("panic", "dance", "trailblazer")[number % 3]
        assert board.say(f"{game} challenge -unrated alice bob").ok
    board.mails()
    shown = board.say("all show alice active")
    assert len(shown.data["boards"]) == 50
    assert "more Trailblazer games. For a list, send: trailblazer games" in said(shown)
    (mail,) = board.mail("x@example.org", "", "all show alice active\n" * 50)
    assert text_of(mail).count("so its result is the same") == 49
    assert len(text_of(mail)) < 90_000


def test_all_games_at_once(board):
    """Boards that wait for a player, and running boards, are listed for all games."""
    board.say("trailblazer challenge alice bob")
    board.say("knightsduel challenge bob alice")
    waiting = board.say("all show alice").data["boards"]
    assert [(entry["game"], entry["board"]) for entry in waiting] == [
        ("knightpanic", 101),
        ("trailblazer", 101),
    ]
    assert len(board.say("all show alice active").data["boards"]) == 3
    assert len(board.say("all games").data["boards"]) == 3
    assert len(board.say("all games bob next").data["boards"]) == 1
    assert board.say("all games carol").data == {"boards": []}
