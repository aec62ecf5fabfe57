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
    " Szukam zastępcy / Procuro um substituto / Мне нужен заместитель /"
    " could Carol cover for me? / Kann Carol meine Partien übernehmen? /"
    " Carol peut jouer à ma place ? / ¿Puede Carol jugar en mi lugar? /"
    " Carol può giocare al mio posto? / Kan Carol mijn zetten doen? /"
    " Czy Carol może grać za mnie? / Carol pode jogar no meu lugar? / Может Carol ходить за меня?",
    nouns.ZONE: "Change my time zone / Bitte die Zeitzone ändern / Changez mon fuseau horaire /"
    " Cambia mi zona horaria / Cambia il mio fuso orario / Verander mijn tijdzone /"
    " Zmień strefę czasową / Mude meu fuso / Смени часовой пояс / Please use Tokyo time /"
    " Bitte nimm Berliner Zeit / Utilisez l'heure de Paris / Usa la hora de Madrid /"
    " Por favor use a hora de Lisboa / Поставьте московское время, пожалуйста",
    nouns.DATA: "What data do you have about me? / Auskunft nach DSGVO, bitte /"
    " Je voudrais mes données / Quiero mis datos / Vorrei i miei dati / Ik wil mijn gegevens /"
    " Chcę moje dane / Quero meus dados / Покажи мои данные",
    nouns.BLOCK: "Stop Bob from writing to me / Blockiere Bob / Bloquez Bob / Bloquea a Bob /"
    " Blocca Bob / Blokkeer Bob / Zablokuj Bob / Bloqueie Bob / Заблокируй bob /"
    " stop bob from mailing me / bob nervt, blockier ihn / no messages from bob please /"
    " I never want to read another word from bob / Ich will keine Nachrichten mehr von Bob /"
    " Je ne veux plus recevoir de messages de bob / No quiero recibir más mensajes de Bob /"
    " Non voglio più ricevere messaggi da bob / Ik wil geen berichten meer van bob /"
    " Nie chcę więcej wiadomości od bob / Não quero mais receber mensagens do Bob /"
    " Я не хочу больше получать сообщений от bob",
    nouns.LAST_MOVE: "What was his move? / Which move did bob make / Was hat bob gespielt? /"
    " Qu'est-ce que bob a joué ? / ¿Qué jugó bob? / Cosa ha giocato bob? /"
    " Wat heeft bob gespeeld? / Co zagrał bob? / O que bob jogou? / Что сыграл bob?",
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
    "What did you play last night?",
    "What did Bob say last?",
    "What did he do?",
    "his move was great, what a knight",
    "bob says he wants no more messages from me",
    "I haven't got any messages from bob for a week",
    "What time is it in Lisbon?",
    "Who is leading the election?",
    "What a lovely game",
    "Nice move! I need to think about this one over dinner.",
    "I wonder about this one. Did you set a trap?",
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


AGAIN = """
    Again? / Revanche! / Noch eine Partie? / ¿Otra? / もう一回 / That was fun, same again?
    That was fun! Same again with swapped colours? / That was fun! Can we have a rematch please
    again please, colours swapped / gg! want a rematch? / Noch eine Partie mit vertauschten Farben?
    Schönes Spiel! Lust auf eine Revanche? / Bravo ! Une autre partie ? / On fait une revanche ?
    ¡Bien jugado! ¿Otra partida con los colores cambiados? / Bella partita! Facciamo la rivincita?
    Goed gespeeld! Nog een potje? / Super! Zagramy jeszcze raz? / Bom jogo! Vamos mais uma partida?
    Отлично! Сыграем ещё раз? / Bir daha oynayalım mı? / gg?? run it back / Let's run it back!
"""
NOT_AGAIN = """
    You won again / Not again! / Another time, sorry / I don't want a rematch / No rematch please
    Again, congratulations! / Once more: congratulations / Encore bravo! / Lost again...
    My brother wants a rematch in tennis / I'd never play again / I like both colours
    One more game like this and I'd have died / Nice game. Well played again.
    I'll run it back through my engine / I ran it back home in the rain / Run back to your club now
"""


def sentences(text):
    return [each.strip() for each in text.strip().replace("\n", " / ").split(" / ")]


@pytest.mark.parametrize("text", sentences(AGAIN))
def test_players_ask_for_another_game(text):
    assert asks_again(text)


@pytest.mark.parametrize("text", sentences(NOT_AGAIN))
def test_other_texts_ask_for_no_game(text):
    assert not asks_again(text)
