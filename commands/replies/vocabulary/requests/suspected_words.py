"""Words of requests that are worded in an unusual way, without accents, in the players' languages.

A sentence asks for something if it has a word of each of two tables, such as "see" and "board".
"""

VIEWING = """
    show see display send resend view zeig zeige zeigt zeigen sehen seh schick schicke montre
    montrer montrez voir vois envoie envoyez renvoie renvoyez reenvia reenviame rimanda rimandami
    muestra muestras muestrame mostrar ver veo ensena ensename manda mandame mostra mostrami mostri
    vedere vedi fammi invia toon tonen zien stuur pokaz pokazac zobaczyc zobacze wyslij przeslij
    mostre vejo envie goster gosterir gosterin gorebilir gormek yolla schicken senden sende sendet
    zusenden enviar enviarme inviare sturen wyslac пришлете прислать покажи покажите покажешь
    показать увидеть посмотреть пришли пришлите
"""
BOARDS = """
    board position diagram brett stellung plateau echiquier tablero posicion scacchiera posizione
    bord stelling plansze planszy pozycje tabuleiro posicao tahta tahtayi konumu доску доски
    позицию
"""
SHOWN = f"""
    {BOARDS} it this that again last latest current present recent move moves game match state
    status situation once more where we stand how things what happened
"""
"""Words behind "show" that say nothing else than the board."""
CHOICES = """
    possible legal allowed available options what which moglich mogliche moglichen erlaubt erlaubten
    welche was possibles legaux permis quels quelles cuales que posibles legales permitidos quali
    che possibili legali welke wat mogelijk mogelijke jakie mozliwe dozwolone quais possiveis
    legais permitidas hangi neler olasi какие возможные возможны разрешены
"""
MOVES = """
    moves zuge zugen coups jugadas movimientos mosse zetten ruchy posuniecia jogadas lances
    movimentos hamleler hamlelerim hamleleri ходы ходов
"""
WHERE = """
    gdzie moge, onde posso, a donde puedo, adonde puedo, donde puedo, dove posso, où puis je aller,
    where can my, where can the, where can i, where may my, where may i, where could my,
    my options, which options do i, where is my knight allowed, wohin kann, wohin darf,
    wo kann mein,
    wo darf mein, wo kann ich, ou peut, ou puis je, ou est ce que je peux, a donde puede,
    adonde puede, donde puede, dove puo, dove posso, waar kan, waarheen kan, waar mag, dokad moze,
    gdzie moze, dokad moge, para onde pode, onde pode, aonde pode, куда может, куда можно,
    куда я могу, nereye gidebilir, nereye oynayabilirim
"""
"""Beginnings of questions for the legal moves: "where can my knight go"."""
GOING = """
    queen rook bishop king pawn checker man go dame turm laufer konig bauer hin gehen dame tour fou
    roi aller ir dama torre alfil rey peon ficha andare regina alfiere re pedone pedina gaan
    koningin toren loper koning pion schijf hetman wieza goniec krol ruszyc rainha torre bispo rei
    peao пойти ферзь ферзем ладья слон король пешка gidebilir vezirim kalem filim
    horse horses knight knights piece pieces stone stones options pferd springer figur stein steine
    cavalier pion caballo pieza cavallo pezzo paard stuk skoczek kon figura pionek cavalo peca конь
    конем фигура ходить move jump ziehen springen jouer mover muovere zetten ruszyc atim tasim
    oynayabilirim koniem skoczkiem figura cheval конём atımla atla taşımla fahren laufen
"""
CHOOSING = """
    choose pick decide select wahl wahle wahlt entscheide such choisis choisissez decide decidez
    elige elija escoge decide scegli scegliete kies kiest beslis wybierz wybierzcie zdecyduj escolhe
    escolha выбери выберите реши sec secin
"""
FOR_ME = """
    for me, fur mich, pour moi, a ma place, por mi, per me, voor mij, voor me, za mnie, por mim,
    para mim, за меня, benim icin, benim yerime
"""
"""Phrases of players who let the server choose a move: "you choose for me"."""
TAKING_BACK = """
    undo back takeback zuruck zurucknehmen zuruckziehen rucknahme reprendre annuler retirer revenir
    deshacer retirar volver atras rectificar annullare riprendere ritirare tornare indietro
    terugnemen terug ongedaan cofnac cofne wycofac desfazer voltar anular geri вернуть отменить
    назад взять переходить
"""
MOVE = """
    move zug coup jugada movimiento mossa zet ruch ruchu posuniecie jogada lance movimento hamle
    hamlemi hamleyi ход хода
"""
MISTAKES = f"""
    instead statt stattdessen anstatt plutot vez invece plaats zamiast вместо yerine
    {MOVE} mistake blunder slipped misclick misclicked typo fehler patzer verklickt vertippt erreur
    bourde error equivoque equivocado errore sbagliato fout vergissing vergist blad pomylka
    pomylilem pomylilam erro enganei ошибка ошибся ошиблась hata yanlislikla
    toddler kid cat kleinkind katze enfant nino gato bambino gatto kat dziecko kot crianca
    ребенок кошка cocuk kedi son daughter sohn tochter fils fille hijo hija figlio figlia zoon
    dochter syn corka filho filha сын дочь year tablet
"""
"""Words of texts about a move that its player regrets."""
TAKING_IT_BACK = """
    change that, change it, change this, change my move, still change, das andern, ihn andern,
    noch andern, le changer, changer ca, la changer, cambiarlo, cambiarla, cambiar eso, cambiarlo,
    cambiarla, dat veranderen, die veranderen, nog wijzigen, to zmienic, go zmienic, mudar isso,
    altera lo, это изменить, его изменить, bunu degistir,
    take it back, take that back, take this back, take them back, have it back, undo it, undo that,
    undo this, ihn zurucknehmen, den zurucknehmen, das zurucknehmen, es zurucknehmen,
    ihn wieder zurucknehmen, ruckgangig machen, le reprendre, l annuler, le retirer, revenir dessus,
    retirarlo, retirarla, deshacerlo, deshacerla, rectificarlo, ritirarla, riprenderla, annullarla,
    tornare indietro, hem terugnemen, het terugnemen, die terugnemen, dat terugnemen, go cofnac,
    to cofnac, cofnac go, cofnac to, voltar atras, desfaze lo, desfaze la, desfazer isso, retira la,
    взять его назад, взять назад, вернуть его, отменить его, geri alabilir, geri alsam, onu geri
"""
MAY_I = """
    any way to, is there a way, irgendwie, y a t il un moyen, hay alguna forma, hay manera,
    c e modo, is er een manier, jest jakis sposob, ha alguma forma, ha como, есть способ,
    can i, could i, may i, might i, am i allowed, would it be possible, is it possible, i d like,
    i would like, i want, let me, be permitted, be allowed, darf ich, kann ich, konnte ich,
    durfte ich, ist es moglich, ware es moglich, ich mochte, ich wurde, puis je, je peux,
    pourrais je, je voudrais, j aimerais, est ce possible, est il possible, puedo, podria, podre,
    quisiera, me gustaria, es posible, seria posible, posso, potrei, vorrei, e possibile,
    sarebbe possibile, mag ik, kan ik, zou ik, ik wil, is het mogelijk, czy moge, moge, moglbym,
    moglabym, chcialbym, chcialabym, czy mozna, poderia, gostaria, e possivel, seria possivel,
    можно, могу, могу ли, нельзя ли, хотел бы, хотела бы, misin, miyim, isterim, mumkun
"""
"""Phrases of players who ask whether they may take a move back."""
WISHES = """
    can could may let want like möchte mochte kann konnte darf will wurde puis peux pourrais
    voudrais veux puedo podria quiero quisiera posso potrei vorrei voglio mag kan wil zou moge
    czy chce chcialbym chcialabym mozna posso poderia quero gostaria можно могу хочу хотел
    хотела istiyorum please bitte lutfen пожалуйста
"""
TIME = """
    how long, how much time, how much longer, how many days, how many hours, my deadline, wie lange,
    wie viel zeit, wieviel zeit, wie viele tage, bis wann, meine frist, combien de temps, combien de
    jours, jusqu a quand, mon delai, cuanto tiempo, cuantos dias, hasta cuando, mi plazo, quanto
    tempo, quanti giorni, entro quando, fino a quando, hoelang, hoe lang, hoeveel tijd, hoeveel
    dagen, tot wanneer, ile czasu, ile mam czasu, ile dni, do kiedy, quantos dias, ate quando, meu
    prazo, ne kadar sure, ne kadar zaman, kac gun, ne zamana kadar, сколько времени, сколько дней,
    сколько у меня времени, до какого, до когда
"""
MINE = """
    i me my mine left ich mir mein meine noch je j moi mon me il reste yo mi tengo queda quedan io
    ho mio resta restano manca ik mij mijn heb nog ja mi mam moja zostalo eu tenho meu minha falta
    ben benim bana kaldi var я мне у меня мой моя осталось
"""
HOW_LATE = """
    when must, by when, until when, till when, when does, how long does, how long has,
    how long will,
    how much time does, how much time has, how many days does, how many days has, wann muss,
    bis wann, wie lange hat, wie viel zeit hat, wieviel zeit hat, wie viele tage hat, quand doit,
    avant quand, jusqu a quand, combien de temps a, combien de temps reste, cuando tiene,
    cuando debe, hasta cuando, cuanto tiempo tiene, cuanto tiempo le, cuantos dias tiene,
    quando deve, entro quando, fino a quando, quanto tempo ha, quanto tempo rimane, wanneer moet,
    tot wanneer, hoeveel tijd heeft, hoe lang heeft, hoelang heeft, kiedy musi, do kiedy,
    ile czasu ma, ile czasu zostalo, ile dni ma, quando tem, ate quando, quanto tempo tem,
    quantos dias tem, когда должен, когда должна, до какого, до когда, сколько времени у,
    ne zamana kadar, ne kadar suresi, ne kadar zamani
"""
"""Phrases of questions until when an opponent must move."""
LATEST = """
    to move, must move, move by, move at the latest, move latest, left to move, left to play,
    latest,
    deadline, run out, left on the clock, ziehen, gezogen, spatestens, frist, bedenkzeit, jouer,
    jouer son coup, delai, limite, mover, jugar, plazo, muovere, giocare la mossa, scadenza,
    zetten, zet doen, uiterlijk, ruszyc, ruch, zagrac, najpozniej, jogar, prazo, mais tardar,
    ходить, сделать ход, сходить, срок, oynamali, hamle, hamlesini,
    still have, still got, has left, have left, time left, noch zeit, noch hat, noch bedenkzeit,
    encore, le queda, queda, ancora, nog heeft, nog tijd, jeszcze ma, jeszcze,
    ainda tem, ainda, ещё осталось, еще осталось, осталось, kaldi, hala
"""
TURNS = """
    turn zug dran tour trait turno toca tocca beurt zet kolej ruch vez sira sirasi ход очередь
"""
WHOSE = """
    whose my mine me wer wessen ich bin qui moi quien mi me chi mio mia wie ik mij czyj czyja moja
    moj quem minha mim kimin kimde bende benim чей чья мой моя
"""
RULES = "rules regeln regles reglas regole regels zasady regras kurallar kurallari правила"
EXPLAINING = f"""
    {VIEWING} what explain tell how read was wie erklar erklare erklaren lesen quelles explique
    expliquez lire cuales como explica explicame leer quali come spiega spiegami leggere wat hoe
    leg uitleggen lezen jakie jak wyjasnij quais como explique ler nedir neler anlat какие
    объясни объясните
"""
WINNING = """
    do i win, did i win, have i won, do i get the win, does that mean i win, can i claim,
    gewinne ich, habe ich gewonnen, ai je gagne, est ce que je gagne, j ai gagne, he ganado,
    gane yo,
    ho vinto, heb ik gewonnen, win ik, czy wygralem, czy wygralam, czy wygrywam, ganhei,
    я выиграл, я выиграла, kazandim mi
"""
WON = """
    win won winning wins winner game goal aim object gewinne gewinnt gewonnen ziel gagne gagner but
    ganado gano gana ganar objetivo objeto vinto vinco vince vincere scopo gewonnen doel wygralem
    wygralam wygrywam wygrac wygrywa cel ganhei ganho ganha ganhar выиграл выиграла выиграть
    выигрывает цель kazandim kazanilir amaci
"""
HOW_WON = """
    how the winning, how winning, how do i win, how can i win, how does one win, how to win,
    how is it won, how is the game won, what is the goal, what s the goal, what is the aim,
    what s the aim, what is the object, what s the object, when have i won, wie gewinnt man,
    wie gewinne ich, wie kann ich gewinnen, was ist das ziel, wann habe ich gewonnen,
    comment on gagne, comment gagne, comment gagner, comment je gagne, quel est le but,
    como se gana,
    como gano, como puedo ganar, cual es el objetivo, come si vince, come vinco, qual e lo scopo,
    hoe win ik, hoe win je, hoe kan ik winnen, wat is het doel, jak wygrac, jak sie wygrywa,
    jaki jest cel, como se ganha, como ganho, qual e o objetivo, как выиграть, как тут выиграть,
    как выигрывает, какая цель, nasil kazanilir, oyunun amaci
"""
"""Beginnings of questions for the rules: "how do I win"."""
HOW_ONE_WINS = """
    how you win at this, how you win this, how you win at, how you win the, how do you win this,
    how do you win at this, how do you win the game, how do you win here, how one wins,
    how does one win, how it s won, how it is won, how to win, how this is won,
    wie man gewinnt, wie man hier gewinnt, wie man das gewinnt, comment on gagne, como se gana,
    come si vince, hoe je wint, hoe je dit wint, hoe win je, jak sie wygrywa, jak sie tu wygrywa,
    como se ganha, como se vence, как выигрывают, как тут выигрывают, nasil kazanilir,
    nasil kazaniliyor
"""
"""Phrases of questions for the rules anywhere in a sentence: "remind me how you win at this"."""
POKING = """
    poke nudge prod reminder remind ping stups anstupsen stupse erinnere erinnern erinnert relancer
    relance relancez rappeler rappelle rappelez recuerdale recordarle recordar sollecita sollecitare
    ricordagli ricordare porretje herinner herinneren szturchnij przypomnij przypomniec lembre
    lembra lembrar напомни напомните напомнить hatirlat hatirlatin
"""
POKED = """
    him her them opponent poke nudge prod turn ihn sie ihm gegner gegnerin dran zug stups lui
    adversaire tour le la rival turno gli le avversario tocca hem haar tegenstander beurt porretje
    go ja mu jej przeciwnika przeciwnikowi kolej szturchnij adversario ele ela vez ему ей соперника
    сопернику ход rakibim rakibime ona sira
"""
"""Words of players who want the server to remind an opponent: "please remind her to move"."""
CLAIMING = """
    i claim, i want to claim, i d like to claim, i would like to claim, i m claiming, can i claim,
    let me claim, ich beanspruche, ich reklamiere, ich verlange, je reclame, je revendique, reclamo,
    quiero reclamar, exijo, rivendico, ik claim, ik eis, zadam, domagam sie, reivindico, reclamo,
    требую, заявляю
"""
CLAIMED = """
    win victory point game sieg gewinn punkt partie gain victoire victoria partida punto vittoria
    partita overwinning winst punt partij wygranej zwyciestwa wygrana partii vitoria победу победы
    выигрыш партию
"""
"""Words of players who claim a win because the opponent ran out of time: "I claim the win"."""
ARRIVING = """
    arrive arrived received receive recieve recieved get got through register registered counted
    recorded angekommen eingegangen erhalten bekommen registriert arrive recu enregistre llego
    llegado recibido recibisteis registrado arrivata ricevuta registrata aangekomen ontvangen
    geregistreerd doszedl dotarl zapisany chegou recebido registada registrada дошел дошёл получен
    принят ulasti geldi alindi
"""
"""Words of questions such as "did my move arrive?"."""
PAUSES = """
    pause the game, pause this game, pause our game, pause my games, pause the clock,
    pause the clocks, stop the clock, stop my clock, stop the clocks, freeze the clock,
    freeze the game, suspend the game, das spiel pausieren, die partie pausieren,
    die partie unterbrechen, das spiel unterbrechen, die uhr anhalten, uhr anhalten,
    suspendre la partie, interrompre la partie, arreter la pendule, pausar la partida,
    suspender la partida, parar el reloj, sospendere la partita, interrompere la partita,
    fermare l orologio, het spel pauzeren, de partij pauzeren, de klok stilzetten, wstrzymac gre,
    wstrzymac partie, zatrzymac zegar, pausar o jogo, suspender o jogo, parar o relogio,
    приостановить игру, остановить часы
"""
MORE_TIME = """
    more time, extra time, extra day, extra days, extra week, extra weeks, another week,
    few more days, mehr zeit, mehr bedenkzeit, plus de temps, mas tiempo, piu tempo, meer tijd,
    wiecej czasu, mais tempo, больше времени
"""
"""Phrases of players who need more time: "can I have an extra week?"."""
ALLOWED = """
    legal allowed permitted forbidden may must can erlaubt darf durfen muss permis interdit peut
    permitido puede pueden permesso possono toegestaan mogen dozwolone dozwolony wolno permitido
    pode podem можно разрешено
"""
JUMPING = """
    jump over pieces, jump over a piece, jump over another, jump over other, move backwards,
    pass a turn, skip a turn, uber figuren springen, uber andere springen, ruckwarts ziehen,
    sauter par dessus, reculer, passer son tour, saltar piezas, saltar sobre, saltare sopra,
    over stukken springen, przeskoczyc, przeskakiwac, pular pecas, saltar por cima,
    перепрыгивать
"""
"""Phrases of questions for the rules: "is it legal to jump over pieces?"."""
SCRAMBLED = """
    scrambled garbled jumbled unreadable illegible messed mangled misaligned verschoben unleserlich
    unlesbar zerhackt zerschossen brouille illisible decale desalineado ilegible descolocado
    illeggibile sballata sballato onleesbaar verschoven nieczytelna nieczytelny rozjechana
    rozjechany ilegivel desalinhado desconfigurado нечитаемая нечитаемый съехала поехала bozuk
    okunmuyor
"""
CROOKED = """
    crooked lopsided wonky skewed schief krumm tordu tordue travers torcido torcida torcidos storto
    storta storti scheef krzywo krzywa krzywe torto torta tortos криво yamuk
"""
SCREENS = """
    phone phones mobile screen tablet laptop email mail mailer outlook gmail handy telefon
    bildschirm telephone portable ecran movil telefono pantalla cellulare schermo telefoon scherm
    telefonie ekranie telemovel celular ecra tela телефоне экране telefonda telefonumda ekranda
    ekran
"""
"""Devices and programs that show a board badly. A crooked position is chat."""
PICTURES = f"""
    {BOARDS} picture pictures image diagram display layout lines bild anzeige zeilen darstellung
    image affichage lignes imagen lineas immagine righe afbeelding weergave regels obrazek uklad
    imagem linhas картинка строки resim satirlar
"""
"""Words of players whose mail program shows the boards badly."""
PIECES = """
    how do the, how do knights, how do pieces, how does the, how does a, how does this, how the,
    how a, how this, how knights, how pieces, how can the, how may the, wie ziehen, wie zieht,
    wie bewegen sich, wie bewegt sich, wie springen, wie springt, wie funktioniert, wie geht,
    wie die,
    wie der, wie das, comment bougent, comment bouge, comment se deplacent, comment se deplace,
    comment marche, comment fonctionne, comment les, comment le, como se mueven, como se mueve,
    como mueven, como funciona, come si muovono, come si muove, come muovono, come funziona,
    hoe bewegen, hoe beweegt, hoe werkt, hoe gaan, hoe springt, hoe de, hoe het, jak poruszaja sie,
    jak sie poruszaja, jak sie porusza, jak porusza sie, jak ruszaja sie, jak dziala, jak chodza,
    como se movem, como se move, как ходят, как ходит, как двигаются, как работает, как прыгает,
    nasıl hareket, nasıl oynanır, nasıl ilerler, atlar nasıl, taşlar nasıl, oyun nasıl
"""
"""Beginnings of questions about the moves of pieces: "how do the knights move"."""
MEN = """
    knight knights piece pieces game trail stone stones springer pferd pferde figur figuren steine
    spiel cavalier cavaliers piece pieces pion pions jeu caballo caballos pieza piezas fichas juego
    cavallo cavalli pezzo pezzi gioco paard paarden stuk stukken spel skoczek skoczki konie figury
    pionki gra cavalo cavalos peca pecas jogo конь кони фигуры фигура игра at atlar tas taslar oyun
"""
MOVING = """
    move moves work works jump jumps capture captures played ziehen zieht bewegen bewegt springen
    springt funktioniert geht bougent bouge deplacent deplace marche fonctionne mueven mueve
    funciona muovono muove funziona bewegen beweegt werkt gaan poruszaja porusza ruszaja dziala
    chodza movem move ходят ходит двигаются работает прыгает hareket oynanır ilerler
"""
TEACHING = """
    explain tell show resend remind describe teach erklar erklare erklaren erklart zeig expliquer
    explique expliquez explicar explica explicame spiegare spiega spiegami spiegate uitleggen leg
    uit wyjasnij wyjasnic wytlumacz wytlumaczyc explique explicar объясни объясните объяснить anlat
    anlatır açıklar
"""
STARTING = """
    start begin cancel stop change withdraw put starten beginnen abbrechen absagen commencer lancer
    annuler empezar iniciar cancelar cambiar iniziare cominciare annullare cambiare annuleren
    zaczac rozpoczac anulowac zmienic comecar mudar начать отменить изменить
"""
"""Verbs of requests that only the server can carry out, behind "can you"."""
BETWEEN_CLAUSES = "but and so aber und also mais et donc pero y ma e maar en ale mas но ama ve"
"""Words between clauses, of which one may be a request."""
BEFORE_ORDERS = """
    yes no ok okay please pls just first then hi hey hello sorry thanks server ja nein bitte erst
    oui non svp si por favor per favore graag tak nie prosze sim nao да нет пожалуйста evet hayir
    lutfen
"""
"""Words that may precede "show me the board" or "can you show me the board" in a clause."""
CAN_YOU = """
    can you, could you, would you, will you, can u, could u, kannst du, konntest du, konnen sie,
    konnt ihr, peux tu, pourrais tu, pouvez vous, pourriez vous, kun je, kunt u, kan je, voce pode,
    ты можешь, вы можете, kannst du mir, kun je mij, kun je me
"""
"""Beginnings of requests that don't address the opponents if TEACHING follows."""
HOW = """
    how do i, how can i, how should i, how to, what do i do, what should i do, i don t know how, wie
    kann ich, wie muss ich, wie soll ich, was muss ich, comment je, comment puis je, comment est ce
    que je, comment faire, que dois je, como puedo, como hago, como se, que tengo que, come posso,
    come faccio, come si, cosa devo, hoe kan ik, hoe moet ik, wat moet ik, jak moge, jak mam,
    co mam, como posso, como faco, o que devo, nasil, как мне, что мне, как можно
"""
ACTING = """
    move play resign reply answer draw ziehen spielen aufgeben antworten remis jouer bouger coup
    abandonner repondre nulle mover jugar abandonar responder tablas muovere giocare abbandonare
    rispondere patta zetten spelen opgeven antwoorden remise ruch ruszyc grac poddac odpowiedziec
    jogar desistir empate oynarim oynayabilirim hamle ходить играть сдаться ответить ничью
"""
WHAT_TO_DO = """
    what do i do, what do i have to do, what am i supposed to do, what should i do,
    what am i meant to do, what must i do, what do i type, what do i write, what do i put,
    what should i write, what am i supposed to write, what am i supposed to type, how do i do this,
    how do i do it, how do i do that, how is this done, don t know how this works,
    don t know how to do this, no idea how this works, no idea how to do this,
    what do i need to do, what do you want me to do,
    was muss ich machen, was muss ich tun, was soll ich machen, was soll ich tun, was mache ich,
    was mach ich, was muss ich schreiben, was soll ich schreiben, was muss ich eingeben,
    was soll ich eingeben, wie mache ich das, wie mach ich das, wie geht das, wie macht man das,
    weiss nicht wie das geht, weiß nicht wie das geht, keine ahnung wie das geht,
    que dois je faire, qu est ce que je dois faire, je dois faire quoi, que faut il faire,
    qu est ce que je fais, je fais quoi, je fais comment, comment faire, comment je fais,
    comment on fait, que dois je ecrire, qu est ce que je dois ecrire, je dois ecrire quoi,
    je ne sais pas comment faire, je sais pas comment faire, je ne sais pas comment ca marche,
    que tengo que poner, que tengo que hacer, que tengo que escribir, que debo hacer,
    que debo poner, que debo escribir, que hay que poner, que hay que hacer, que hago, que pongo,
    que escribo,
    como se hace esto, como se hace, como hago esto, como va esto, no se como se hace esto,
    no se como se hace, no se como va esto, no se como funciona esto, no entiendo como se hace,
    cosa devo fare, che devo fare, cosa devo scrivere, che devo scrivere, cosa devo mettere,
    cosa faccio, che faccio, come si fa, come faccio, cosa bisogna fare, non so come si fa,
    non so come funziona, non capisco come si fa,
    wat moet ik doen, wat moet ik schrijven, wat moet ik invullen, wat moet ik intypen, wat doe ik,
    hoe doe ik dit, hoe doe ik dat, hoe doe je dit, hoe gaat dit, hoe moet dit, hoe moet dat,
    weet niet hoe dit moet, weet niet hoe dit werkt, geen idee hoe dit werkt,
    co mam robic, co mam zrobic, co mam napisac, co mam wpisac, co musze zrobic, co trzeba zrobic,
    co trzeba wpisac, co robic, co robie, jak to zrobic, jak to sie robi, jak sie to robi,
    nie wiem jak to zrobic, nie wiem jak to dziala, nie wiem jak sie to robi,
    o que tenho de fazer, o que tenho que fazer, o que devo fazer, o que eu faco, o que faco,
    que faco, o que tenho de escrever, o que tenho que escrever, o que devo escrever, o que escrevo,
    o que e preciso fazer, como se faz isto, como se faz isso, como se faz, como faco isto,
    como faco isso, como faco, nao sei como se faz isto, nao sei como se faz,
    nao sei como isto funciona, nao sei como isso funciona,
    что мне делать, что делать, что надо делать, что нужно делать, что я должен делать,
    что я должна делать, что писать, что надо писать, что нужно писать, что мне писать,
    что мне написать, как это делается, как это делать, не знаю как это делается,
    не понимаю как это делается, не знаю как это работает,
    ne yapmam gerekiyor, ne yapmam lazim, ne yapmaliyim, ne yapacagim, ne yazmam gerekiyor,
    ne yazmam lazim, ne yazmaliyim, ne yazacagim, nasil yapiliyor, nasil yapilir, nasil yapacagim,
    nasil yapildigini bilmiyorum, nasil yapilacagini bilmiyorum
"""
"""Phrases of beginners who ask how to answer an email, if their text says nothing else."""
NOT_KNOWING = """
    i don t know what to do, don t get it, don t get this, don t understand this,
    don t understand it, don t understand, i m new, i am new, first time, it s my first time,
    i m lost, i am lost, i m confused, i am confused, excuse me,
    weiß nicht was ich machen soll, weiß nicht was ich tun soll, ich verstehe das nicht,
    verstehe das nicht, bin neu, zum ersten mal dabei, je ne comprends pas, je comprends pas,
    comprends rien, je ne comprends rien, je suis nouveau, je suis nouvelle, excusez moi,
    no se que hacer, no entiendo nada, no entiendo, no lo entiendo, soy nuevo, soy nueva,
    es mi primera vez, non so cosa fare, non capisco niente, non capisco, sono nuovo, sono nuova,
    mi scusi, ik snap het niet, snap het niet, ik begrijp het niet, begrijp er niets van,
    ben nieuw, nie wiem co robic, nie wiem co mam robic, nie rozumiem, jestem nowy, jestem nowa,
    nao sei o que fazer, nao percebo nada, nao percebo, nao entendo, nao entendi, sou novo,
    sou nova, com licenca, я не понимаю, ничего не понимаю, не понимаю, я новичок,
    не знаю что делать,
    anlamadım, anlamiyorum, anlamadim, bilmiyorum, yeniyim
"""
"""Phrases that texts with WHAT_TO_DO may have, too."""
AROUND_WHAT_TO_DO = """
    wait hi hello hey sorry ok okay um uh er well even actually exactly really literally now then
    here please server pbm and but so
    hallo guten tag entschuldigung also denn jetzt hier bitte eigentlich nun und ahm aber genau
    bonjour salut pardon desole desolee alors maintenant ici donc exactement bon et
    hola buenas buenos dias perdon perdone perdona disculpe disculpa ahora aqui entonces pues
    exactamente favor por y
    ciao buongiorno salve scusa scusate scusi adesso ora qui allora ma esattamente
    hoi dag pardon nu hier dan precies eigenlijk even en
    czesc witam dzien dobry przepraszam teraz tu tutaj wlasciwie dokladnie prosze
    ola e bom dia boa tarde desculpe desculpa desculpem agora aqui entao mas exatamente
    привет здравствуйте извините простите сейчас теперь тут здесь вообще пожалуйста а и ну
    merhaba selam pardon affedersiniz simdi burada lutfen peki ama
"""
"""Single words that texts with WHAT_TO_DO may have, too."""
HINTS = """
    hint tip tipp hinweis indice conseil astuce pista consejo suggerimento consiglio podpowiedz
    wskazowke dica ipucu подсказка подсказку
"""
GIVING = f"""
    {WISHES} give need get gib gebt brauche donne donnez besoin dame necesito dammi serve geef
    daj preciso da ver дай дайте нужна
"""
DRAWS = """
    draw remis nulle nul tablas patta pareggio remise empate berabere ничья ничью
    вничью
"""
OFFERING = """
    offer propose agree accept shall how let lets want would suggest call settle fancy biete
    anbieten schlage vorschlagen wollen konnen einigen nehmen belassen trennen propose proposer
    accord fait faisons voulez veux pouvons partageons conclure ofrezco propongo acordamos quieres
    hacemos aceptas podemos dejarlo dejamos dejemos quedamos firmamos offro facciamo vuoi accetti
    possiamo finirla chiudiamo stel voor aanbieden bied zullen kunnen wil proponuje remisujemy moze
    mozemy zgoda proponho aceita aceitas vamos fechamos ficamos quer teklif olsun yapalim предлагаю
    согласен согласна давай может можем разойдемся
"""
PROPOSING = """
    i offer, i hereby offer, i propose, i suggest, i d like to offer, i would like to offer,
    i d offer, i want to offer, ich biete, ich schlage, ich mochte, je propose, je vous propose,
    je te propose, je lui propose, j offre, propongo, le propongo, te propongo, ofrezco, le ofrezco,
    te ofrezco, vorrei proporre, offro, ik bied, ik stel, ik wil, proponuje, oferuje, chce
    zaproponowac, proponho, ofereco, quero propor, предлагаю, хочу предложить, teklif ediyorum
"""
"""Beginnings of draw offers of any length: "I propose a draw to Bob, if he agrees"."""
MAX_BEFORE_DRAW = 3
"""Maximum number of words from PROPOSING to the word for a draw."""
REMATCHES = "rematch revanche revancha rivincita rewanz реванш rovans"
PLAYING_AGAIN = """
    after this again another next want play fancy shall how game side danach noch wollen spielen
    nachste partie apres encore autre veux jouer despues otra quieres jugar dopo ancora altra vuoi
    giocare hierna nog wil spelen potem jeszcze zagramy depois outra quer jogar после ещё еще хочешь
    сыграем sonra tekrar
"""
"""Words of players who ask for a rematch: "rematch after this one?"."""
ORDINALS = """
    first second third fourth fifth last 1st 2nd 3rd 4th 5th erste ersten erster erstes zweite
    zweiten zweiter zweites dritte dritten dritter drittes vierte letzte letzten premier premiere
    deuxieme seconde troisieme quatrieme derniere dernier primera primero segunda segundo tercera
    tercero cuarta ultima ultimo prima primo seconda secondo terza terzo eerste tweede derde vierde
    laatste pierwszy pierwsza drugi druga trzeci trzecia ostatni primeira primeiro terceira terceiro
    birinci ikinci ucuncu sonuncu первый первая второй вторая третий третья последний
"""
AROUND_ORDINALS = """
    the one move option choice number please i ll take choose pick play want go with der die das den
    dem zug variante ich nehme bitte le la coup je prends joue el los jugada opcion yo elijo il lo
    mossa io scelgo de het zet ik neem ten ta ruch biore o a jogada eu escolho hamle lutfen ход
    вариант
"""
"""Words with which an ordinal chooses from a list: "I'll take the second one"."""

DRAFTS = """
    draft drafts reply response version suggestion suggestions answer message entwurf vorschlag
    antwort version nachricht brouillon reponse proposition borrador respuesta propuesta version
    bozza risposta proposta concept antwoord voorstel versie szkic odpowiedz propozycja rascunho
    resposta taslak yanit cevap черновик ответ вариант
"""
HERE = (
    "here hier voici voila aqui ecco oto iste вот draft entwurf brouillon borrador bozza rascunho"
)
"""Words with which a program announces the draft of a reply."""
LABELS = "smart suggested generated draft entwurf brouillon borrador bozza rascunho черновик"
"""Words of a label in front of a draft: "Smart reply: Sounds great!"."""
MODELS = """
    as an ai, language model, opponent s name, insert move, ai generated, als ki, als sprachmodell,
    modele de langage
"""
