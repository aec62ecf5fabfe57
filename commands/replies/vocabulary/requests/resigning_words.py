"""Words by which people resign a game, and words of similar sentences that don't resign it."""

RESIGN = """
resign, I resign, I give up, I surrender, I concede, surrender, decline, I quit, I forfeit,
you win, you won, end this game, cancel this game, quit this game, I want to quit this game,
I want to end this game, I want to stop this game, I don't want to play this game any more,
I don't want to play any more, I don't want to play anymore, remove me from this game,
take me out of this game
ich gebe auf, ich gebe mich geschlagen, aufgeben,
ich will nicht mehr spielen, ich möchte nicht mehr spielen, Spiel beenden, beende das Spiel
j'abandonne, je me rends, je ne veux plus jouer, annuler la partie
me rindo, abandono, no quiero jugar más, cancelar la partida
mi arrendo, abbandono, non voglio più giocare, annullare la partita
ik geef op, ik geef het op, ik wil niet meer spelen
poddaję się, nie chcę już grać, zakończ grę
desisto, eu desisto, não quero mais jogar, cancelar o jogo
pes ediyorum, çekiliyorum, teslim oluyorum, artık oynamak istemiyorum
сдаюсь, не хочу больше играть, отмените игру
投了します, 参りました
"""
"""Requests to resign. Each line is in one language."""
RESIGNING = """
    i resign, i ll resign, i will resign, i m resigning, i am resigning, i want to resign, i d like
    to resign, i would like to resign, i should resign, i have to resign, i must resign, time to
    resign, let me resign, i surrender, i concede, i forfeit, i give up, i m giving up, i will give
    up, i ll give up, i quit, ich gebe auf, geb auf, gebe auf, gebe ich auf, gebe mich geschlagen,
    ich werde aufgeben, muss aufgeben, j abandonne, je me rends, je declare forfait, je jette l
    eponge, me rindo, abandono, me doy por vencido, me doy por vencida, tiro la toalla, mi arrendo,
    m arrendo, abbandono, getto la spugna, ik geef op, ik geef het op, geef me over, geef me
    gewonnen, poddaje sie, poddaje partie, desisto, me rendo, rendo me, pes ediyorum,
    cekiliyorum, teslim oluyorum, сдаюсь, сдаю партию
"""
"""Phrases of a sentence that resigns, without accents."""
RESIGNING_UNSPACED = "投了 参りました 降参 負けました"
MAX_RESIGNING_WORDS = 8
"""Maximum number of words of a sentence that resigns: "I give up on this weather forecast" """
NOT_RESIGNING = """
    myself if wenn falls si se als jesli jezeli eger если unless before bevor avant antes prima
"""
"""Words of a sentence that doesn't resign: "I resign myself to this", "if I resign"."""
HAVING_TO = """
    i m going to, i am going to, i m gonna, im gonna, i ll, i will, i have to, i ve got to,
    i have got to, i got to, i gotta, i need to, i must, i want to, i d like to, i would like to,
    i d better, i m afraid i have to, i m forced to, i think it s time to, time to, let me,
    im going to, ill, ich muss, ich werde, ich mochte, muss ich, werde ich, mochte ich, je dois,
    je vais, je suis oblige d, je suis obligee d, il faut que j, je voudrais, tengo que, debo,
    voy a, tendre que, me toca, quiero, devo, dovro, sono costretto ad, sono costretta ad, voglio,
    vorrei, mi tocca, ik moet, ik ga, ik zal, moet ik, zal ik, ga ik, ik wil, musze, bede musial,
    bede musiala, chyba musze, chce, chcialbym, chcialabym, tenho que, tenho de, terei que,
    terei de, vou, preciso, quero, мне придется, придется, я должен, я должна, вынужден,
    вынуждена, мне надо
"""
"""Phrases before RESIGN_INFINITIVES."""
RESIGN_INFINITIVES = """
    resign, concede, give up, surrender, forfeit, throw in the towel, aufgeben, mich geschlagen
    geben, das handtuch werfen, abandonner, declarer forfait, jeter l eponge, rendirme, abandonar,
    tirar la toalla, arrendermi, abbandonare, gettare la spugna, opgeven, poddac, zrezygnowac
    z partii, zrezygnowac z gry, desistir, me render, render me, jogar a toalha, сдаться, сдать,
    сдаваться
"""
GAME_OBJECTS = """
    one game match board here now it today this partie spiel brett hier jetzt heute diese dieses
    jeu plateau ici maintenant celle ci partida juego tablero aqui ahora esta este ya partita gioco
    scacchiera qui adesso ora questa questo partij spel bord hier nu deze dit partie gre plansze tu
    teraz te jogo tabuleiro aqui agora партию игру здесь сейчас эту
"""
"""Words for the game that is resigned or called off."""
POINTING = """
    this that the der die das den dieser ce cet cette la le les esa ese eso questo quella dat die ta
    to эту ту
"""
"""Words that point at a game: "that one"."""
GAME_NOUNS = """
    game match spiel partie jeu partida juego partita gioco partij spel gre partie jogo партию игру
    oyunu
"""
AROUND_RESIGNING = """
    the that to have be going just really probably unfortunately sadly simply also again then from
    our my us you all please quickly still maybe sorry sie die das den wohl leider einfach auch
    doch schon mussen wirklich bitte unser unsere la le cette ce malheureusement devoir juste
    simplement helas notre s il te plait vous el lo tener que por desgracia lamentablemente me
    nuestra nuestro favor dovere purtroppo semplicemente mi ad la nostra nostro per favore ze de
    het moeten helaas gewoon maar ons onze alsjeblieft sie niestety chyba po prostu nasza te o a
    ter de infelizmente nosso nossa desta deste dessa desse di questa van om к сожалению просто
    наверное нашу пожалуйста
"""
"""Words that may be beside a resignation and the game."""
BEFORE_RESIGNING = """
    so well ok okay right sorry bob hi hello hey dear i think guess suppose am m afraid that it
    looks like seems unfortunately sadly ah oh oh no alas and but then now also leider tja also
    gut ich glaube denke furchte schade bon bah desole desolee je crois pense malheureusement
    crains que bueno pues creo lo siento me temo que beh allora credo temo mi dispiace purtroppo
    nou tja ik denk vrees dat helaas no coz chyba niestety przykro mi bem pois acho que
    infelizmente ну похоже увы кажется к сожалению боюсь что
"""
"""Words before a resignation in the same clause."""
CALLING_OFF = """
    cancel, call off, call it off, call this off, call this game off, call the game off,
    call our game off, call this match off, abort, annul, scrap, drop, stornieren, absagen,
    abbrechen, abblasen, annuler, cancelar, anular, annullare, annuleren, afblazen, afbreken,
    anulowac, odwolac, отменить, аннулировать, iptal edebilir, iptal etmek
"""
"""Verbs of players who want a game to be called off."""
WANTING_TO = """
    can we, could we, can you, could you, can i, could i, may i, please, let s, lets, i want to,
    i d like to, i would like to, is it possible to, how do i, how can i, how do we, konnen wir,
    konnten wir, kann ich, konnte ich, kannst du, konnt ihr, ich mochte, ich will, lass uns, bitte,
    wie kann ich, wie kann man, peut on, on peut, pouvez vous, puis je, je peux, je veux,
    je voudrais, comment, podemos, puedo, puedes, podeis, quiero, quisiera, possiamo, posso,
    potete, puoi, vorrei, voglio, come si fa ad, kunnen we, kan ik, kunt u, kun je, ik wil,
    ik zou, mozemy, czy moge, czy mozna, mozna, chce, chcialbym, chcialabym, podemos, posso, pode,
    quero, queria, gostaria de, можем, можно, могу, хочу, хотел бы, хотела бы, bu oyunu
"""
"""Phrases before CALLING_OFF."""
STOPPING_WISHES = """
    would like to, d like to, want to, wish to, prefer to, ich mochte, ich will, mochte ich,
    will ich, wurde gerne, wurde gern, mochte, je voudrais, j aimerais, je veux, je prefere,
    voudrais, quiero, quisiera, me gustaria, prefiero, vorrei, voglio, preferirei, ik wil graag,
    ik wil, wil ik, ik zou graag, wil graag, chce, chcialbym, chcialabym, wole, quero, gostaria de,
    queria, prefiro, хочу, хотел бы, хотела бы
"""
RATHER = """
    rather lieber gern gerne plutot mieux mejor piuttosto liever wolalbym antes лучше
    with mit met avec con z com playing spielen deze dieser diese this cette esta questa tej esta
"""
"""Words beside STOPPING_PLAY."""
STOPPING_PLAY = """
    stop, stop playing, quit, quit playing, drop out, step out, leave the game, leave this game,
    end this game, end the game, aufhoren, aussteigen, nicht weiterspielen, arreter, m arreter,
    arreter de jouer, quitter la partie, dejarlo, parar, dejar de jugar, dejar la partida,
    abandonar la partida, smettere, smettere di giocare, fermarmi, lasciare la partita, stoppen,
    ermee stoppen, ermee ophouden, stoppen met spelen, przestac, przestac grac, skonczyc,
    zakonczyc, parar de jogar, deixar de jogar, deixar o jogo, прекратить, перестать играть,
    закончить, выйти из игры
"""
"""Verbs of players who end a game after STOPPING_WISHES, if nothing else follows."""
DECLINING = """
    decline, refuse, reject this, reject the challenge, turn down, turn this down, say no,
    not play this, get out of this, ablehnen, absagen, nicht spielen, refuser, decliner, rechazar,
    rechazarla, declinar, rifiutare, declinare, weigeren, afslaan, afwijzen, odmowic, odrzucic,
    recusar, rejeitar, отказаться, отклонить, reddedebilirim, reddetmek
"""
"""Verbs of players who ask how to decline a game that somebody else began."""
ASKING_HOW = """
    how do i, how can i, how does one, how to, can i, could i, may i, where do i, is it possible to,
    am i allowed to, wie kann ich, kann ich, kann man, wie lehne ich, darf ich, comment, puis je,
    est ce que je peux, je peux, como, puedo, se puede, come, posso, si puo, hoe kan ik, hoe,
    kan ik, mag ik, jak, czy moge, czy mozna, posso, como faco, как, можно, могу ли, nasil
"""
AGREED = """
    agree agreed accept accepted join joined start started challenge challenged angenommen
    akzeptiert zugesagt zugestimmt begonnen gestartet accepte commence acepte aceptado empece
    accettato iniziato geaccepteerd aangenomen begonnen gestart zaakceptowalem zaakceptowalam
    przyjalem przyjelam zaczalem zaczelam aceitei comecei принял приняла согласился согласилась
    начал начала kabul basladim baslattim
"""
"""Words of players who didn't want to begin a game. See MISTAKENLY."""
MISTAKENLY = """
    by mistake, by accident, accidentally, wrong button, wrong link, didn t mean, did not mean,
    didnt mean, aus versehen, versehentlich, irrtumlich, falschen knopf, par erreur,
    mauvais bouton, sans le vouloir, por error, sin querer, boton equivocado, per errore,
    per sbaglio, bottone sbagliato, per ongeluk, per vergissing, verkeerde knop, przez pomylke,
    przez przypadek, niechcacy, por engano, sem querer, botao errado, по ошибке, случайно,
    не ту кнопку, yanlislikla
"""
REGRETTING = """
    wrong game, wrong board, wrong one, by mistake, by accident, accidentally, was a mistake,
    didn t mean, did not mean, didnt mean, didn t want, did not want, keep playing, play on,
    carry on, continue, can i undo, take that back, take it back, changed my mind, falsches spiel,
    falsche spiel, falsche partie, falschen partie, falsches brett, aus versehen, versehentlich,
    irrtumlich, war ein versehen, wollte nicht aufgeben, wollte gar nicht, wollte das nicht,
    weiterspielen, par erreur, mauvaise partie, trompe de partie, je ne voulais pas, voulais pas,
    on continue, por error, sin querer, partida equivocada, me equivoque, no queria, sigamos,
    seguimos jugando, per errore, per sbaglio, partita sbagliata, ho sbagliato, non volevo,
    continuiamo, per ongeluk, per vergissing, verkeerde partij, verkeerde spel, wilde niet opgeven,
    wilde ik niet, speel door, przez pomylke, przez przypadek, nie ta gra, nie ta partia,
    nie chcialem, nie chcialam, grajmy dalej, por engano, sem querer, jogo errado, partida errada,
    nao queria, enganei me, vamos continuar, по ошибке, случайно, не та игра, не ту игру,
    не та партия, не хотел, не хотела, играем дальше, yanlislikla, yanlis oyun, istemeden,
    devam edelim
"""
"""Phrases of players who resigned the wrong game, or didn't mean to, without accents."""
ASKING_WHY = "why warum wieso weshalb pourquoi perche waarom dlaczego czemu почему зачем neden niye"
"""Words that begin a question why a game ended. See also ASKING_WHY_PHRASES."""
ASKING_WHY_PHRASES = """
    how come, what happened to, where did, where is, what s happened to, was ist mit,
    qu est il arrive, que s est il passe, por que, porque e que, porque foi, porque e,
    o que aconteceu,
    cosa e successo, come mai, che fine ha, wat is er gebeurd, co sie stalo, что случилось, ne oldu
"""
ENDED = """
    removed deleted canceled cancelled ended over gone closed vanished disappeared finished quit
    quits resign resigned stop stopped gave give lost won geloscht entfernt abgebrochen beendet weg
    vorbei zuende verschwunden aufgegeben aufgehort supprimee supprime terminee termine annulee
    annule finie abandonne arrete disparu borrada borrado eliminada eliminado cancelada cancelado
    terminada terminado termino acabo cancelo cancelaron borro borraron acabado abandonado
    desaparecido cancellata rimossa finita
    annullata abbandonato sparita verwijderd geannuleerd afgelopen voorbij gestopt opgegeven weg
    verdwenen usunieta skonczona skonczyla anulowana zniknela poddal poddala apagado cancelado
    removido acabou terminou desistiu sumiu удалена удалили удалена закончилась отменена пропала
    сдался сдалась silindi iptal bitti kayboldu birakti
"""
GAMES = """
    game board match he she they him spiel partie brett er sie jeu plateau il elle partida juego
    tablero el ella partita gioco lui lei spel partij bord hij zij gra partia plansza on ona jogo
    tabuleiro ele ela игра партия игру партию доска он она oyun oyuna tahta rakip
"""
"""Words for the game that ended, or for the player who ended it."""
