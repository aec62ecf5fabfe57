"""Phrases of questions and wishes of registered players about games and other players.

They are without accents. A phrase that ends in a star stands for any ending.
"""

OWN_RUNNING_GAMES = """
    games am i, games i m in, games i m playing, games i am playing, games do i have,
    games i have running, games i play now, partien habe ich, partien spiele ich,
    spiele habe ich, spiele ich gerade, parties ai je, parties je joue, partidas tengo,
    partidas estoy, partite ho, partite sto, partijen heb ik, partijen speel ik, partie mam,
    partie teraz gram, gry mam, gry teraz gram, partidas eu tenho, jogos tenho, jogos eu tenho,
    partidas estou, партий у меня, партии у меня, партии я играю, партиях я,
    hangi oyunlarda, hangi oyunlarim, partier har jag, partier spelar jag, spil er jeg,
    どの対局, 進行中の対局
"""
WHOSE_TURN = """
    whose turn, whose move, who is to move, who s to move, whose go, wer ist am zug, wer am zug,
    wer ist dran, wer dran ist, a qui le tour, a qui de jouer, a qui est ce de jouer,
    de quien es el turno, a quien le toca, quien mueve, a chi tocca, di chi e il turno,
    wie is er aan zet, wie is aan zet, wie is er aan de beurt, wie aan zet, czyj ruch,
    czyj jest ruch, czyja kolej, czyja jest kolej, de quem e a vez, quem joga agora, чей ход,
    чей сейчас ход, чья очередь, sira kimde, kimin sirasi, vems tur, hvis tur, 誰の番
"""
OWN_RECORD = """
    my rating, my elo, my score, my record, my rank, my results, my points, have i won,
    did i win, i have won, have i lost, games i won, am i ranked, is my place, am i rated,
    meine wertung, meine punktzahl, mein rang, habe ich gewonnen, ich gewonnen habe, mon classement,
    mon score, ai je gagne, j ai gagne, mi puntuacion, mi clasificacion, mi rating, he ganado,
    mio punteggio, mia classifica, mio rating, ho vinto, mijn rating, mijn score,
    heb ik gewonnen, moj ranking, moj rating, moja punktacja, wygralem, wygralam, minha pontuacao,
    meu rating, ganhei, venci, мой рейтинг, я выиграл, я выиграла, выиграл я, puanim,
    kac oyun kazandim, min rating, har jag vunnit
"""
WINS = """
    won, win, wins, lost, losses, record, results, gewonnen, verloren, gagne*, perdu*, ganado,
    perdido, vinto, perso, wygral*, przegral*, ganhei, venci, perdi, выигра*, проигра*, kazan*,
    vunnit, vundet
"""
"""Words for the results of games, as opposed to a rating."""
WHO_SEEKS = """
    is anyone looking, is anybody looking, is someone looking, is somebody looking,
    anyone looking for a, anybody looking for a, who is looking, who s looking, who wants a game,
    is there anyone looking, sucht jemand, sucht gerade jemand, wer sucht, quelqu un cherche,
    qui cherche, alguien busca, alguien buscando, quien busca, qualcuno cerca, qualcuno sta
    cercando, chi cerca, zoekt iemand, zoekt er iemand, wie zoekt, ktos szuka, kto szuka,
    alguem procura, alguem procurando, quem procura, кто ищет, кто нибудь ищет, kim ariyor,
    soker nagon, vem soker
"""
ROBOTS = """
    robot*, computer level, bots, computer opponent, computergegner, roboter*, ordenador,
    ordinateur, computer avversario, komputer, робот*, ロボット
"""
ALL_GAMES_END = """
    stop all my games, end all my games, resign all my games, resign all games, quit all my games,
    give up all my games, cancel all my games, finish all my games, drop all my games,
    resign every game, resign everything, resign from all, give up all games, stop all games,
    alle meine partien aufgeben, alle meine spiele aufgeben, alle partien aufgeben,
    alle spiele aufgeben, gebe alle, alle meine spiele beenden, alle meine partien beenden,
    abandonner toutes mes parties, abandonne toutes mes parties, arreter toutes mes parties,
    abandonar todas mis partidas, abandono todas mis partidas, terminar todas mis partidas,
    abbandonare tutte le mie partite, abbandono tutte le mie partite,
    al mijn partijen opgeven, al mijn partijen stoppen, geef al mijn partijen,
    poddac wszystkie moje, poddaje wszystkie, zakonczyc wszystkie moje,
    desistir de todas as minhas, desisto de todas as minhas, encerrar todas as minhas,
    сдать все мои, сдаю все мои, сдать все партии, закончить все мои, tum oyunlarimi birak
"""
"""Phrases of players who give up all their games."""
NEW_TOURNAMENT = """
    set up a tournament, hold a tournament, organise a tournament, organize a tournament,
    start a tournament, create a tournament, run a tournament, host a tournament,
    own tournament, our own tournament, set this up, set it up, set one up,
    turnier veranstalten, turnier organisieren, turnier ausrichten, turnier anlegen,
    eigenes turnier, turnier starten, organiser un tournoi, creer un tournoi,
    organizar un torneo, crear un torneo, organizzare un torneo, creare un torneo,
    toernooi organiseren, toernooi opzetten, eigen toernooi, zorganizowac turniej,
    utworzyc turniej, organizar um torneio, criar um torneio, организовать турнир,
    создать турнир, провести турнир, turnuva duzenle*, ordna en turnering
"""
SEEING = """
    see sees seeing seen view look watch visible sehen sieht gesehen sichtbar voir voie voient
    voit ver vea vean vedere veda vedano vede zien ziet widziec widzial widziala widzieli widza
    widzi veja vejam видеть видел видели видят gorsun gormesin gorebilsin se ser
"""
NOBODY_ELSE = """
    nobody, no one, noone, anyone, anybody, strangers, only, except, other than, but my opponents,
    niemand, keiner, nur, ausser, fremde, personne, seulement, sauf, nadie, solo, excepto, salvo,
    nessuno, solamente, tranne, alleen, behalve, nikt, tylko, oprocz, ninguem, apenas, somente,
    exceto, никто, только, кроме, kimse, sadece, ingen, bara, utom
"""
OWN_GAMES = """
    my games, my results, my boards, my matches, meine partien, meine spiele, meine ergebnisse,
    mes parties, mes resultats, mis partidas, mis resultados, mie partite, miei risultati,
    mijn partijen, mijn spellen, moje partie, moje gry, moich partii, moich gier, minhas partidas,
    meus jogos, мои игры, мои партии, моих игр, моих партий, oyunlarim*, mina partier
"""
STILL_ACTIVE = """
    still active, still around, still there, still playing, still play, still alive, last seen,
    last active, last online, been around, noch aktiv, noch da, noch dabei, zuletzt aktiv,
    zuletzt online, toujours actif, toujours active, toujours la, sigue activo, sigue activa,
    sigue jugando, ancora attivo, ancora attiva, gioca ancora, nog actief, speelt nog,
    nadal aktywny, nadal aktywna, jeszcze aktywny, ainda ativo, ainda ativa, ainda joga,
    еще активен, еще играет, hala aktif, hala oynuyor, fortfarande aktiv, spelar fortfarande
"""
"""Phrases of questions whether a player still plays here."""
AGAINST_EACH_OTHER = """
    against each other, against one another, have we done, head to head, our record, our score,
    gegeneinander, unsere bilanz, l un contre l autre, l une contre l autre, notre bilan,
    entre nosotros, uno contra otro, uno contra el otro, uno contro l altro, tra noi,
    tegen elkaar, onderlinge, przeciwko sobie, miedzy nami, um contra o outro, entre nos,
    друг против друга, между собой, birbirimize karsi, aramizda*
"""
