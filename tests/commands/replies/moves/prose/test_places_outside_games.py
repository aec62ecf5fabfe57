"""Squares of sentences about something else are places there, in games of lone squares."""

from tests.support.site import words_of

ELSEWHERE = (
    *("I was at gate D5 yesterday", "We sat in row E4 at the cinema last night"),
    *("My train leaves from platform B4 at noon", "Exit g7 on the motorway was closed today"),
    *("Jeg gik op til g7 i klatrehallen i går, Bob, mine arme er helt døde!",),
    *("Ich stand gestern im Raum B5 und habe gewartet", "Nous étions au rang C4 hier soir"),
    *("Ayer estuve en la sala B2", "Byłem wczoraj w pokoju, potem peron B4 i pociąg"),
    *("Ik zat gisteren in de bioscoop op b7 naast Carol", "I climbed route 7a today, so tired"),
)
MEANT = {
    "I'm at the airport, g7": "g7",
    "I was at the airport so g7": "g7",
    "gestern war ich im klettern, jetzt g7": "g7",
    "I'll put a stone on g7, my arms are dead": "g7",
    "Hej Bob, jeg spiller g7 i dag": "g7",
    "d4 I guess, was at the gym yesterday": "d4",
    "gate D5": "d5",
    "row e4": "e4",
    "at D5": "d5",
    "black at d5 from the airport": "d5",
    "I'm thinking d4 looks good here": "d4",
}
UNCLEAR = ("I was at gate D5, play d4", "Yesterday I sat at the cinema in H7. Now e4.")


def test_places_outside_the_game_are_offered_as_chat(begin):
    site, mail = begin("go")
    for text in ELSEWHERE:
        (answer,) = site.reply(mail, text)
        assert 'as chat, reply "yes"' in words_of(answer), text
        site.reply(answer, "no")
        site.clock.forward(hours=5)


def test_other_squares_are_never_offered_as_chat(begin):
    site, mail = begin("go")
    for text, move in MEANT.items():
        (answer,) = site.reply(mail, text)
        assert f"Not played yet: {move}." in words_of(answer), text
        site.clock.forward(hours=5)
    for text in UNCLEAR:
        (answer,) = site.reply(mail, text)
        assert "as chat" not in words_of(answer), text
        site.clock.forward(hours=5)


def test_a_held_move_names_the_way_to_send_only_the_comment(begin):
    site, mail = begin("go")
    text = "I'm thinking d4 looks good here"
    (held,) = site.reply(mail, text)
    assert 'To send only your text, reply with the line "chat" and the text below it.' in words_of(
        held
    )
    answers = site.reply(held, f"chat\n{text}")
    assert any(text in words_of(answer) for answer in answers if answer["To"] == "bob@example.com")
    with site.database.work() as work:
        assert not work.boards.find("go", 101).match.moves
