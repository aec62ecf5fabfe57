"""Requests to the server in people's own words: shown and held, run, or answered by their line."""

import re
from contextlib import closing

import pytest

from pbm import games
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import PLAYERS, Site, words_of
from tests.support.site_tournaments import make, tick

HELD = {
    "My time zone is Europe/Madrid": "change zone Europe/Madrid",
    "Bitte Zeitzone auf Tokyo stellen": "change zone Asia/Tokyo",
    "I sleep from 10pm to 7am, please no deadlines then": "change sleep 22-7",
    "Can I get plain text emails?": "change format text",
    "Please send one email a day": "change delivery daily",
    "Send my mails as one bundle each morning": "change delivery daily",
    "Stop Bob from writing to me": "block bob",
    "Please let carol play for me until Friday": "deputy carol 2026-03-06",
    "Send me all my data": "mydata alice",
    "Put me on the ladder": "knightpanic ladder join alice",
    "Please mute this conversation": "knightpanic mute 101 alice",
    "I'll be in hospital next week, could Carol take my moves until Friday?": "deputy carol 2026",
    "I'm away till Monday. Carol steps in for me till Friday": "deputy carol 2026-03-06",
    "off to the mountains from tomorrow til the 14th, pls stop my clocks": "vacation from 2026-03",
    "I've moved to Lisbon, please use the time over there": "change zone Europe/Lisbon",
    "bob is so rude, I don't want to get any messages from him any more": "block bob",
    "I'd rather get one email a day, at 7 pm Berlin time": "delivery daily 19 Europe/Berlin",
    "too many mails!! one a day is enough, at 7 in the evening": "change delivery daily 19",
}
RUN = {
    "Show me the standings": "Standings",
    "What was the last move?": "Knight Panic Board 101",
    "What did bob play last? I deleted his mail by mistake, sorry": "Knight Panic Board 101",
    "I lost the mail, which move did he play?": "Knight Panic Board 101",
    "who's leading in knight panic?": "Knight Panic Standings",
    "how do the knights move in this again? never played before": "Help: Knight Panic",
    "Is there a tournament?": "Tournaments",
    "Which games have you got?": "List of games",
    "最後の手は何でしたか？": "Knight Panic Board 101",
    "Who's bob? do I know him": "Knight Panic Standings",
}


@pytest.fixture
def playing(started_game):
    site, at_alice, _ = started_game
    if site.say(f"deputy carol {PLAYERS['carol'][0]}").status:
        site.say(f"signup carol {' '.join(PLAYERS['carol'])}")
        site.mails()
    return site, at_alice


@pytest.mark.parametrize(("words", "line"), HELD.items())
def test_a_reply_that_changes_something_is_shown_as_a_line_and_held(playing, words, line):
    site, mail = playing
    (held,) = site.reply(mail, words)
    assert held["To"] == AT_ALICE
    assert line in words_of(held)
    assert "Did you mean this command?" in words_of(held)


@pytest.mark.parametrize(("words", "line"), HELD.items())
def test_an_email_to_the_server_is_held_too(playing, words, line):
    site, _ = playing
    if not line.startswith("knightpanic"):  # a game must be named
        assert line in words_of(site.mail(AT_ALICE, words)[0])


@pytest.mark.parametrize(("words", "title"), RUN.items())
def test_what_changes_nothing_runs_at_once(playing, words, title):
    site, mail = playing
    (answer,) = site.reply(mail, words)
    assert title in answer["Subject"]


def test_a_request_with_open_parts_is_answered_by_its_line(playing):
    """It is never offered as chat, and the answer says how to send it."""
    site, mail = playing
    (answer,) = site.reply(mail, "How can I change my time zone?")
    assert "change zone alice - CITY" in words_of(answer)
    assert "We haven't carried out any command, and we haven't sent your reply to bob" in words_of(
        answer
    )
    assert 'reply "yes"' not in words_of(answer)
    sent = site.reply(mail, "chat\nHow can I change my time zone?")
    assert "How can I change my time zone?" in words_of(to(sent, AT_BOB))


