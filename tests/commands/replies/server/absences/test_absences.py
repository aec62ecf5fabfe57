"""Absences are read only in sentences about the writer."""

from datetime import date

from commands.replies.server.absences.absences import absence
from tests.support.site import words_of

TODAY = date(2026, 3, 1)
OWN = """
    I'm on vacation until Friday / Vacation until Friday / Bin bis Freitag verreist
    Ich bin bis Freitag im Urlaub / Ich fahre mit meiner Frau in den Urlaub bis Freitag
    Je suis en vacances jusqu'à vendredi / Estoy de vacaciones hasta el viernes
    Sono in vacanza fino a venerdì / Ik ben tot vrijdag op vakantie
    Jestem na urlopie do piątku / Estou de férias até sexta / Я в отпуске до пятницы
    В отпуске до пятницы / меня не будет до пятницы / I'll be in hospital until Friday
    Sorry Bob, I'm away until Friday / My wife and I are away until Friday
    I'm away with my wife until Friday / Carol is here, but I'm on holiday until Friday
    I'm away until Friday. Can you stop my clocks? / Ik ben tot vrijdag weg, kan de klok stil?
    Bin bis Freitag verreist, könnt ihr die Uhr anhalten?
    off to Mallorca until Friday / we're out of town until Friday
"""
OF_OTHERS = """
    Bob is on vacation until Friday, so I guess he won't answer before
    Carol is on holiday until Friday, she told me / Carol will be away until Friday
    my husband is away until Friday so I have more time to play / Bob's vacation lasts until Friday
    holiday until Friday would be great / I was on vacation until Friday
    I heard that Bob is away until Friday / Enjoy your vacation until Friday
    I wish I were on vacation until Friday / Is Bob away until Friday?
    I'm on vacation until Friday, are you? / Are you away until Friday? Can the clock stop?
    I'm off to bed, see you tomorrow / Bob ist bis Freitag im Urlaub / Mein Mann ist bis Freitag weg
    Du bist ja bis Freitag im Urlaub / Bob est en vacances jusqu'à vendredi
    Bob está de vacaciones hasta el viernes / Bob è in vacanza fino a venerdì
    Bob is met vakantie tot vrijdag / Bob jest na urlopie do piątku
    Bob está de férias até sexta / Боб в отпуске до пятницы / он в отпуске до пятницы
"""


def sentences(text):
    return [each.strip() for each in text.strip().replace("\n", " / ").split(" / ")]


def test_an_absence_of_the_writer_is_read():
    found = {each: absence(each, TODAY, {"bob"}) for each in sentences(OWN)}
    assert [each for each, days in found.items() if days != "until 2026-03-06"] == []


def test_an_absence_of_somebody_else_is_not_read():
    found = {each: absence(each, TODAY, {"bob"}) for each in sentences(OF_OTHERS)}
    assert {each: days for each, days in found.items() if days} == {}


def test_the_first_day_may_be_named():
    text = "off to the mountains from tomorrow til the 14th"
    assert absence(text, TODAY) == "from 2026-03-02 until 2026-03-14"


def test_the_last_day_has_the_month_of_the_first():
    text = "Ill be away from the 1st of july until the 14th no internet"
    assert absence(text, TODAY) == "from 2026-07-01 until 2026-07-14"


def test_a_return_ends_an_absence_next_week():
    text = "I'm on vacation next week, back on the 18th. Please don't let my time run out"
    assert absence(text, TODAY) == "from 2026-03-02 until 2026-03-18"


def test_a_day_may_have_no_month():
    for text in ("Bin bis zum 14. im Urlaub", "vacaciones hasta el 14", "away until the 14th"):
        assert absence(text, TODAY) == "until 2026-03-14", text


def test_long_texts_are_read_to_the_end():
    """A pattern that backtracks would never come to an end."""
    for word in ("away ", "from 5 to ", "a", "Bob's ", "is, "):
        absence(word * 30_000, TODAY)


ONLY_TIMES = """
    2 weeks / two weeks please / about 14 days / zwei Wochen bitte / deux semaines / dos semanas
    due settimane / twee weken / dwa tygodnie / duas semanas / две недели / until the 15th
"""
NO_TIMES = """
    2 weeks? / 2 weeks ago / see you in two weeks / 2 knights / next week / bis Montag
    hasta mañana / I was away for 2 weeks / 2 weeks of rain now / two weeks and still no move
"""


def test_only_a_time_answers_how_long_the_writer_is_away():
    found = {each: absence(each, TODAY) for each in sentences(ONLY_TIMES)}
    assert {each: days for each, days in found.items() if days != "until 2026-03-15"} == {}
    found = {each: absence(each, TODAY) for each in sentences(NO_TIMES)}
    assert {each: days for each, days in found.items() if days} == {}


def test_the_time_of_an_absence_may_follow_in_another_reply(started_game):
    site, at_alice, _ = started_game
    assert "vacation" in words_of(
        site.reply(at_alice, "need more time pls, grandma in hospital")[0]
    )
    (asked,) = site.reply(at_alice, "2 weeks")
    assert "vacation until 2026-03-15" in words_of(asked)


def test_a_vacation_is_confirmed_before_the_deadline(started_game):
    site, at_alice, _ = started_game
    text = "I broke my wrist, please put me on holiday from today for two weeks"
    limits = []
    for days in (0, 20):
        site.clock.forward(days=days)
        (asked,) = site.reply(at_alice, text)
        limits.append("when you would lose a game on time" in words_of(asked))
    assert limits == [False, True]
