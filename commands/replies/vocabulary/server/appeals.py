"""Phrases of texts for the admins of the server, and of complaints about the result of a game.

They are without accents. A phrase that ends in a star stands for any ending.
"""

ADMINS = """
    administrator*, administrators, admin, admins, moderator*, mods, webmaster, staff,
    server team, support team, server admin, site owner, operator, administrateur*, moderateur*,
    administrador*, moderador*, amministrat*, moderatore, moderatori, beheerder*, moderatoren,
    administracj*, moderacj*, administracja, администрат*, модератор*, yonetici*, 管理者
"""
"""Names by which a text addresses the people who run the server."""
BEFORE_ADMINS = """
    to the dear hi hello hey attention attn for of all my a an die den das der lieber liebe
    liebes sehr geehrter geehrte geehrtes hallo au aux a l le la les cher chers bonjour al a los
    el estimado estimados hola agli all alla gentile gentili caro cari ciao aan de beste geachte
    hoi do drogi drodzy szanowny szanowni ao aos caro prezado prezados ola к для уважаемый
    уважаемые дорогой sayin pbm server chess
"""
"""Words before ADMINS at the beginning of a text."""
ARTICLES = "the my a die der den das la le les l el los il i gli de o os"
REPORTING = """
    report this player, report this person, report this user, report this man, report him,
    report her, report them, report my opponent, i want to report, i would like to report,
    i d like to report, i need to report, diesen spieler melden, ich mochte ihn melden,
    ich mochte sie melden, mochte diesen spieler, je veux signaler, je voudrais signaler,
    signaler ce joueur, quiero denunciar, quiero reportar, denunciar a este, voglio segnalare,
    vorrei segnalare, segnalare questo giocatore, wil melden, deze speler melden, chce zglosic,
    chcialbym zglosic, chcialabym zglosic, zglosic tego gracza, quero denunciar,
    gostaria de denunciar, denunciar este jogador, хочу пожаловаться, пожаловаться на,
    sikayet etmek istiyorum
"""
THIS_PERSON = """
    this person, this player, this man, this woman, this guy, this user, this opponent,
    dieser spieler, dieser mensch, dieser mann, dieser typ, diese person, dieser gegner,
    cette personne, ce joueur, cet homme, ce type, esta persona, este jugador, este hombre,
    este tipo, questa persona, questo giocatore, quest uomo, questo tipo, deze persoon,
    deze speler, deze man, ta osoba, ten gracz, ten czlowiek, esta pessoa, este jogador,
    esse jogador, essa pessoa, этот игрок, этот человек, bu kisi, bu oyuncu, bu adam
"""
COMPLAINING = """
    harass*, insult*, abus*, threat*, stalk*, phone number, do something, rude, creep*,
    spam*, cheat*, offensive, racist*, obscene, disgusting, belastigt, belastigung, beleidigt,
    bedroht, telefonnummer, unternehmen sie, betrug*, insulte*, harcele*, menace*, triche*,
    numero de telephone, insulta*, acosa*, amenaza*, trampa*, numero de telefono, molesta*,
    minaccia*, imbroglia*, scheldt, lastig, bedreigt, telefoonnummer, obraza, nekaj*, grozi,
    oszukuje, numer telefonu, insulta, assedia, ameaca*, trapace*, numero de telefone,
    оскорбля*, угрожа*, домога*, номер телефона, hakaret, tehdit, taciz
"""
"""Words of complaints about THIS_PERSON."""
WRONG_RESULTS = """
    i never resigned, i didn t resign, i did not resign, i haven t resigned, i didnt resign,
    put the game back, put my game back, put it back the way, restore the game, restore my game,
    restore this game, reopen the game, reopen this game, reopen my game, undo the resignation,
    wrong result, result is wrong, result is not right, result isn t right, result is incorrect,
    result is a mistake, correct the result, change the result,
    nie aufgegeben, nicht aufgegeben, spiel wiederherstellen, partie wiederherstellen,
    spiel zuruckholen, falsches ergebnis, ergebnis ist falsch, ergebnis stimmt nicht,
    jamais abandonne, pas abandonne, retablir la partie, retablissez la partie, faux resultat,
    resultat est faux, mauvais resultat, nunca abandone, no abandone, no me rendi,
    nunca me rendi, restaurar la partida, resultado equivocado, resultado incorrecto,
    resultado esta mal, resultado es incorrecto, mai abbandonato, non ho abbandonato,
    non mi sono arresa, non mi sono arreso, ripristinare la partita, ripristinate la partita,
    risultato sbagliato, risultato e sbagliato, nooit opgegeven, niet opgegeven,
    partij herstellen, verkeerde uitslag, uitslag klopt niet, nigdy sie nie poddalem,
    nigdy sie nie poddalam, nie poddalem sie, nie poddalam sie, przywrocic gre,
    przywroccie gre, wynik jest bledny, zly wynik, nunca desisti, nao desisti,
    restaurar o jogo, restaurem o jogo, resultado errado, resultado esta errado, я не сдавался,
    я не сдавалась, не сдавался, не сдавалась, верните игру, верните партию,
    неправильный результат, результат неверный, pes etmedim, oyunu geri, sonuc yanlis
"""
"""Phrases of players who complain that a finished game has a wrong result."""
WRONG_BOARDS = """
    your board is wrong, the board is wrong, this board is wrong, board isn t right,
    board is not right, board is incorrect, position is wrong, position isn t right,
    position is incorrect, wrong position, never moved it to, i never played that,
    i never made that move, i didn t play that,
    i did not play that, i didn t make that move, brett ist falsch, brett stimmt nicht,
    stellung ist falsch, stellung stimmt nicht, falsche stellung, diesen zug nie gemacht,
    nie dorthin gezogen, das habe ich nie gespielt, echiquier est faux, plateau est faux,
    position est fausse, mauvaise position, jamais joue ce coup, jamais joue ca,
    tablero esta mal, tablero es incorrecto, posicion esta mal, posicion es incorrecta,
    posicion incorrecta, nunca jugue eso, nunca hice esa jugada, scacchiera e sbagliata,
    posizione e sbagliata, posizione sbagliata, mai giocato quella mossa, mai fatto quella mossa,
    bord klopt niet, bord is fout, stelling klopt niet, stelling is fout,
    die zet nooit gedaan, dat nooit gespeeld, plansza jest zla, plansza sie nie zgadza,
    pozycja jest bledna, nigdy tego nie zagralem, nigdy tego nie zagralam,
    tabuleiro esta errado, posicao esta errada, nunca joguei isso, nunca fiz esse lance,
    доска неправильная, позиция неправильная, неверная позиция, я так не ходил,
    я так не ходила, tahta yanlis, konum yanlis, bu hamleyi yapmadim
"""
"""Phrases of players who complain that the board or a move on it is wrong."""
