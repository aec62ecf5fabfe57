"""Requests to the server as people word them, in the languages of the players.

Each line of a table is in one language. Requests with a question mark are recognized only as
questions: "Is it my turn?" asks for the board, but "My turn!" doesn't.
"""

SHOW = """
board, show board, show position, whose turn?, whose turn is it on our board?, whose move?,
is it my turn?, who is to move?, who moves?,
your turn or mine?, how much time do I have?, how long do I have?,
how long have I got?, how much time have I got?, how much time is left?,
how much time have I left?, when is my deadline?,
did you get my move?, how long do I have to wait?, how long must I wait?,
can I see the board, send the board, how much longer do I have, where are my knights?,
where are my pieces?, which color am I?, which colour am I?, what color am I?, what colour am I?,
which color am I playing?, which colour am I playing?, what color am I playing?,
what colour am I playing?, which color do I have?, which colour do I have?, am I white or black?,
am I black or white?, which side am I?, which side am I on?, which pieces are mine?,
what happens if I don't move in time?, what happens if I run out of time?,
what happens if I miss the deadline?
welche Farbe habe ich?, welche Farbe spiele ich?, welche Farbe bin ich?,
bin ich Weiß oder Schwarz?, wo stehen meine Springer?, wo stehen meine Figuren?
quelle est ma couleur?, quelle couleur ai-je?, suis-je blanc ou noir?, où sont mes cavaliers?
qué color tengo?, de qué color juego?, soy blancas o negras?, dónde están mis caballos?
che colore ho?, di che colore sono?, dove sono i miei cavalli?
welke kleur heb ik?, ben ik wit of zwart?, waar staan mijn paarden?
jaki mam kolor?, gram białymi czy czarnymi?, gdzie są moje skoczki?
qual é a minha cor?, sou brancas ou pretas?, onde estão os meus cavalos?
какой у меня цвет?, я белыми или чёрными?, где мои кони?
zeig mir das Brett, zeige das Brett, zeigt mir bitte das Brett, zeig mir die Stellung,
kann ich das Brett sehen, wer ist dran?, wer ist am Zug?, bin ich dran?, wie viel Zeit habe ich?,
wie lange habe ich Zeit?, wie lange muss ich warten?
montre-moi le plateau, montrez-moi le plateau, puis-je voir le plateau, je peux voir le plateau,
voir le plateau, voir l'échiquier, à qui le tour?, à qui de jouer?, c'est à moi de jouer?,
combien de temps me reste-t-il?, combien de temps il me reste?, combien de temps dois-je attendre?
muéstrame el tablero, muestra el tablero, enséñame el tablero, puedo ver el tablero,
ver el tablero, a quién le toca?, de quién es el turno?, me toca a mí?, es mi turno?,
cuánto tiempo me queda?, cuánto tiempo tengo?, cuánto tengo que esperar?
mostra la scacchiera, mostrami la scacchiera, fammi vedere la scacchiera,
posso vedere la scacchiera, vedere la scacchiera, a chi tocca?, di chi è il turno?, tocca a me?,
quanto tempo ho?, quanto tempo mi resta?, quanto devo aspettare?
laat het bord zien, laat mij het bord zien, toon het bord, mag ik het bord zien,
wie is aan de beurt?, wie is er aan zet?, ben ik aan de beurt?, hoeveel tijd heb ik nog?,
hoe lang moet ik wachten?
pokaż planszę, pokaż mi planszę, czy mogę zobaczyć planszę, zobaczyć planszę, czyja kolej?,
czyj ruch?, czy to moja kolej?, ile mam czasu?, ile czasu mi zostało?, jak długo mam czekać?
mostra o tabuleiro, mostre o tabuleiro, mostre-me o tabuleiro, posso ver o tabuleiro,
ver o tabuleiro, de quem é a vez?, é a minha vez?, quanto tempo tenho?, quanto tempo me resta?,
quanto tempo tenho de esperar?
покажи доску, покажите доску, можно увидеть доску, чей ход?, чья очередь?, кто ходит?,
сколько у меня времени?, сколько времени осталось?, как долго мне ждать?
盤を見せて, 盤を見せてください, 盤面を見せてください, 誰の番ですか
"""
LEGAL = """
moves, show moves, show legal moves, legal moves, what moves?, which moves are legal?,
what moves do I have?, what are my options?, which options do I have?, where can my knight go?,
where can I move?, where can I go?
wohin kann mein Springer?, wohin kann ich ziehen?, wo kann ich hin?
où puis-je jouer?, où peut aller mon cavalier?
a dónde puede ir mi caballo?, dove può andare il mio cavallo?, waar kan mijn paard heen?
dokąd może iść mój skoczek?, para onde pode ir o meu cavalo?, куда может пойти мой конь?
"""
HELP = """
help
Hilfe, ich brauche Hilfe, hilf mir, helft mir, kannst du mir helfen?, könnt ihr mir helfen?
aide, à l'aide, aidez-moi, aide-moi, j'ai besoin d'aide, pouvez-vous m'aider?, tu peux m'aider?
ayuda, ayúdame, ayúdenme, necesito ayuda, me puedes ayudar?
aiuto, aiutami, aiutatemi, ho bisogno di aiuto, mi serve aiuto, mi aiutate?, puoi aiutarmi?
hulp, help mij, ik heb hulp nodig, kunt u mij helpen?, kun je mij helpen?
pomoc, pomocy, pomóż mi, potrzebuję pomocy
ajuda, ajude-me, ajudem-me, preciso de ajuda
помощь, помоги, помогите, нужна помощь
ヘルプ, 助けてください
"""
HELP_REPLY = """
how do I move?, how do I make a move?, how do I resign?, how do I reply?, how can I give up?
wie ziehe ich?, wie mache ich einen Zug?, wie gebe ich auf?, wie antworte ich?
comment jouer un coup?, comment faire un coup?, comment je bouge?, comment abandonner?
cómo muevo?, cómo hago una jugada?, cómo abandono?
come muovo?, come faccio una mossa?, come mi arrendo?
hoe doe ik een zet?, hoe zet ik?, hoe geef ik op?
jak wykonać ruch?, jak zrobić ruch?, jak się poddać?
como movo?, como faço uma jogada?, como desisto?
как ходить?, как сделать ход?, как сдаться?
"""
HELP_TUTORIAL = """
how do I play, how do I start, how do I start a game, how do I begin, how do I begin a game,
how does this work?, how does it work?
wie spiele ich?, wie spielt man?, wie funktioniert das?, wie fange ich an?
comment jouer?, comment je joue?, comment on joue?, comment joue-t-on?,
comment est-ce que je joue?, comment ça marche?, comment commencer?
cómo juego?, cómo se juega?, cómo jugar?, cómo empiezo?, cómo funciona?
come gioco?, come si gioca?, come funziona?, come inizio?, come comincio?
hoe speel ik?, hoe speel je?, hoe werkt dit?, hoe begin ik?
jak grać?, jak się gra?, jak zacząć?, jak to działa?
como jogo?, como se joga?, como jogar?, como funciona?, como começo?
как играть?, как начать?, как это работает?
遊び方を教えてください
"""
RULES = """
rules, what are the rules, show the rules, explain the rules, tell me the rules,
how do the knights move?, how does a knight move?, how do the pieces move?
Regeln, Spielregeln, was sind die Regeln, wie sind die Regeln, wie lauten die Regeln,
erkläre mir die Regeln
règles, règles du jeu, quelles sont les règles, quelles sont les règles du jeu,
explique-moi les règles
reglas, reglas del juego, cuáles son las reglas, cuáles son las reglas del juego,
explícame las reglas
regole, regole del gioco, quali sono le regole, quali sono le regole del gioco, spiegami le regole
regels, spelregels, wat zijn de regels
zasady, zasady gry, jakie są zasady, jakie są zasady gry
regras, regras do jogo, quais são as regras, quais são as regras do jogo
правила, правила игры, какие правила, какие тут правила, объясни правила
ルール, ルールを教えて, ルールを教えてください, ルールは何ですか
"""
LIST = """
list, list games, which games are there?, what games are there?, which games can I play?
welche Spiele gibt es?
quels jeux y a-t-il?, quels sont les jeux?
qué juegos hay?
che giochi ci sono?, quali giochi ci sono?
welke spellen zijn er?
jakie są gry?
que jogos há?, quais são os jogos?
какие есть игры?
"""
OPPONENTS = """
how do I find an opponent?, who else plays here?, who plays here?, who wants to play?
wer spielt hier?, wer spielt hier noch?, wie finde ich einen Gegner?
qui joue ici?, comment trouver un adversaire?
quién juega aquí?, cómo encuentro un rival?
chi gioca qui?, come trovo un avversario?
wie speelt hier?, hoe vind ik een tegenstander?
kto tu gra?, jak znaleźć przeciwnika?
quem joga aqui?, como encontro um adversário?
кто тут играет?, как найти соперника?
"""
PAUSE = """
pause, pause game, pause my games, put the game on hold, pause the clock, stop the clock,
stop my clock, I need more time, more time
Pause, ich brauche mehr Zeit, mehr Zeit
"""
FORMAT = """
text only, plain text only, no HTML, stop HTML mails, stop sending HTML mails, send text only
nur Text, kein HTML, keine HTML-Mails
"""
DELIVERY = """
one mail per day, one mail a day, only one mail per day, only one mail a day, fewer mails,
less mail, too many mails, send only one mail per day, send only one mail a day
eine Mail am Tag, weniger Mails, zu viele Mails
"""
HINT = """
hint, give me a hint, any hint?, any hints?, suggest something?, what should I play?,
what should I move?, what is the best move?, what is my best move?
Tipp, gib mir einen Tipp, was soll ich ziehen?, was ist der beste Zug?
"""
UNDO = """
undo, undo move, takeback, take back, take back move, take move back, take that back,
take that move back, undo that, undo last move, take back last move, take last move back
kann ich meinen Zug zurücknehmen, kann ich den Zug zurücknehmen,
ich möchte meinen Zug zurücknehmen, Zug zurücknehmen, Zug zurück
puis-je reprendre mon coup, je peux reprendre mon coup, je voudrais reprendre mon coup,
puis-je annuler mon coup, annuler mon coup
puedo retirar mi jugada, puedo deshacer mi jugada, puedo deshacer mi movimiento,
quiero deshacer mi jugada
posso ritirare la mossa, posso annullare la mossa, vorrei ritirare la mossa,
posso riprendere la mossa
mag ik mijn zet terugnemen, kan ik mijn zet terugnemen, ik wil mijn zet terugnemen, zet terugnemen
czy mogę cofnąć ruch, chcę cofnąć ruch, cofnąć ruch, cofnij ruch
posso desfazer minha jogada, posso voltar a minha jogada, posso retirar a jogada, desfazer jogada
можно вернуть ход, можно отменить ход, могу я взять ход назад, вернуть ход, отменить ход,
взять ход назад
待ったをお願いします, 待ったしてもいいですか
"""
FORGOT = """
forgot, forgot password, I forgot my password, I have forgotten my password, I lost my password,
forgotten password, lost password, what is my password?
Passwort vergessen, ich habe mein Passwort vergessen, ich weiß mein Passwort nicht mehr,
wie ist mein Passwort?
mot de passe oublié, j'ai oublié mon mot de passe, j'ai perdu mon mot de passe
olvidé mi contraseña, he olvidado mi contraseña, olvidé la contraseña, contraseña olvidada,
perdí mi contraseña
ho dimenticato la password, ho dimenticato la mia password, password dimenticata,
ho perso la password
wachtwoord vergeten, ik ben mijn wachtwoord vergeten, ik heb mijn wachtwoord vergeten,
wachtwoord kwijt
zapomniałem hasła, zapomniałam hasła, nie pamiętam hasła
esqueci minha senha, esqueci a senha, esqueci-me da palavra-passe, perdi minha senha
забыл пароль, забыла пароль, не помню пароль
パスワードを忘れました
"""
DRAW = """
draw, draw offer, offer draw, I offer a draw, I propose a draw, tie, stalemate, shall we draw?,
shall we call it a draw?, how about a draw?, do you want a draw?, draw by agreement?,
shall we agree to a draw?, call it even?, let's call it even, shall we call it even?,
half a point each?, split the point?, shall we split the point?, let's split the point
wollen wir die Punkte teilen?, Punkteteilung?, on partage le point?, partageons le point,
repartimos el punto?, dividiamo il punto?, zullen we het punt delen?
Remis, ich biete Remis, ich biete Remis an, Remis anbieten, wollen wir Remis?,
wie wäre es mit Remis?
nulle, match nul, je propose nulle, je propose la nulle, on fait nulle?
tablas, ofrezco tablas, propongo tablas
patta, offro patta, propongo patta
remise, ik bied remise aan
proponuję remis
empate, proponho empate
ничья, предлагаю ничью
引き分け, 引き分けにしませんか
"""
SIGNUP = """
sign up, sign me up, join, I want to join, I would like to join, I'd like to join, register,
register me, count me in
anmelden, melde mich an, meldet mich an, ich möchte mich anmelden, ich will mich anmelden
inscris-moi, inscrivez-moi, je veux m'inscrire, je voudrais m'inscrire
inscríbeme, quiero inscribirme, quiero registrarme
iscrivimi, iscrivetemi, voglio iscrivermi, vorrei iscrivermi
aanmelden, ik wil mij aanmelden, ik wil me aanmelden, schrijf me in
zapisz mnie, chcę się zapisać
inscreva-me, quero me inscrever
зарегистрируйте меня, хочу зарегистрироваться
登録してください, 参加したいです
"""
REMATCH = "rematch"
LEAVE = """
unsubscribe, stop, stop mail, stop mails, stop emails, stop mailing, stop sending me mails,
stop sending me emails, stop these mails, stop these emails, stop sending me these emails,
stop sending these emails, no more mail, no more mails, no more emails, opt out,
remove, take me off, take me off the list, remove me from the list,
delete account, remove account, close account, how do I delete my account?
abmelden, abbestellen, ich will mich abmelden, ich möchte mich abmelden, keine Mails mehr,
Konto löschen, wie lösche ich mein Konto?, wie kann ich mich abmelden?
désabonner, désinscrire, me désabonner, je veux me désinscrire, supprimer mon compte,
comment supprimer mon compte?, plus de mails
cancelar suscripción, darme de baja, quiero darme de baja, borrar mi cuenta, eliminar mi cuenta,
cómo elimino mi cuenta?
cancellami, cancellatemi, cancellare il mio account, voglio cancellarmi, niente più mail
afmelden, uitschrijven, ik wil mij afmelden, ik wil me uitschrijven, mijn account verwijderen,
geen mails meer
wypisz mnie, usuń moje konto, chcę usunąć konto, nie chcę więcej maili
descadastrar, quero sair da lista, excluir minha conta, apagar minha conta
отписаться, отпишите меня, удалите мой аккаунт, хочу отписаться
退会, 退会したい, 配信停止
"""
MUTE = """
mute, mute game, mute this game, mute board, mute this thread, mute notifications,
only write when it is my turn, only email me when it is my turn, no more chat
stumm, stummschalten, Spiel stummschalten, schreibt mir nur wenn ich am Zug bin
muet, mettre en sourdine, mettre la partie en sourdine
silenciar, silencia la partida, silenciar partida
silenzia, silenzia la partita
dempen, demp dit spel, spel dempen
wycisz, wycisz grę, wycisz partię
silenciar o jogo, silenciar partida, silencie o jogo
без звука, отключить уведомления
ミュート, ミュートして
"""
UNMUTE = """
unmute, unmute game, unmute this game, unmute board, unmute notifications
Stummschaltung aufheben, réactiver, réactiver la partie, dejar de silenciar, riattiva,
dempen opheffen, wyłącz wyciszenie, reativar, включить уведомления, ミュート解除
"""
LEAVE_TOURNAMENT = """
leave, leave tournament, leave the tournament, leave this tournament, I want to leave,
I want to leave the tournament, I would like to leave the tournament, withdraw, I withdraw,
withdraw me, I want to withdraw, I have to withdraw, withdraw from the tournament,
withdraw me from the tournament, I withdraw from the tournament, drop out, I drop out,
I am dropping out, I'm dropping out, I have to drop out, I need to drop out,
I want to drop out, I must drop out,
drop me from the tournament, take me out of the tournament, remove me from the tournament,
quit tournament, I quit the tournament, I can't play in the tournament
aussteigen, ich steige aus, ich muss aussteigen, ich muss leider aussteigen,
ich will aussteigen, Turnier verlassen,
ich möchte das Turnier verlassen, ich verlasse das Turnier, ich ziehe mich zurück,
ich ziehe mich vom Turnier zurück, ich steige aus dem Turnier aus, nimm mich aus dem Turnier
quitter, quitter le tournoi, je quitte le tournoi, je veux quitter le tournoi, je me retire,
je me retire du tournoi, je dois abandonner le tournoi, retirez-moi du tournoi
salir, salir del torneo, quiero salir del torneo, dejar el torneo, me retiro, me retiro del torneo
uscire, voglio uscire dal torneo, lasciare il torneo, lascio il torneo, mi ritiro,
mi ritiro dal torneo
terugtrekken, ik trek me terug, ik stop met het toernooi, toernooi verlaten,
ik wil het toernooi verlaten, ik verlaat het toernooi
wycofuję się, wycofuję się z turnieju, chcę opuścić turniej, opuść turniej, rezygnuję z turnieju
sair, sair do torneio, quero sair do torneio, desisto do torneio, abandono o torneio
выйти, выйти из турнира, хочу выйти из турнира, покинуть турнир, снимаюсь с турнира
棄権します, 大会を棄権します, トーナメントを辞退します
"""
STATEMENTS = "desisto abandono abbandono j'abandonne сдаюсь rezygnuję"
"""Requests of one word that are statements in the first person."""
FILL_WORDS = """
it u this our on of for here hi hey sorry oh oops ok okay so well again still left thanks thank
excuse tell
bitte mal mir mich mein meine meinen ich das die der den dem ein eine einen denn noch jetzt hier
kann könnte darf ist sind es entschuldigung letzten letzte nochmal gern gerne danke von
s il te vous plaît plait svp moi me m je j le la les l un une mon ma mes ce est sont que qu puis
peux voudrais merci encore dernier pardon désolé désolée d du
por favor mi mis yo el los las una es son puedo quisiera le lo de del perdón gracias última
último aquí tu
per favore io il gli mio mia è sono posso vorrei scusa scusi scusate grazie ultima di mi
alsjeblieft alstublieft aub graag even mij ik mijn de het een zijn kan mag er nog eens laatste
bedankt
proszę mi ja mój moja moje to czy są jest mogę się ostatni przepraszam dziękuję dzięki teraz
eu o os as um uma meu minha são desculpe desculpa obrigado obrigada do da
пожалуйста мне я мой моя моё это ли можно могу тут извините простите последний у меня спасибо
すみません お願いします
"""
"""Words, in addition to `FILLERS`, that don't change the meaning of a request."""
