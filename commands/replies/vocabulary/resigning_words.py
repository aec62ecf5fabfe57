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
