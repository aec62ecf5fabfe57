"""Words of wishes for a game, in the languages of the players.

They are without accents. A phrase that ends in a star stands for any ending.
"""

PLAYING = """
    play, game, games, match, challenge*, have a go, spiel*, partie*, herausforder*, fordere,
    jouer, joue, defie*, jugar, juego, partida*, desafi*, giocare, gioco, partit*, sfid*, spelen,
    speel, potje*, partij*, uitdag*, zagrac, grac, zagram, gram, gre, wyzwac, wyzywam, jogar, jogo,
    spela, spille, spil, parti, utmana, oyna*, oyun, oyunu, поиграть, сыграть, играть, парти*,
    対局, 対戦, 遊び, プレイ
"""
WISHING = """
    request, would like, id like, d like, i want, want to, wanna, wants to, can i, can we, could i,
    could you, can you, may i, please, pls, plz, lets, let me, let us, looking for, find me, set me
    up, hook me up, sign me up, start, begin, fancy, up for, anyone, anybody, am searching,
    seeking, mochte, will, wurde gern, wurde gerne, hatte gern, hatte gerne, suche, bitte, kann
    ich, starte*, gesucht, voudrais, veux, aimerais, cherche, s il vous plait, svp, puis je,
    quiero, quisiera, me gustaria, busco, por favor, puedo, vorrei, voglio, cerco, per favore, per
    piacere, posso, wil, graag, zoek, kan ik, chce, chcialbym, chcialabym, szukam, prosze,
    poprosze, czy moge, quero, gostaria, queria, procuro, vill, skulle vilja, soker, snalla,
    istiyorum, ariyorum, lutfen, хочу, хотел бы, хотела бы, ищу, можно, пожалуйста,
    kan jag, jag vill, far jag, ma jeg, kan jeg, jeg vil, vil gerne,
    したい, お願い, 探して, ください
"""
STARTING = """
    start, begin, set up, starte*, beginn*, anfangen, commence*, demarre*, empezar, empieza*,
    comenzar, comienza*, inicia*, iniziare, inizia, comincia*, zacznij*, rozpoczn*, comecar,
    comece*,
    начни*, начать, baslat*
"""
"""Words of wishes such as "Please start Chess with Ben"."""
WITH = """
    with against vs versus challenge play mit gegen avec contre con contra contro met tegen z ze
    przeciw przeciwko com с против mot med
"""
"""Words before the player with whom somebody wants to play."""
EXISTING = """
    my, our, this, that, mein*, unser*, dies*, ma, mon, notre, cette, mi, nuestr*, esta, mio, mia,
    nostr*, questa, mijn, onze, deze, moja, moje*, nasz*, ta, te, minha, nossa, min, var, den har,
    bizim, benim, bu, мо*, наш*, эт*
"""
"""Words before a word for a game that is being played already."""
ROBOT = """
    robot*, computer*, bot, bots, machine, ai, engine, program, programm, roboter*, ki,
    ordinateur*, ordi, ordenador*, maquina, calcolatore, macchina, komputer*, computador*, dator*,
    datorn, bilgisayar*, робот*, компьютер*, бот*, ロボット, コンピュータ, コンピューター, パソコン
"""
ANYBODY = """
    anyone, anybody, someone, somebody, whoever, stranger*, opponent*, a human, a person, people,
    another player, other players, jemand*, irgendwe*, gegner*, mitspieler*, mensch*, quelqu un, n
    importe qui, adversaire*, quiconque, alguien, quien sea, cualquiera, rival*, oponente*,
    contrincante*, qualcuno, chiunque, avversari*, iemand, wie dan ook, tegenstander*, kims,
    kogokolwiek, ktos, kogos, przeciwnik*, alguem, qualquer pessoa, adversari*, nagon, vem som
    helst, motstandare, motspelare, biri, birisi, biriyle, herhangi biri*, rakip, rakib*, кем
    нибудь, кого нибудь, кто нибудь, соперник*, 誰か, 相手
"""
WEAKEST = """
    easiest, weakest, easy, beginner*, novice, simple, weak, slow, level one, einfach*, leicht*,
    schwachst*, anfanger*, facile*, debutant*, plus faible, facil, principiante*, mas debil, piu
    debole, makkelijk*, zwakst*, beginner, latw*, najlatw*, najslab*, poczatkuj*, iniciante*, mais
    fraco, latt*, svagast*, nyborjar*, kolay, baslangic, en zayif, легк*, самый слабый, слаб*,
    простой, 一番弱い, 弱い, 初心者
"""
MEDIUM = """
    medium, middle, average, intermediate, mittel*, moyen*, medio, media, intermedi*, gemiddeld*,
    sredni*, medel*, orta, средн*, 中級, 普通
"""
STRONG = """
    hard, strong, tough, difficult, advanced, schwer*, schwierig*, stark, starken, difficile*,
    fort, dificil*, fuerte, forte, moeilijk*, sterk, sterke, trudn*, siln*, svar, svart, stark,
    zor, guclu, сильн*, сложн*, 強い, 上級
"""
STRONGEST = """
    strongest, hardest, toughest, best, maximum, max, highest, top, unbeatable, starkst*, beste,
    besten, schwerst*, hochst*, plus fort, meilleur*, plus difficile, mas fuerte, mejor, mas
    dificil, piu forte, migliore, piu difficile, sterkste, moeilijkst*, najsilniejsz*,
    najtrudniejsz*, najlepsz*, mais forte, melhor, mais dificil, starkaste, svaraste, basta, en
    guclu, en zor, en iyi, сильнейш*, самый сильный, самым сильным, 一番強い, 最強
"""
LEVEL = """
    level*, strength, grade, niveau*, stufe*, starke, spielstarke, nivel*, livello, poziom*, niva,
    seviye*, уров*, レベル
"""
NUMBERS = {
    1: "one ein eine un une uno una een jeden jedna um uma en bir один",
    2: "two zwei deux dos due twee dwa dwie dois duas tva iki два две",
    3: "three drei trois tres tre drie trzy tres tre uc три",
    4: "four vier quatre cuatro quattro cztery quatro fyra fire dort четыре",
    5: "five funf cinq cinco cinque vijf piec fem bes пять",
    6: "six sechs seis sei zes szesc seks alti шесть",
    7: "seven sieben sept siete sette zeven siedem sete sju syv yedi семь",
    8: "eight acht huit ocho otto osiem oito atta otte sekiz восемь",
    9: "nine neun neuf nueve nove negen dziewiec nio dokuz девять",
    10: "ten zehn dix diez dieci tien dziesiec dez tio десять",
}
TERMS = """
    bigger, larger, smaller, longer, slower, faster, size, board size, unrated, rated, handicap,
    days per move, day per move, more time, less time, grosser*, kleiner*, langsamer, schneller,
    tage pro zug, ungewertet, grossere*, plus grand*, plus petit*, jours par coup, non classee,
    mas grande, mas pequen*, dias por jugada, piu grande, piu piccol*, giorni per mossa, groter*,
    kleiner*, dagen per zet, wieksz*, mniejsz*, dni na ruch, maior, menor, dias por lance,
    больше, меньше, побольше, дней на ход, daha buyuk, daha kucuk
"""
"""Words for terms of a game that a rematch keeps: "again, but on a bigger board"."""