def test_a_request_in_a_reply_to_chat_is_not_sent(playing):
    site, mail = playing
    at_bob = to(site.reply(mail, "chat\nHello"), AT_BOB)
    chatted = to(site.reply(at_bob, "Hi Alice"), AT_ALICE)
    told = site.reply(chatted, "Stop him from writing to me")
    assert [each["To"] for each in told] == [AT_ALICE]
    assert "block bob" in words_of(told[0])
    assert AT_BOB in [each["To"] for each in site.reply(chatted, "Will you stop by at 4?")]


def test_a_request_below_a_move_is_no_comment(playing):
    site, mail = playing
    told = site.reply(mail, "a1-c5\nGood luck!\nchange my time zone to Berlin, please")
    assert "Good luck!" in words_of(to(told, AT_BOB))
    assert "time zone" not in words_of(to(told, AT_BOB))
    assert "change zone Europe/Berlin" in " ".join(map(words_of, told))


def test_requests_in_replies_are_held_and_not_passed_on(playing):
    """A request is held as a command or answered with commands that fit."""
    site, mail = playing
    cases = (
        ("Off to Portugal tomorrow, back on the 10th. Please hold my games.", "-10"),
        ("Could you pause all clocks until my exams are over on 18 December?", "-12-18"),
        ("I don't want to hear from Bob ever again, he's rude", "block bob"),
        ("Ho cambiato indirizzo: da ora usate alice@casa.example", "alice@casa.example"),
        ("could my deputy Carol play on from here", "deputy alice -"),
        ("I go to bed at ten and get up at six, so no clock in between please", "change sleep"),
    )
    for text, command in cases:
        told = site.reply(mail, text)
        assert {each["To"] for each in told} == {AT_ALICE}, text
        words = words_of(told[0])
        assert command in words, text
        assert "as chat, reply" not in words, text
    for text in ("I live in Rome, it's hot", "Until Friday I'm busy, then I'm back on Monday"):
        assert "as chat, reply" in words_of(site.reply(mail, text)[0]), text


def test_a_question_says_what_happens_with_the_text(playing):
    site, mail = playing
    site.limit(confirm=True)
    (asked,) = site.reply(mail, "Jot down just for me: watch g5")
    assert "If you confirm, we'll save this text: watch g5" in words_of(asked)
    (asked,) = site.reply(mail, "Could I have HTML emails again, please?")
    assert "We'll send your emails as text and HTML" in words_of(asked)


def test_a_player_is_blocked_and_unblocked_after_a_yes(playing):
    site, mail = playing
    for line, done in {"block carol": "You have blocked", "unblock carol": "unblocked"}.items():
        for asked in (site.reply(mail, line), site.mail(AT_ALICE, line)):
            assert asked[0]["Subject"] == f"Please confirm: {line}"
        assert done in words_of(*site.reply(asked[0], "yes"))


def test_a_denied_setting_is_not_asked_about(playing):
    """Of two values, the wanted one counts. A denied or deplored one never does."""
    site, mail = playing
    cases = (
        ("Please no more digests, send each email immediately", "change delivery each"),
        ("Bitte keine Sammelmail mehr, lieber jede einzeln", "change delivery each"),
        ("Niente più riepilogo, per favore mandatemi ogni mail subito", "change delivery each"),
        ("Please don't mail me each move, no more than one email a day", "change delivery daily"),
        ("Bitte die Mails als HTML mit Bild, hier kommt nur Text an", "change format both"),
        ("I only get plain text, can I have html?", "change format both"),
        ("Could I get plain text instead of html?", "change format text"),
        ("I'm usually asleep between 11 at night and 7, no deadlines please", "change sleep 23-7"),
        ("Ich schlafe von 11 abends bis 7 morgens, also bitte nie dann", "change sleep 23-7"),
    )
    for text, command in cases:
        (held,) = site.reply(mail, text)
        assert f"Please confirm: {command}" in held["Subject"], text
        site.clock.forward(hours=1)
    (named,) = site.reply(mail, "Please, I want no more digest emails")
    assert "change delivery alice - each" in words_of(named)


