"""The services that requests name, in the languages of the players."""

import pytest

from commands.replies.server.topics import asks_again, requested_topics, topics_of
from commands.replies.vocabulary.server import nouns

REQUESTS = {
    nouns.SEEK: "Find me an opponent / Ich suche einen Gegner / Je cherche un adversaire /"
    " Busco un rival / Cerco un avversario / Ik zoek een tegenstander / Szukam przeciwnika /"
    " Procuro um adversário / Ищу соперника / 対戦相手を探してください",
    nouns.LADDER: "How can I join the ladder? / Wie komme ich auf die Leiter? /"
    " Comment rejoindre l'échelle ? / Quiero entrar en la escalera / Voglio entrare nella scala /"
    " Ik wil op de ladder / Chcę wejść na drabinkę / Quero entrar na escada",
    nouns.TOURNAMENT: "Is there a tournament? / Gibt es ein Turnier? / Y a-t-il un tournoi ? /"
    " ¿Hay algún torneo? / Ci sono tornei? / Is er een toernooi? / Czy jest turniej? /"
    " Existe algum torneio? / Есть ли турнир? / 大会はありますか",
    nouns.DEPUTY: "I need a deputy, how do I name one? / Ich brauche eine Vertretung /"
    " Je cherche un remplaçant / Quiero un sustituto / Cerco un sostituto / Ik zoek een vervanger /"
    " Szukam zastępcy / Procuro um substituto / Мне нужен заместитель",
    nouns.ZONE: "Change my time zone / Bitte die Zeitzone ändern / Changez mon fuseau horaire /"
    " Cambia mi zona horaria / Cambia il mio fuso orario / Verander mijn tijdzone /"
    " Zmień strefę czasową / Mude meu fuso / Смени часовой пояс",
    nouns.DATA: "What data do you have about me? / Auskunft nach DSGVO, bitte /"
    " Je voudrais mes données / Quiero mis datos / Vorrei i miei dati / Ik wil mijn gegevens /"
    " Chcę moje dane / Quero meus dados / Покажи мои данные",
    nouns.BLOCK: "Stop Bob from writing to me / Blockiere Bob / Bloquez Bob / Bloquea a Bob /"
    " Blocca Bob / Blokkeer Bob / Zablokuj Bob / Bloqueie Bob / Заблокируй bob",
    nouns.STANDINGS: "Show me the standings / Zeig mir die Rangliste / Montre le classement /"
    " Muestra la clasificación / Mostra la classifica / Toon de ranglijst / Pokaż ranking /"
    " Mostre a classificação / Покажи рейтинг",
    nouns.NOTE: "Save a private note / Speichere eine Notiz / Merk dir: Springer nach a5",
    nouns.ADDRESS: "My new address is a@b.example / Meine neue Adresse ist a@b.example /"
    " Mi nueva dirección es a@b.example / Ma nouvelle adresse est a@b.example",
}
CHAT = (
    "I'd love to join you for a beer",
    "See you at the tournament in Paris",
    "We should build a ladder league at work",
    "You always block my knights",
    "Do you know a good opponent for my son?",
    "My deputy sheriff costume won the prize",
    "I got your emails, thanks",
    "Wie war dein Turnier?",
    "Our rules at home are different",
    "What a lovely game",
)


@pytest.mark.parametrize(
    ("topic", "sentence"),
    [(topic, each.strip()) for topic, texts in REQUESTS.items() for each in texts.split(" / ")],
)
def test_requests_name_their_service(topic, sentence):
    assert topic in requested_topics(sentence, {"bob"})
    assert topic in topics_of(sentence)


@pytest.mark.parametrize("text", CHAT)
def test_chat_asks_the_server_for_nothing(text):
    assert requested_topics(text, {"bob"}) == []


@pytest.mark.parametrize("text", ["Again?", "Revanche!", "Noch eine Partie?", "¿Otra?", "もう一回"])
def test_players_ask_for_another_game(text):
    assert asks_again(text)


@pytest.mark.parametrize("text", ["You won again", "Not again!", "Another time, sorry"])
def test_other_texts_ask_for_no_game(text):
    assert not asks_again(text)
