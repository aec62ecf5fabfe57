"""Texts of deputies who stop moving for another player, in their own words."""

from commands.replies.server.absences.deputy_ends import ends_deputyship

ENDS = (
    "I can't move for Ben any more, sorry",
    "Could you please stop me from being his deputy?",
    "Je ne peux plus remplacer Ben, j'ai trop de travail cette semaine. Merci de me retirer.",
    "Ich kann Ben nicht mehr vertreten",
    "Ya no puedo sustituir a Ben",
    "Non posso più sostituire Ben",
    "Ik kan Ben niet langer vervangen",
    "Nie mogę już zastępować Bena",
    "Não posso mais substituir o Ben",
    "Я больше не могу заменять Бена",
    "Artık Ben'in vekili olamam",
    "Jag kan inte ersätta Ben längre",
)
OTHERS = (
    "I'll move for Ben tomorrow",
    "Does Ben stop being away soon? Who is his deputy?",
    "I can't see the board",
)


def test_a_deputy_stops_in_words():
    assert [text for text in ENDS if not ends_deputyship(text)] == []


def test_other_texts_of_deputies_end_nothing():
    assert [text for text in OTHERS if ends_deputyship(text)] == []