def test_texts_for_the_writer_are_never_offered_to_the_opponents(playing):
    site, mail = playing
    cases = (
        ("jot down just for me: bob hates corners", "note 101 alice"),
        ("nur für mich: er mag Ecken", "note 101 alice"),
        ("anota solo para mí: Bob odia las esquinas", "note 101 alice"),
        ("pls write to a@home.example instead of this adress", "change address a@home.example"),
        ("ab jetzt bitte an a@home.example schreiben", "change address a@home.example"),
        ("I live in New York so all times in your mails are wrong", "change zone America/New_York"),
        ("Ich wohne in Wien, die Zeiten in den Mails stimmen nicht", "change zone Europe/Vienna"),
    )
    for text, command in cases:
        (held,) = site.reply(mail, text)
        assert command in words_of(held), text
        assert "as chat, reply" not in words_of(held), text
        site.clock.forward(hours=1)


def test_sentences_with_words_of_notes_and_addresses_are_chat(playing):
    site, mail = playing
    for text in (
        "Was that just for me? Thanks!",
        "I write down all my moves",
        "Remember when we played in Vienna?",
        "carol has a new address: carol@home.example",
        "In Rome we had a great time",
    ):
        (asked,) = site.reply(mail, text)
        assert "as chat, reply" in words_of(asked), text
        site.clock.forward(hours=1)


def test_a_question_says_when_the_change_begins(playing):
    site, mail = playing
    (held,) = site.reply(mail, "from next month on my address is alice@work.example")
    assert "This takes effect immediately." in words_of(held)
    (held,) = site.reply(mail, "carol plays for me from friday till 20 march, ok?")
    assert "Once carol accepts, carol can move for you." in words_of(held)


def test_misspelt_requests_are_held(playing):
    site, mail = playing
    for text in ("vacation til Firday plaese", "Urluab bis Freitag", "отпуск до пятниы"):
        (held,) = site.reply(mail, text)
        assert "vacation until 2026-03-06" in words_of(held), text
        site.clock.forward(hours=1)
    (named,) = site.reply(mail, "vacation til fry plaese")
    assert "as chat, reply" not in words_of(named)


def test_similar_sentences_are_chat(playing):
    site, mail = playing
    for text in (
        "Bob is on vacation until Friday, so I guess he won't answer before",
        "I don't want to miss any messages from bob",
        "What did he play at the concert?",
        "who is leading the election?",
        "vacation was great, thanks",
        "have a nice Firday",
    ):
        (asked,) = site.reply(mail, text)
        assert "as chat, reply" in words_of(asked), text
        site.clock.forward(hours=1)


def test_a_finished_game_is_played_again_after_a_yes(playing):
    site, mail = playing
    at_bob = to(site.reply(mail, "a1-c5"), AT_BOB)
    site.reply(at_bob, "e7-c3")
    site.say(f"knightpanic resign 101 alice {PLAYERS['alice'][0]}")
    over = to(site.mails(), AT_ALICE)
    (held,) = site.reply(over, "That was fun! Same again with swapped colours?")
    assert "knightpanic rematch 101" in words_of(held)


def test_requests_in_emails_to_the_server_name_their_commands(playing):
    site, _ = playing
    cases = (
        ("somebody for a trailblazer game?", "I'm free most evenings", "trailblazer seek"),
        ("I live in Buenos Aires", "deadlines come at funny hours", "Argentina/Buenos_Aires"),
        ("bob keeps pestering me", "I don't want any challenges from bob any more", "block bob"),
        ("let bob look after my games over Christmas", "", "deputy alice - bob"),
        ("tournaments", "pls dont invite me to tournaments any longer", "change tournaments off"),
        ("tournaments", "Ladet mich nicht mehr zu Turnieren ein", "change tournaments off"),
        ("101 and 102", "Did bob really answer on 101? I get no mails", "all show alice active"),
    )
    for subject, body, command in cases:
        assert command in words_of(site.mail(AT_ALICE, subject, body)[0]), subject


@pytest.mark.parametrize(
    ("subject", "body"),
    [("Vacation", "I'm on holiday from 5 to 19 April."), ("休み", "日曜日まで休みます")],
)
def test_vacations_are_read_in_emails_to_the_server(playing, subject, body):
    site, _ = playing
    (held,) = site.mail(AT_ALICE, subject, body)
    assert re.search(
        r"vacation (from 2026-04-05 until 2026-04-19|until 2026-03-0[18])", words_of(held)
    )


def test_requests_for_games_and_the_end_of_a_vacation_are_held(playing):
    site, _ = playing
    site.clock.forward(days=1)
    me = f"alice {PLAYERS['alice'][0]}"
    assert site.mail(AT_ALICE, f"vacation {me} until 2026-03-20")
    for subject, body, line in (
        ("Bob", "I want to play bob at knights dance", "knightsdance challenge alice bob"),
        ("back again", "I'm back from my trip early, you can start my games again", "vacation off"),
        ("board 101", "a1 to c5 plz", "knightpanic move 101 a1-c5"),
    ):
        site.clock.forward(hours=1)
        (question,) = site.mail(AT_ALICE, subject, body)
        assert question["Subject"] == f"Please confirm: {line}"


def test_a_question_for_the_rank_shows_the_standings(playing):
    site, _ = playing
    (shown,) = site.mail(AT_ALICE, "rating?", "Sıralamada kaçıncıyım acaba?")
    assert "Standings" in shown["Subject"]


@pytest.mark.parametrize(
    ("subject", "line"),
    [
        ("ladder", "knightpanic ladder join alice -"),
        ("Frage zum Turnier", "tournament NAME join alice -"),
        ("find oponent", "knightpanic seek alice -"),
        ("play bob", "knightpanic challenge alice bob"),
        ("I want to play bob", "knightpanic challenge alice bob"),
        ("Gegner gesucht", "knightpanic seek alice -"),
        ("Password trouble", "forgot alice"),
        ("Kann mich jemand vertreten", "deputy alice - WHO UNTIL"),
    ],
)
def test_the_greeting_names_the_lines_for_the_nouns_in_the_email(playing, subject, line):
    site, _ = playing
    (answer,) = site.mail(AT_ALICE, subject)
    assert line in words_of(answer)


def test_a_stranger_gets_the_lines_below_the_one_to_sign_up(playing):
    site, _ = playing
    (answer,) = site.mail("dora@example.org", "How does the ladder work for newcomers")
    assert re.search(r"signup dora .*knightpanic ladder", words_of(answer))


WITHOUT_DEPUTY = (
    "can my mum take over this game for me while I'm in hospital next week? june.b@example.com",
    "Kann meine Mutter dieses Spiel bis Freitag für mich übernehmen?",
    "¿Puede mi hermano jugar por mí hasta el viernes?",
    "Ma femme peut-elle jouer à ma place jusqu'à vendredi ?",
    "Can he play for me until Friday?",
    "Czy ktoś może grać za mnie do piątku?",
)
NO_DEPUTIES = (
    "My mum is in hospital, she looks after my kids until Friday usually",
    "I heard your deputy moves for you until Friday",
    "Can Bob's deputy move for him until Friday?",
)


def test_an_opponent_who_is_not_named_is_no_deputy(playing):
    site, mail = playing
    for text in WITHOUT_DEPUTY:
        (answer,) = site.reply(mail, text)
        assert "deputy alice - WHO UNTIL" in words_of(answer), text
        assert "let another registered player move for you" in words_of(answer), text
        assert "vacation alice - UNTIL" in words_of(answer), text
    for text in NO_DEPUTIES:
        answers = site.reply(mail, text)
        assert "deputy bob" not in " ".join(map(words_of, answers)), text


ABOUT_TOURNAMENT = ("where can I see the standings", "Wo sehe ich die Tabelle?", "who leads?")
ABOUT_DEPUTIES = (
    "who deputises for me if I go into hospital in April? Can Carol play my moves?",
    "Wer vertritt mich im Urlaub?",
    "can somebody play my moves in May?",
)


def test_a_tournament_is_known_by_the_subject(players):
    """Some mail programs leave out the references."""
    make(players, name="Spring", players=("alice", "bob", "carol"))
    begun = next(mail for mail in tick(players, days=10) if mail["Subject"].startswith("Tourn"))
    for text in ABOUT_TOURNAMENT:
        assert players.reply(begun, text)[0]["Subject"] == "Tournament Spring", text
    for text in ABOUT_DEPUTIES:
        assert "deputy" in words_of(players.reply(begun, text)[0]), text


MUTING = (
    "can u stop mailing me every time something happens on this board? just this one pls",
    "Bitte keine Mails mehr zu diesem Spiel",
    "Arrêtez de m'envoyer des mails sur cette partie",
    "No me mandéis más correos de esta partida",
    "Basta mail su questa partita, per favore",
    "Stop met mailen over deze partij alsjeblieft",
    "Proszę nie wysyłać więcej maili o tej partii",
    "Pare de me enviar mensagens sobre este jogo",
    "Хватит писать мне письма об этой игре",
)
NAGGED = (
    "stop nagging me, I know it's my move",
    "hört auf mich zu erinnern",
    "arrêtez de me relancer, je sais que c'est à moi",
    "dejen de recordarme que me toca",
    "stop met herinneren",
    "przestańcie mi przypominać",
    "parem de me lembrar",
    "хватит мне напоминать",
)
DELETING = (
    "Remove my address from your database under Art. 17 GDPR.",
    "Bitte löschen Sie mich aus Ihrer Datenbank (Art. 17 DSGVO)",
    "Supprimez mon adresse de votre base de données, art. 17 RGPD",
    "Eliminen mi dirección de su base de datos",
    "Proszę usunąć moje dane z bazy",
)
ABOUT_OTHER_THINGS = (
    "Bob stop writing to me about this game",
    "I stopped writing my thesis, this game is more fun",
    "stop reminding me of that awful loss",
    "Bob, stop nagging me, I'm thinking",
    "my wife keeps nagging me about the garden",
    "I deleted my database by mistake",
    "Please remove my address from your address book",
    "Can you put my photos in the database?",
)


@pytest.mark.slow
def test_fewer_emails_and_deletion_are_requests(playing):
    site, mail = playing
    lines = {"knightpanic mute 101": MUTING, "vacation alice - UNTIL": NAGGED, "signoff": DELETING}
    for line, texts in lines.items():
        for text in texts:
            (answer,) = site.reply(mail, text)
            assert line in words_of(answer), text
            site.clock.forward(hours=5)
    for text in ABOUT_OTHER_THINGS:
        (answer,) = site.reply(mail, text)
        assert "as chat, reply" in words_of(answer), text
        site.reply(answer, "no")
        site.clock.forward(hours=5)  # answers are limited


def test_deletion_in_a_reply_to_a_message_is_not_sent(players):
    (message,) = [
        mail
        for mail in players.mail(AT_BOB, f"message bob {PLAYERS['bob'][0]} alice", "Hello!")
        if mail["To"] == AT_ALICE
    ]
    for text in DELETING:
        (asked,) = players.reply(message, text)
        assert "signoff alice" in words_of(asked), text


NO_ADVERTS = (
    "please no more of these tournament adverts, I only play with my friends",
    "bitte keine Werbung mehr",
    "plus de pubs svp",
    "basta pubblicità",
    "geen reclame meer aub",
    "хватит рекламы",
)


def test_no_more_adverts_end_the_announcements(players):
    players.say(f"change tournaments alice {PLAYERS['alice'][0]} on")
    for number, text in enumerate(NO_ADVERTS):
        players.say(f"change tournaments alice {PLAYERS['alice'][0]} on")
        told = [mail for mail in make(players, name=f"Spring{number}") if mail["To"] == AT_ALICE]
        assert players.reply(told[-1], text)[0]["Subject"] == "Unsubscribed", text
    players.say(f"change tournaments alice {PLAYERS['alice'][0]} on")
    told = [mail for mail in make(players, name="Summer") if mail["To"] == AT_ALICE]
    for text in (
        "The best advert for chess, count me in",
        "no thanks",
        "my friends only play chess",
    ):
        assert players.reply(told[-1], text)[0]["Subject"] != "Unsubscribed", text


ZONES = {
    "Jag bor i Göteborg, tiderna i mejlen stämmer inte, kan ni ändra det?": "Europe/Stockholm",
    "Ich wohne in München, die Zeiten in den Mails stimmen nicht": "Europe/Berlin",
    "I live in Edinburgh, please use my time zone": "Europe/London",
    "Mieszkam w Krakowie, godziny w mailach są złe": "Europe/Warsaw",
}


def test_times_of_another_zone_are_corrected(players):
    for text, zone in ZONES.items():
        (asked,) = players.mail(AT_ALICE, "time", text)
        assert f"change zone {zone}" in words_of(asked), text


DATA_FIRST = (
    "Buongiorno, vorrei sapere quali dati avete su di me e poi cancellare tutto. Grazie, Alice",
    "Please send me my data and then delete my account",
    "Bitte schickt mir meine Daten und löscht danach mein Konto",
    "Envoyez-moi mes données, puis supprimez mon compte",
    "Envíenme mis datos y después borren mi cuenta",
    "Proszę wysłać moje dane, a potem usunąć konto",
)


def test_data_are_sent_before_they_are_deleted(players):
    for text in DATA_FIRST:
        (asked,) = players.mail(AT_ALICE, "my data", text)
        assert "mydata alice signoff alice" in words_of(asked), text
    (asked,) = players.mail(AT_ALICE, "my data", "Please delete my account")
    assert "mydata" not in words_of(asked)
    (asked,) = players.mail(AT_ALICE, "my data", DATA_FIRST[0])
    answers = " ".join(map(words_of, players.reply(asked, "yes")))
    assert "The attached file has all the data" in answers
    assert "deleted your account" in answers


def test_a_size_belongs_to_an_open_challenge(players):
    for size, option in {"6x6": "-size=6", "6 X 6": "-size=6", "77x77": "", "6x9": ""}.items():
        text = f"anyone up for a game of knight panic? {size} would be lovely"
        (asked,) = players.mail(AT_ALICE, "looking for an opponent", text)
        assert "knightpanic seek" in words_of(asked), size
        assert option in words_of(asked), size
        assert bool(option) == ("-size" in words_of(asked)), size


LADDERS = (
    "na którym miejscu jestem w drabince szachowej i jak wyzwać kogoś wyżej?",
    "Wie komme ich auf die Schach-Leiter?",
    "l'échelle des échecs, comment ça marche ?",
    "¿Cómo entro en la escalera de ajedrez?",
    "la scala degli scacchi?",
)


def test_a_ladder_is_that_of_the_named_game(players):
    if "chess" in games.games():
        for text in LADDERS:
            assert "chess ladder" in words_of(players.mail(AT_ALICE, "ladder", text)[0]), text


def test_a_stranger_who_wants_to_play_reads_how_to_sign_up(site):
    for text in (
        "Ich würde das auch gern mal probieren, was muss ich machen? Welche Spiele gibt es?",
        "I'd love to join. What games are there?",
        "Me gustaría jugar. ¿Qué juegos hay?",
    ):
        (answer,) = site.mail("newbie@example.net", "Hello", text)
        assert "To sign up, send" in words_of(answer), text
    (answer,) = site.mail("newbie@example.net", "Hello", "Which games are there?")
    assert "To sign up, send" not in words_of(answer)


@pytest.mark.parametrize("confirm", [True, False])
def test_a_no_to_ones_own_open_challenge_withdraws_it_after_a_yes(confirm):
    with closing(Site(confirm=confirm)) as site:
        site.sign_up("alice")
        (asked,) = site.mail(AT_ALICE, "knightpanic seek alice -")
        (posted,) = site.reply(asked, "yes")
        assert posted["Subject"] == "Open challenge: Knight Panic"
        (asked,) = site.reply(posted, "no")
        assert "This withdraws all your open Knight Panic challenges" in words_of(asked)
        (done,) = site.reply(asked, "yes")
        assert "You're no longer looking for Knight Panic games" in words_of(done)
