"""Words by which people name the server's services, in the languages of the players.

`NOUNS` identifies a request anywhere. `WEAK_NOUNS` also occur in chat, so they identify a request
only in an email to the server itself. A star stands for any ending: "turnier*".
"""

SEEK, LADDER, TOURNAMENT, ROBOT = "seek", "ladder", "tournament", "robot"
DEPUTY, VACATION, ZONE, SLEEP = "deputy", "vacation", "zone", "sleep"
DELIVERY, FORMAT, MUTE, LEAVE = "delivery", "format", "mute", "leave"
NOTE, REMATCH, DATA, BLOCK = "note", "rematch", "data", "block"
ADDRESS, PASSWORD, SIGNUP = "address", "password", "signup"
STANDINGS, GAMES, RULES, LAST_MOVE = "standings", "games", "rules", "last move"
CATALOG, CHALLENGE, MESSAGE, REVIEW = "catalog", "challenge", "message", "review"
CALENDAR, VISIBILITY, LIMIT = "calendar", "visibility", "limit"
REMINDERS, REPORT, RESULT = "reminders", "report", "result"
OWN_NOTE, ENTERED, HELP = "own note", "entered", "help"
RECORD, RATINGS, RATED, RESIGNING = "record", "ratings", "rated", "resigning"
POSITION, CHALLENGED, CLOCKS = "position", "challenged", "clocks"

EMAILS = """
    emails, e mails, mails, e posta*, epost, newsletter*, mailing list, mailverkehr, courriels,
    messages electroniques, correos, maili, mejli, e maile, писем, письма
"""
"""Phrases of DELIVERY that say nothing about when emails are delivered."""
ABOUT_EMAILS = """
    many fewer less stop often seldom rarely more no not instead settings setting unsubscribe
    frequency combine delivery daily weekly viele weniger oft seltener aufhoren keine nicht mehr
    stopp einstellungen abbestellen trop moins souvent arreter arretez plus pas reglages demasiados
    menos parar paren basta configuracion troppe troppi meno spesso smettere impostazioni veel
    minder vaak stoppen geen instellingen duzo mniej czesto przestan nie ustawienia muitos demais
    pare parem nao configuracoes много меньше часто хватит не настройки cok az daha ayar
    fazla 多 減
"""
"""Words with which EMAILS names the schedule of emails: "fewer emails"."""
NOUNS = {
    REMINDERS: "",  # several words name them together
    OWN_NOTE: "",
    RECORD: """
        whole game, entire game, complete game, full game, move by move, all moves,
        all the moves, list of moves, move list, moves so far,
        ganze partie, ganzen partie, gesamte partie, alle zuge, zug fur zug, zugliste,
        partie entiere, toute la partie, tous les coups, coup par coup, liste des coups,
        partida entera, partida completa, toda la partida, todas las jugadas, jugada a jugada,
        jugada por jugada, partita intera, intera partita, tutta la partita, tutte le mosse,
        mossa per mossa, hele partij, hele spel, alle zetten, zet voor zet, cala partie, cala gre,
        calej partii, wszystkie ruchy, ruch po ruchu, lista ruchow, partida inteira, jogo inteiro,
        jogo todo, todos os lances, todas as jogadas, lance a lance, jogada a jogada,
        всю партию, всю игру, все ходы, ход за ходом, список ходов, tum oyun, tum hamle*,
    """,
    CLOCKS: """
        time limit, time limits, time control, time per move, zeitlimit, zeitkontrolle,
        bedenkzeit pro zug, limite de temps, cadence, temps par coup, limite de tiempo,
        control de tiempo, tiempo por jugada, limite di tempo, tempo per mossa, tijdslimiet,
        tijd per zet, limit czasu, czas na ruch, limite de tempo, tempo por lance, лимит времени,
        контроль времени, времени на ход, sure siniri,
    """,
    RATED: """
        game rated, match rated, board rated, is it rated, is this rated, rated game, rated match,
        game unrated, gewertet, fur die wertung, wertungspartie, partie classee, compte pour le,
        partida puntuada, puntua, partita valida per, partij gerateerd, rated partij,
        partia rankingowa, rankingowa, partida valendo, vale para o, рейтинговая, на рейтинг,
    """,
    RATINGS: """
        provisional, mean rating, rating mean, ratings mean, rating work, ratings work,
        rating system, how ratings, calculate ratings, rating calculated, ratings calculated,
        vorlaufig, vorlaufige, wertungszahl, wertung berechnet, wertungen berechnet, provisoire,
        calcule le classement, provisional, como se calcula, provvisorio, come si calcola,
        voorlopig, voorlopige, rating berekend, tymczasowy, tymczasowa, provisorio, предварительный,
        рейтинг считается, рейтинг рассчит*,
    """,
    POSITION: """
        correct this, correct it, correct the board, correct the position, correct my,
        fix the board, fix the position, fix this, board is wrong, position is wrong,
        wrong position, brett ist falsch, stellung ist falsch, falsche stellung, korrigieren sie,
        bitte korrigieren, bitte berichtigen, plateau est faux, position est fausse, corrigez,
        corriger, tablero esta mal, posicion esta mal, corrijan, corregir, corrija,
        scacchiera e sbagliata, posizione e sbagliata, correggete, correggere, bord klopt niet,
        stelling klopt niet, corrigeren, corrigeer, plansza jest zla, pozycja jest zla, popraw*,
        tabuleiro esta errado, posicao esta errada, corrijam, доска неправильная,
        позиция неправильная, исправьте, duzeltin, duzeltir,
    """,
    CHALLENGED: """
        starting games with me, start games with me, start a game with me, starting a game with me,
        challenging me, challenge me, challenges me, being challenged, new challenges,
        inviting me, invite me, mich herausfordern, mich herausfordert, partien mit mir,
        spiele mit mir, me defier, me defie, des parties avec moi, me desafie, me desafien,
        desafiarme, partidas conmigo, mi sfidino, sfidarmi, partite con me, mij uitdagen,
        partijen met mij, mnie wyzywac, partie ze mna, gry ze mna, me desafiar, me desafiem,
        jogos comigo, partidas comigo, бросать мне вызов, игры со мной,
        from challenging, more challenges, no challenges, any challenges, refuse challenges,
        reject challenges, decline challenges, games without asking, without asking me first,
        without asking first, without my consent, ungefragt spiele, ungefragt partien,
        ohne mich zu fragen, keine herausforderungen, plus de defis, sans me demander,
        mas desafios, sin preguntarme, altre sfide, senza chiedermi, me uitdagen,
        geen uitdagingen, zonder mij te vragen, zonder te vragen, wiecej wyzwan, bez pytania,
        mais desafios, sem me perguntar, вызывать меня, вызовов больше, без спроса
    """,
    LIMIT: """
        limit me, game limit, at most, no more than, maximum of, hochstens, maximal,
        au maximum, au plus, como maximo, al massimo, maximaal, hoogstens, najwyzej, no maximo,
        не больше, не более,
    """,
    VISIBILITY: """
        private, visible, invisible, hidden, hide me, visibility, public, privat, unsichtbar,
        sichtbar*, verstecken, prive, privee*, cacher, invisible*, visibil*, privado*,
        privada*, ocultar, oculto, privat*, nascosto, onzichtbaar, prive, prywatn*, ukry*,
        скры*, приватн*, gizli, 非公開,
    """,
    CALENDAR: """
        calendar*, ics, kalender*, calendrier*, calendario*, agenda, kalendarz*, календар*,
        カレンダー,
    """,
    REVIEW: """
        me suis trompe, me suis trompee, mi sono sbagliato, mi sono sbagliata,
        did wrong, went wrong, doing wrong, where i lost, why i lost, play better,
        played better, done better, do better, better moves, wo ich verloren, falsch gelaufen,
        besser machen, besser spielen, besser gemacht, fait de faux, mal fait, mal joue,
        faire mieux, jouer mieux, hice mal, fallado, falle, hacer mejor, jugar mejor,
        fatto di sbagliato, fare meglio, giocare meglio, verkeerd deed, verkeerd gedaan, fout ging,
        beter kunnen, zrobilem zle, zrobilam zle, popelnilem blad, popelnilam blad, zagrac lepiej,
        fiz de errado, fiz errado, jogar melhor, сделал не так, сделала не так, сыграть лучше,
        yanlis yaptim, hata yaptim, go wrong, do wrong, my mistake, my mistakes, my errors,
        my blunder*, review, analysis, analyse, analyze, mein fehler, meine fehler, analyse*,
        falsch gemacht, mes erreurs, mon erreur, me suis je trompe, mis errores, mi error,
        me equivoque, miei errori, ho sbagliato, mijn fouten, ging het mis, fout, moj blad,
        moje bledy, meus erros, errei, мои ошибки, ошибся, ошиблась, 分析, 悪かった,
    """,
    CATALOG: """
        which games have, what games have, which games are, what games are, games have you,
        games do you, games can i, games can one, games are there, welche spiele, quels jeux,
        que juegos, quali giochi, che giochi, welke spellen, jakie gry, que jogos, quais jogos,
        какие игры, hangi oyun*, vilka spel, どんなゲーム,
    """,
    SEEK: """
        somebody for a, someone for a, anybody for a, anyone for a, mitspieler, mitspielerin,
        seek,
        up for a game, up for some, who wants to play, wants to play, want to play against,
        fancy a game, looking for a game, a game with anybody, a game with somebody,
        somebody else to play, somebody else, someone else, somebody new, rakip, adversaire,
        busco rival, motstandare, motspelare,
        an opponent, another opponent, new opponent, new opponents, other opponents, opponents,
        somebody to play, someone to play, someone else to play, anybody to play, anyone to play,
        to play somebody, to play someone, to play against somebody, to play against someone,
        to play against anybody, to play against anyone, to play with somebody,
        to play with someone,
        open challenge, open challenges, open games, open seeks, play against strangers,
        einen gegner, eine gegnerin, neuen gegner, anderen gegner, gegner finden, mitspieler*,
        gegner suchen, gegnersuche, spielpartner*, offene herausforderung*,
        un adversaire, des adversaires, nouvel adversaire, autre adversaire, partenaire de jeu,
        quelqu un pour jouer, un rival, otro rival, nuevo rival, un oponente, un contrincante,
        alguien para jugar, alguien con quien jugar, un avversario, nuovo avversario,
        altro avversario, qualcuno con cui giocare, een tegenstander, nieuwe tegenstander,
        andere tegenstander, tegenstanders, iemand om mee te spelen, przeciwnika, przeciwnikow,
        kogos do gry, um adversario, novo adversario, outro adversario, alguem para jogar,
        соперника, соперников, противника, с кем играть, с кем поиграть, 対戦相手, 相手を探,
        相手がほし
    """,
    LADDER: """
        escalera*, siralama merdiveni, stege, stegen,
        ladder*, rangleiter*, die leiter, der leiter, leiterspiel, l echelle, la escalera,
        la scala, nella scala, sulla scala, ladder, drabinka, drabinki, drabinke, drabina,
        drabiny, drabine, a escada,
        na escada, лестниц*, лесенк*, ラダー, はしご
    """,
    TOURNAMENT: """
        turnuva*, turnering*,
        tournament*, tourney*, turnier*, tournoi*, torneo*, tornei, toernooi*, turniej*,
        torneio*, турнир*, トーナメント, 大会
    """,
    DEPUTY: """
        take my go for me, takes my go for me, take my turn for me, takes my turn for me,
        have my go for me, do my go for me, do my turn for me, play my turn for me,
        play my go for me, do my move for me, take my go instead, take my goes, takes my goes,
        take over my turn, take over my turns,
        meinen zug fur mich, zug fur mich machen, zuge fur mich machen, meinen zug ubernehmen,
        meine zuge ubernehmen, jouer mon tour, joue mon tour, jouer mes tours, jouer mon coup,
        jugar mi turno, jugar mis turnos, juegue mi turno, hacer mi jugada, haga mi jugada,
        giocare il mio turno, giocare i miei turni, giochi il mio turno, fare la mia mossa,
        faccia la mia mossa, mijn beurt overnemen, mijn beurt doen, mijn zet doen,
        mijn zet voor mij, zrobic ruch za mnie, ruszyc sie za mnie, wykonac ruch za mnie,
        zrobic moj ruch, wykonac moj ruch, fazer a minha jogada, faca a minha jogada,
        fazer minha jogada, jogar a minha vez, jogar na minha vez, сделать ход за меня,
        сделать мой ход, сходить за меня, ходить за меня, hamlemi yapabilir, hamlemi yapsin,
        siramda oynayabilir, siramda oynasin,
        look after my games, looks after my games, take care of my games,
        vekil*, stallforetradare, ersattare,
        deputis*, deputiz*, wer vertritt, vertritt mich, play my moves, plays my moves,
    plays my games, meine zuge spielen,
        meine zuge machen, meine zuge macht, jouer mes parties, jugar mis partidas,
        giocare le mie partite, mijn partijen spelen, mijn partijen speelt, grac moje partie,
        jogar minhas partidas, jogar os meus jogos, играть мои партии, hamlelerimi yapsin,
        deputy, deputies, substitute, stand in, stand in for me, play for me, plays for me,
        move for me, moves for me, play my games, make my moves, fill in for me, cover for me,
        take over my games, take over my game, take over for me, take over this game,
        take over the game, take over this board, take over my board, takes over this game,
        dieses spiel ubernehmen, diese partie ubernehmen, reprendre cette partie,
        reprendre ma partie, seguir esta partida, prendere questa partita, deze partij overnemen,
        przejac te gre, przejac te partie, assumir este jogo, assumir esta partida,
        взять эту игру, взять эту партию, in my place, on my behalf,
        take my moves, takes my moves, take my turns, takes my turns, do my moves, does my moves,
        make my move, makes my moves, step in for me, steps in for me, sub for me, subs for me,
        stands in for me, fills in for me, covers for me, takes over for me, look after my boards,
        take care of my moves, handle my moves, play on my behalf, take my place, takes my place,
        meine partien ubernehmen, meine spiele ubernehmen, meine partien ubernimmt,
        fur mich einspringen, fur mich einspringt, springt fur mich ein, mich vertritt,
        fur mich ubernehmen, an meiner stelle, jouer mes coups, joue mes coups, jouer pour moi,
        a ma place, me remplacer, hacer mis jugadas, haga mis jugadas, en mi lugar,
        sustituirme, reemplazarme, fare le mie mosse, faccia le mie mosse, al mio posto,
        sostituisca, mijn zetten doen, mijn zetten doet, mijn beurten, in mijn plaats,
        mij vervangen, invallen voor mij, voor mij invallen, za mnie grac, grac za mnie,
        zagrac za mnie, mnie zastapi, na moim miejscu, fazer minhas jogadas,
        faca minhas jogadas, no meu lugar, me substituir, me substitua, на моем месте,
        заменить меня, заменит меня, делать мои ходы, benim yerime,
        vertreter*, vertretung, stellvertreter*, vertreten, fur mich ziehen, fur mich spielen,
        fur mich zieht, fur mich spielt, meine zuge, spielt fur mich, zieht fur mich,
        remplacant*, remplacer, me remplace, jouer a ma place, joue a ma place, joue pour moi,
        suplente, sustituto, sustituta, jugar por mi, juegue por mi, juega por mi, me sustituya,
        sostituto, sostituta, sostituirmi, giocare per me, giochi per me, gioca per me,
        mi sostituisce,
        al posto mio, al mio posto, vervanger, plaatsvervanger, invaller, voor mij spelen,
        voor mij speelt, speelt voor mij, voor mij zetten, waarnemen, zastepca, zastepce,
        zastepcy,
        zastapic, zagra za mnie, gra za mnie, substituto, substituta, jogar por mim,
        jogue por mim,
        joga por mim, заместител*, играть за меня, ходить за меня, играет за меня, ходит за меня,
        вместо меня, 代理, 代わりに
    """,
    VACATION: """
        stop the clock, pause the clock, freeze the clock, pause all clocks, pause all the
        clocks, pause the clocks, stop all clocks,
        vacation til, vacation till, vacation through, urlaub bis, ferien bis, vacances jusqu,
        vacaciones hasta, vacanza fino, vakantie tot, urlop do, ferias ate, отпуск до,
        vacation until, vacation off, tatil*, izin, semester, 休みます, 休みを,
        start my games again, resume my games, restart my games, unpause*, resume my clocks,
        start my clocks, restart my clocks, back from my trip, back from vacation,
        back from holiday,
        back from my holiday*, back from my vacation, aus dem urlaub zuruck, zuruck aus dem urlaub,
        wieder da, rentre de vacances, rentree de vacances, de retour de vacances,
        vuelto de vacaciones, tornato dalle vacanze, tornata dalle vacanze, terug van vakantie,
        wrocilem z urlopu, wrocilam z urlopu, voltei de ferias, вернулся из отпуска,
        вернулась из отпуска, tatilden dondum,
        ferien beenden, ferien bitte beenden, urlaub bitte beenden,
        vacation mode, holiday mode, my vacation, pause my games, pause my game, pause my clocks,
        pause my clock, pause all my games, pause all games, pause everything, stop my clocks,
        stop my clock, stop the clocks, freeze my games, freeze my clocks, freeze my clock,
        suspend my games, hold my games, put my games on hold, games on hold, end my vacation,
        cancel my vacation, vacation days, set vacation, set a vacation, book vacation,
        urlaubsmodus, meinen urlaub, meine ferien, urlaubstage, meine spiele pausieren,
        spiele pausieren, partien pausieren, uhr anhalten, uhren anhalten, uhren stoppen,
        uhr stoppen, uhren an, urlaub eintragen, urlaub beenden, urlaub anmelden,
        mode vacances, mes vacances, jours de vacances, mes parties en pause, parties en pause,
        suspendre mes parties, arreter mes pendules, modo vacaciones, mis vacaciones,
        pausar mis partidas, pausa mis partidas, partidas en pausa, dias de vacaciones,
        mie vacanze, mie partite in pausa, partite in pausa, sospendere le partite,
        sospendi le partite, giorni di vacanza, vakantiemodus, mijn vakantie,
        mijn partijen pauzeren,
        partijen pauzeren, spellen pauzeren, vakantiedagen, moj urlop, moje wakacje,
        wstrzymac gry,
        wstrzymaj gry, wstrzymaj moje gry, dni urlopu, minhas ferias, modo ferias,
        pausar meus jogos, pausar minhas partidas, jogos em pausa, dias de ferias,
        мой отпуск, режим отпуска, приостанов*, остановить часы, 休暇モード, 時計を止め, 休暇
    """,
    ZONE: """
        jag bor i, klockslag, klockslagen, tiderna i, times in the, times in your, zeiten in den,
        heures dans les, heures des mails, horas de los correos, gli orari delle, orari nelle,
        tijden in de, godziny w, horas nos, время в письмах, jeg bor i, mieszkam w, moro em,
        я живу в,
        i live in, ich wohne in, ich lebe in, j habite, vivo en, vivo a, ik woon in,
        times are, hour wrong, hours wrong, hour off, hours off, one hour, saat dilimi,
        tidszon,
        time over there, time there, time here, zeit dort, dortige zeit, zeit hier, heure de la bas,
        heure la bas, heure d ici, hora de alli, hora de alla, hora de aqui, ora di li, ora di la,
        ora locale, tijd daar, tijd hier, czas tamtejszy, tamtejszego czasu, hora de la,
        hora daqui, тамошнее время, oradaki saat,
        time zone, timezone, time zones, my clock is wrong, times are wrong, in my local time,
        my local time, zeitzone*, ortszeit, uhrzeit ist falsch, uhrzeiten, fuseau*, heure locale,
        zona horaria, huso horario, hora local, fuso*, fuso orario, ora locale, tijdzone*,
        lokale tijd, strefa czasowa, strefe czasowa, strefy czasowej, czas lokalny, часовой пояс,
        часового пояса, часовым поясом, местное время, タイムゾーン, 時間帯, 時差
    """,
    SLEEP: """
        i go to bed at, go to sleep at,
        i sleep, deadlines at night, no deadlines, ich schlafe, je dors, yo duermo, duermo de,
        io dormo, dormo dalle, ik slaap, spie od, eu durmo, durmo das, я сплю, uyku*, uyurken,
        sovtid*,
        sleeping hours, sleep hours, sleeping time, sleep time, hours of sleep, quiet hours,
        night hours, at night, while i sleep, while i am asleep, while i m asleep,
        when i sleep, when i am asleep, when i m asleep, during my sleep,
        schlafenszeit*, schlafzeit*, nachtruhe, ruhezeit*, wahrend ich schlafe, wenn ich schlafe,
        nachts, in der nacht, heures de sommeil, quand je dors, pendant que je dors, la nuit,
        horas de sueno, mientras duermo, cuando duermo, por la noche, ore di sonno,
        mentre dormo, quando dormo, di notte, slaaptijd*, slaapuren, als ik slaap,
        terwijl ik slaap, s nachts, godziny snu, godzin snu, kiedy spie, gdy spie, w nocy,
        horas de sono, enquanto durmo, de noite, часы сна, пока я сплю, когда я сплю, ночью,
        睡眠時間, 寝ている間, 夜中
    """,
    DELIVERY: """
        reminder*, erinnerungsmail*, erinnerungen, rappels, recordatorios, promemoria,
        herinneringen,
        przypomnienia, przypomnien, lembretes, напоминани*, hatirlatma*,
        urgent, dringend*, one bundle, one email, one mail, eine mail, un mail, un correo, una mail,
        een mail, um email, jeden mail, only write, e posta*, epost,
        emails, e mails, mails, digest*, daily email, daily mail, daily summary, email a day,
        mail a day, email per day, mail per day, email every day, once a day, only urgent,
        one a day, one per day, once daily, each email, each mail, every email, every mail,
        jede mail, chaque mail, cada correo, ogni mail, elke mail, kazdy mail, cada email,
        каждое письмо,
        newsletter*, mailing list, mailverkehr, tageszusammenfassung, einmal taglich,
        einmal am tag, mail am tag, mail pro tag, sammelmail*, zusammenfassung, courriels,
        messages electroniques, mail par jour, courriel par jour, une fois par jour,
        resume quotidien,
        correos, correo al dia, una vez al dia, resumen diario, e mail al giorno, mail al giorno,
        una volta al giorno, riepilogo, mails per dag, mail per dag, e mail per dag,
        een keer per dag, samenvatting, maili, mail dziennie, raz dziennie, podsumowanie,
        mejli, e maile, wiadomosci dziennie, email por dia, e mail por dia, uma vez por dia,
        resumo diario, писем, письма, раз в день, дайджест*, рассылк*, まとめて, 1日1回, 一日一回,
        メールを減ら, メールが多
    """,
    FORMAT: """
        colour*, color*, pictures, images, drawings, bunte, bunten, buntes, farbig*, bilder,
        grafik, couleur*, en couleurs, en color, a colores, a colori, kleur*, kolor*, cores,
        colorid*, цвет*, картинк*, カラー, 画像,
        plain text, text only, text emails, text mails, as text, html, screen reader,
        screenreader,
        blind, email format, mail format, format of my emails, ascii, json, nur text,
        reinen text, textform, als text, bildschirmleser, vorlese*,
        mailformat, klartext, texte brut, texte seul, lecteur d ecran, texto plano, solo texto,
        lector de pantalla, solo testo, testo semplice, lettore di schermo, platte tekst,
        alleen tekst, schermlezer, zwykly tekst, tylko tekst, czytnik ekranu, texto simples,
        somente texto, so texto, leitor de tela, leitor de ecra, обычный текст, простой текст,
        только текст, текстом, テキスト形式, テキストのみ, プレーンテキスト
    """,
    MUTE: """
        unless it s my turn, unless it is my turn, when it s my turn, when it is my turn,
        emails about this, email about this, mails about this, mail about this, hear about this,
        messages about this, hear from this, this thread, this conversation,
        stumm, stummschalten, wenn ich am zug bin, wenn ich dran bin, a mon tour,
        cuando me toque, quando tocca a me, als ik aan zet ben, moja kolej, na minha vez,
        мой ход, mute, muet, silenci*, silenzia*, dempen, wycisz*,
        notifications, notify me, benachrichtigung*, notifications, notificaciones, notifiche,
        meldingen, powiadomienia, powiadomien, notificacoes, уведомлени*, 通知
    """,
    LEAVE: """
        benutzerkonto, nutzerkonto, spielerkonto,
        sign me off, sign off, signoff, hesab*, konto, account*, abonelik*, avregistrera,
        unsubscribe*, opt out, my account, delete account, mailing list, your list, this list,
        the list, all my data, abmelden, abbestellen, austragen, mein konto, meinen account,
        meines kontos, verteiler, desabonn*, desinscri*, mon compte, darme de baja, dar de baja,
        de baja, mi cuenta, cancellarmi, disiscriv*, mio account, mia iscrizione, uitschrijven,
        afmelden, mijn account, wypisac, wypisz*, moje konto, mojego konta, descadastr*,
        cancelar inscricao, minha conta, отписа*, отпиши*, мой аккаунт, аккаунт, учетн*, 退会,
        配信停止, アカウント
    """,
    NOTE: """
        note to self, merk dir, remember for me, souviens toi, recuerdame, ricordami, onthoud,
        zapamietaj, lembra me, запомни, 覚えて,
        private note, a note, note to self, note to myself, my notes, private notiz, eine notiz,
        notiz fur mich, meine notizen, une note, note privee, mes notes, una nota, nota privada,
        mis notas, nota privata, mie note, een notitie, mijn notities, notatke, prywatna notatka,
        uma nota, minhas notas, заметк*, メモ
    """,
    DATA: """
        everything about me, store about me, have about me, hold about me, kisisel ver*,
        personuppgifter, daten,
        gdpr, dsgvo, rgpd, lgpd, rodo, avg verzoek, my data, personal data, data about me,
        information about me, know about me, stored about me, data protection, subject access*,
        privacy, meine daten, personenbezogen*, datenauskunft, daten uber mich,
        uber mich gespeichert, datenschutz*, selbstauskunft, mes donnees, donnees personnelles,
        mis datos, datos personales, proteccion de datos, miei dati, dati personali,
        mijn gegevens, persoonsgegevens, moje dane, moich danych, danych osobowych,
        dane osobowe, meus dados, dados pessoais, мои данные, персональн*, моих данных,
        個人情報, 個人データ, 私のデータ
    """,
    BLOCK: """
        t want to hear from, not want to hear from, pester*,
        unblock*, entsperr*, debloqu*, desbloque*, sblocc*, deblokk*, odblok*, разблок*,
        no more messages from, keine nachrichten mehr, plus de messages de, no mas mensajes de,
        niente piu messaggi da, geen berichten meer, rude messages, nervt, engelle*, blockera,
        block list, blocked players, harass*, insult*, annoying me, bothering me, from
        writing, from mailing,
        from emailing, from contacting, from chatting, mailing me, emailing me, contacting me,
        stop writing, writing to me, write to me again, messaging me, from messaging,
        belastigt, beleidigt*, schreibt mir dauernd, harcele*, m ecrire, insulte*, acosa*,
        acoso, insultando, molesta*, mi scriva, insulta*, lastig, lastigval*, molestuje,
        obraza, assediando, incomodando, оскорбля*, пристает, 迷惑, 嫌がらせ
    """,
    ADDRESS: """
        changed my email, cambiato indirizzo, cambiato email, cambiado de correo,
        new email address, new e mail address, my email address, my e mail address, my address,
        new address, new email, new e mail, neue mailadresse, neue e mail adresse, neue adresse,
        meine e mail adresse, meine mailadresse, meine adresse, neue email, neue email adresse,
        nouvelle adresse, mon adresse, nueva direccion, mi direccion, nuevo correo, mi correo,
        nuovo indirizzo, mio indirizzo, nieuw e mailadres, nieuw adres, nieuwe e mailadres,
        mijn e mailadres, mijn adres, nowy adres, moj adres, adres e mail, novo endereco,
        meu endereco, novo e mail, meu e mail, новый адрес, мой адрес, адрес почты,
        メールアドレス, アドレス変更
    """,
    PASSWORD: """
        sifre*, parola*, losenord*,
        password*, passwort*, kennwort*, mot de passe, contrasena*, wachtwoord*, haslo, hasla,
        senha, palavra passe, парол*, パスワード
    """,
    STANDINGS: """
        best at, best player*, the best, strongest, who is best, bester, besten spieler,
        meilleur*, mejores, migliori, beste spelers, najlepsi, melhores, лучш*, siralama*,
        stallning,
        cote de, elo de, elo di, elo van, s elo, elo of,
        s rating, rating of, wertung von, s wertung, elo von, classement de, puntuacion de,
        punteggio di, rating di, rating van, ranking gracza, pontuacao de, rating de,
        standings, ranking*, rankings, leaderboard*, my rating, ratings, top players,
        rangliste*, tabelle, bestenliste*, meine wertung, classement*, mon classement,
        clasificacion*, mi puntuacion, classifica*, mio punteggio, ranglijst*, stand van zaken,
        tabela, tabele, tabeli, rankingu, classificacao, minha pontuacao, рейтинг*,
        таблиц*, ランキング, 順位, レーティング
    """,
    GAMES: """
        is the other game, is the other board, is the other one, s the other one, s the other game,
        is the second game, is my other game, are my other games, are the other games,
        ist das andere spiel, ist die andere partie, est l autre partie, esta la otra partida,
        e l altra partita, is de andere partij, is het andere spel, jest druga partia,
        jest druga gra, esta a outra partida, esta o outro jogo, где вторая партия,
        где другая партия, где вторая игра, где другая игра, diger oyun nerede,
        my turn, am i to move, bei mir, dran, a moi de jouer, mi turno, me toca,
        tocca a me, mio turno, mijn beurt, moja kolej, minha vez, мой ход, мой черед,
        oyunlarim, mina partier,
        my games, my current games, my running games, all my games, my boards, games am i,
        games i m in, games i am in, games waiting for me, meine spiele, meine partien,
        meiner partien, meiner spiele, meine laufenden, mes parties, mes jeux, parties en cours,
        mis partidas, mis juegos, mie partite, miei giochi, mijn partijen, mijn spellen,
        mijn spelletjes, moje gry, moich gier, moje partie, meus jogos, minhas partidas,
        мои игры, мои партии, моих игр, моих партий, 私のゲーム, 私の対局, 自分の対局
    """,
    RULES: """
        kural*, regler,
        the rules, rules of, spielregeln, die regeln, regles du jeu, les regles, las reglas,
        reglas del, le regole, regole del, de regels, spelregels, zasady, zasad, as regras,
        regras do, правила, правил, ルール,
        count points, count the points, points counted, score counted, scoring, komi,
        points at the end, punkte gezahlt, punkte am ende, punkte am schluss, zahlt man die punkte,
        compte t on, compter les points, on compte les, comptent les, points a la fin,
        cuentan los puntos, se cuentan, puntuacion final, contano i punti, si contano,
        punti alla fine, punten geteld, telt men, punten aan het eind, liczy sie punkty,
        liczone punkty, punkty na koniec, contam os pontos, contam se, pontos no fim, считают очки,
        считаются очки, очки в конце, puanlar nasil,
    """,
    LAST_MOVE: """
        last move, latest move, previous move, move played, letzter zug, letzte zug, letzten zug,
        dernier coup, ultima jugada, ultimo movimiento, ultima mossa, laatste zet, ostatni ruch,
        ultima jogada, ultimo lance, последний ход, 最後の手, 前の手
    """,
}
WEAK_NOUNS = {
    RULES: """
        rule, rules, regel, regeln, regle, regles, regla, reglas, regola, regole, regels, zasada,
        regra, regras, правило, правилам
    """,
    STANDINGS: """
        rating*, rank*, siralama*, leading, leads, in the lead, fuhrt, en tete, lidera, prowadzi,
        лидирует,
    """,
    MESSAGE: """
        tell, let know, message, sage, sag, nachricht an, dis a, dites a, dile, digale, di a,
        scrivi a, zeg, powiedz, diga a, скажи, передай, soyle, 伝えて,
    """,
    CHALLENGE: """
        to play against, play a game with, game against, spielen gegen, gegen spielen,
        partie gegen, jouer contre, jugar contra, giocare contro, spelen tegen, zagrac z,
        jogar contra, сыграть с, сыграть против,
        challenge, challenging, herausfordern, fordere, defier, desafiar, desafio a, sfidare,
        sfido, uitdagen, wyzwac, desafiar, вызвать, meydan oku*, utmana, 挑戦,
    """,
    SEEK: """
        opponent*, challenge*, gegner*, herausforder*, adversaire*, defi, rival*, oponente*,
        contrincante*, desafio*, avversari*, sfida*, tegenstander*, uitdag*, przeciwnik*,
        wyzwanie, adversari*, соперник*, противник*, 相手
    """,
    ROBOT: """
        robot*, computer, bot, bots, roboter*, ordinateur, ordenador, maquina, calcolatore,
        komputer*, computador, робот*, компьютер*, ロボット, コンピュータ
    """,
    VACATION: """
        vacation*, holiday*, away, pause*, urlaub*, ferien, pausier*, anhalten, vacances, absent*,
        vacaciones, vacanz*, ferie, assente, vakantie*, afwezig*, pauz*, urlop*, wakacj*, przerw*,
        ferias, pausar, pausa, отпуск*, каникул*, пауз*, перерыв, 休み, 一時停止
    """,
    SLEEP: """
        sleep*, night, schlaf*, nacht, sommeil, nuit, sueno, noche, sonno, notte, slaap*, sono
    """,
    REMATCH: """
        rematch*, revanche*, play again, revancha*, rivincita, rewanz*, реванш*, 再戦, リマッチ
    """,
    BLOCK: """
        block*, ignore, blockier*, sperr*, ignorier*, bloque*, bloquea*, blocca*, bloccare,
        blokke*, negeer*, zablok*, blokow*, bloquei*, заблокир*, блок*, ブロック
    """,
    SIGNUP: """
        register*, registration, sign up, signup, account*, new player, beginner, registrier*,
        anmeld*, konto, inscri*, compte, registrarme, cuenta, registrar*, iscri*, aanmeld*,
        account, zarejestr*, konto, cadastr*, conta, зарегистр*, 登録, 参加
    """,
    FORMAT: "format*",
    DELIVERY: "email, mail, e mail, post, courriel, correo, poczta, почт*, メール",
    GAMES: """
        game, games, play, board, boards, spiel*, partie*, jeu, jeux, jouer, partida*, juego*,
        jugar, partit*, gioco, giochi, giocare, spel, spellen, spelen, partij*, gra, gry, grac,
        jogo*, jogar, игр*, парти*, ゲーム, 対局, 遊
    """,
}
ASKING = """
    kan ni, kan du, kunde ni, skulle ni, jag vill, jag skulle, snalla,
    hor auf, hort auf, horen sie auf, smettetela, smettila, birak*, eliminen, eliminad, borren,
    borrad, supprimez, effacez, cancellate, eliminate, verwijder*, apaguem,
    utilise, utilisez, usa, usad, usen, usate, gebruik, uzyj, uzywaj*, verwende*, benutze*, nutze*,
    использу*, kullan*,
    could my, can my, i go to bed, ho cambiato, i ve changed, i have changed, he cambiado,
    vacation til, vacation till, vacation through, urlaub bis, ferien bis, vacances jusqu,
    vacaciones hasta, vacanza fino, vakantie tot, urlop do, ferias ate, отпуск до,
    i sleep, one a day, one email, one mail, vacation until, vacation off, note to self, merk dir,
    send my, new address, i m afraid, i am afraid,
    also please, mute, deputy, limit, i d rather, don t, do not, never, where did, where is my,
    have,
    who is, who s, how am i, how long, which, what, why did, show me, in which, eine mail,
    wo war, welcher,
    was war, wie, welche, un mail, où, pourquoi, c etait quoi, quel, quels, que, cual, qual,
    quali, wat, welk,
    gdzie, jaki, onde, que, где, что, istiyorum, lutfen,
    can u, could u, would u, will u, pls, plz,
    please, can i, could i, may i, can we, can you, could you, would you, will you, how do i,
    how can i, how to, how does one, i want, i would like, i d like, id like, i d love to enter,
    i need to, i wish, i would prefer, i d prefer, i prefer, let me, where can i, where do i,
    where is, is there a, is there an, is there any, are there any, what is my, what s my,
    what are my, what was the, what tournaments, which tournaments, what are the, show, list,
    give me, send me, tell me, set, change, switch, turn, make, stop, block, unblock, mute,
    delete,
    remove, unsubscribe, sign me, sign up, register, enroll, enrol, enter me, put, add, find me,
    find, look for, i m looking for, i am looking for, looking for, start, pause, hold, suspend,
    freeze, end, cancel, appoint, get me, get, quit, withdraw, leave, export, download,
    don t send,
    do not send, no more, only, fewer, less, my new, i have a new, my email, update, use, forgot,
    i forgot, i ve forgotten, too many, let, who can, somebody should, someone should, join, when,
    what data, what do you know, what information, report, save, write, remember, my time zone,
    my timezone, don t let, do not let, no, i don t want, i do not want, i want to, disable,
    enable,
    subscribe, notify,
    bitte, kann ich, kann man, konnte ich, konnen sie, konnt ihr, kannst du, wie kann, wie komme,
    wie mache, wie lasse, wie andere, wie stelle, wie pausiere, ich mochte, ich will,
    ich wurde gern, ich brauche einen, ich brauche eine, ich suche, suche, wo ist, wo finde,
    gibt es, zeig*,
    zeigt, gib mir, schick*, sende*, andere, andern, stell*, setz*, mach, macht, stopp*,
    blockier*,
    losch*, loesch*, entfern*, meld*, trag*, such*, find*, pausier*, halt*, beend*, keine, nur,
    weniger, zu viele, meine neue, meine zeitzone, ich habe eine neue, lass*, wer kann, welche,
    was war,
    was ist mein, wie ist mein, ich steige, speicher*, notier*, nimm, auskunft, ich verlange,
    ich bitte um,
    s il vous plait, puis je, est ce que je peux, je peux, pouvez vous, peux tu, pourriez vous,
    comment,
    je veux, je voudrais, j aimerais, je souhaite, je cherche, je demande, y a t il, montre*,
    donne*,
    envoie*, envoyez, change*, changez, mets, mettez, arrete*, arretez, bloque*, bloquez,
    supprim*,
    effac*, inscri*, desinscri*, trouv*, cherche*, suspend*, ne plus, plus de, moins de,
    seulement,
    uniquement, trop de, ma nouvelle, mon nouveau, j ai une nouvelle, quel est, quels sont,
    ou est,
    j ai oublie, quelles sont, laisse*, qui peut, mon fuseau,
    por favor, puedo, podria, puedes, pueden, podrian, como, quiero, quisiera, me gustaria, deseo,
    busco, necesito un, hay algun, muestra*, ensena*, dame, envia*, enviame, cambia*, cambiar,
    pon,
    ponme, deja de, dejen de, bloquea*, borra*, borrar, elimina*, eliminar, quita*, apunta*,
    inscrib*, da de baja, busca*, pausa*, suspende*, no mas, no quiero, solo, menos, demasiados,
    mi nueva, mi nuevo, tengo una nueva, cual es, cuales son, donde, olvide, he olvidado, mi zona,
    per favore, posso, potrei, potete, puoi, potreste, come, voglio, vorrei, mi piacerebbe, cerco,
    c e un, ci sono, mostra*, fammi, dammi, manda*, inviami, cambia*, metti, smett*, blocca*,
    cancella*, elimina*, togli*, iscriv*, trova*, sospend*, niente piu, solo, meno, troppe,
    troppi,
    il mio nuovo, la mia nuova, ho un nuovo, qual e, quali sono, dove, ho dimenticato,
    il mio fuso, basta,
    alsjeblieft, graag, kan ik, mag ik, kunnen jullie, kun je, kunt u, hoe kan, hoe, ik wil,
    ik zou, ik zoek, zoek, is er een, zijn er, laat, toon, geef, stuur, verander, wijzig, zet,
    stop*, blokkeer*, verwijder*, schrijf me, meld me, vind, pauzeer*, geen, alleen, minder,
    te veel, mijn nieuwe, mijn nieuw, ik heb een nieuw, wat is, wat zijn, welke, waar,
    mijn tijdzone,
    ik ben mijn wachtwoord,
    prosze, czy moge, czy mozna, czy mozecie, czy jest, czy sa, mozesz, jak, chce, chcialbym,
    chcialabym, szukam, pokaz*, daj*, wyslij*, zmien*, ustaw*, przestan*, zablokuj*, usun*,
    wypisz*,
    zapisz*, znajdz*, wstrzymaj*, nie chce, tylko, mniej, za duzo, moj nowy, mam nowy, jaki jest,
    jakie sa, gdzie, zapomnial*, moja strefa,
    por favor, posso, poderia, pode, podem, voce pode, como, quero, queria, gostaria, procuro,
    estou procurando, ha algum, existe, mostra*, mostre*, da me, envie*, envia*, muda*, mude*,
    altere*, alterar, coloque, pare*, parem, bloqueie*, bloquear, apague*, apagar, exclu*, remov*,
    retire*, inscreva*, encontre*, pause*, suspenda*, nao quero, so, somente, apenas, menos,
    demais,
    meu novo, minha nova, tenho um novo, qual e, quais sao, onde, esqueci, meu fuso,
    пожалуйста, можно ли, можно, могу ли, могу, можете, можешь, как, хочу, хотел*, мне нужен, ищу,
    есть ли, покажи*, дай*, пришли*, измени*, смени*, поставь*, установи*, перестан*, хватит,
    заблокиру*, удали*, отпиши*, запиши*, найди*, приостанови*, не хочу, только, меньше,
    слишком много, мой новый, у меня новый, какой, какие, где, забыл*, мой часовой
"""
"""Beginnings of sentences that ask the server, rather than tell the opponent, something."""
UNSPACED_ASKING = (
    "ください 下さい たい です ですか ますか したい 教えて お願い 希望 しないで 止めて".split()
)
OPENINGS = """
    hi hello hey dear pbm server so also and ok okay now thanks hallo liebe lieber server also
    und danke
    salut bonjour et alors merci hola y pues gracias ciao e allora grazie hoi en dus dank czesc
    i dziekuje
    ola obrigado привет и спасибо oh well but
"""
"""Words before the beginning of a request."""
PLAYING_AGAIN = """
    play playing spielen spiele spielst jouer jouons joue jugar jugamos juguemos echamos echar
    giocare giochiamo gioco facciamo fare spelen speel grac zagrac zagramy gramy jogar jogamos
    fazer играть сыграть сыграем oynayalim oynayalım oynamak oynar
"""
"""Verbs beside AGAIN in texts to an opponent: "Vamos jogar outra?"."""
AGAIN = """
    revenge, my revenge, meine revanche, ma revanche, mi revancha, la mia rivincita, mijn revanche,
    moj rewanz, minha revanche, мой реванш, on en refait une, on s en refait une, on se refait une,
    refaisons en une, on en fait une autre, echamos otra, hacemos otra, ne facciamo un altra,
    nog eentje, jeszcze jednego, mais outra,
    nog eens, noch einmal, encore une fois, una vez mas, ещё раз, ещё одну,
    same game, start over, start again, begin again, restart, von vorn, von vorne, recommencer,
    run it back, run that back, let s run it back, wanna run it back, let s go again,
    on recommence, rejouer, on rejoue, de nuevo, volver a empezar, volver a jugar, ricominciare,
    ricominciamo, da capo, opnieuw, od nowa, recomecar, comecar de novo, jogar de novo, заново,
    bastan, yeniden baslayalim,
    again, another game, another one, one more, one more game, one more time, once more,
    play again, rematch,
    new game, same again, want another, revanche, noch eine partie, noch eine, noch eins,
    noch mal, nochmal,
    noch ein spiel, eine revanche, neue partie, encore, encore une, encore une partie,
    une autre, une autre partie,
    la revanche, on remet ca, otra, otra vez, otra partida, la revancha, revancha, una mas,
    rivincita, la rivincita,
    un altra, un altra partita, ancora una, ancora, nog een, nog een keer, nog een potje,
    nog een partij, jeszcze raz,
    jeszcze jedna, rewanz, de novo, outra, outra vez, mais uma, mais uma partida, desforra,
    реванш, еще раз, еще,
    еще партию, еще одну, bir daha, rovans, igen, もう一回, もう一度, 再戦, リベンジ,
    a rematch, another round, one more round, another go, another match, play another,
    the same again, next game, new round, noch eine runde, neue runde, nachste partie,
    nachste runde, die revanche, gleich nochmal, une revanche, une nouvelle partie, encore un tour,
    une autre manche, una revancha, otra ronda, otra mas, una rivincita, un altra volta,
    una nuova partita, revanche, een revanche, nog een ronde, nog een spelletje, jeszcze jeden raz,
    jeszcze jedna partia, jeszcze jedna partie, jeszcze jedna gra, uma desforra, uma revanche,
    outro jogo, mais um jogo, mais uma vez, новую партию, еще игру, еще разок, bir oyun daha,
    bir el daha, bir tur daha, yeniden
"""
"""Texts, after the end of a game, of players who want to play again."""
AROUND_AGAIN = """
    por per favor favore s il te vous plait
    start begin restart over new fresh anfangen beginnen starten neu recommencer refaire relancer
    rejouer volvemos a empezar empezamos comenzar nueva nuevo ricominciare iniziare cominciare
    ricominciamo
    beginnen opnieuw zaczac zaczynamy zaczniemy nowa comecar recomecar novo начать начнем начнём
    заново baslayalim baslayabilir
    play can could may shall should we i you us do does would d like love want wanna to have a
    an the and
    how about fancy up for in of with but this time in same please ok okay so now then let s ready
    swapped switched reversed opposite other different swapping swap colour colours color colors
    sides side white black
    wollen wir lust auf hast du magst wie war s mit und bitte jetzt dann gern gerne ich mochte will
    spielen machen konnen vertauschten getauschten umgekehrten anderen farben farbe weiss schwarz
    on fait tu veux vous voulez je peut avec les couleurs couleur inversees echangees changees
    quieres jugamos hacemos podemos yo quiero con los colores cambiados invertidos intercambiados
    facciamo vuoi giochiamo possiamo vorrei una un con i colori invertiti scambiati
    doen we zullen wil je ik graag spelen met omgedraaide verwisselde andere kleuren
    zagramy chcesz chce mozemy gramy z zamienionymi odwroconymi kolorami
    vamos quer queres jogamos podemos com as cores trocadas invertidas
    сыграем давай хочешь можно хочу с другими цветами цветом поменяв
    oynayalim mi mı oynayalım istiyorum renkleri degiselim renklerle farkli olsun
"""
"""Words that a request for another game may have, too."""
OTHERS = """
    you, your, yours, du, dein, deine, deinen, deiner, dich, dir, tu, ton, ta, tes, toi, te,
    tuo, tua, tuoi,
    jij, je, jou, jouw, ty, twoj, twoja, twoje, ci, ciebie, voce, seu, teu, tua, ты, твой,
    твоя, твои,
    тебе, тебя, our, us, we, unser, wir, uns, nous, notre, nos, nosotros, nuestra, nuestro
"""
"""Words for the reader. A sentence with one of them may be meant for the opponent."""
FRENCH_VERBS = "puis peux pourrais dois suis ai veux voudrais sais aimerais peut"
"""Words beside which "je" is French, and not the Dutch "you"."""
PLEASE = """
    please pls plz plse bitte svp stp alsjeblieft aub alstublieft graag proszę prosze пожалуйста
    пож lütfen
"""
FOOLS = """
    guy bloke person player opponent numpty idiot idiots moron fool clown muppet prat troll creep
    jerk tosser wanker twat git pest bully cheat cheater loser nuisance typ kerl idioten trottel
    depp blodmann arsch arschloch spinner nervensage betruger gegner spieler type mec gars idiote
    imbecile cretin abruti con connard tricheur joueur adversaire idiota imbecil tonto tipo tramposo
    pesado payaso jugador rival cretino scemo stronzo buffone imbroglione giocatore avversario
    sukkel eikel lul vent gozer valsspeler speler tegenstander kretyn kretyna dupka dupek glupka
    oszusta typa goscia gracza przeciwnika babaca parvo palhaco trapaceiro sujeito gajo cara jogador
    adversario идиота придурка дурака болвана урода типа мошенника игрока соперника aptalı salagı
    adamı herifi oyuncuyu rakibi
"""
"""Words by which angry players call an opponent: "Block that numpty"."""
BLOCK_ORDERS = """
    block blocks ignore blockier blockiere blockiert sperr sperre sperrt bloque bloquez bloquea
    bloqueen bloquead blocca bloccate blokkeer zablokuj zablokujcie blokuj bloqueia bloqueie
    bloqueiem заблокируй заблокируйте блокируй блокируйте engelle engelleyin engellesene
"""
THAT_FOOL = """
    that this the such an a bloody damn stupid rude annoying horrible awful silly den diesen dieser
    diese das dieses so einen blode bloden blod ce cet cette le la l ces sale al ese esa este esta
    el aquel questo questa quel quella quello lo il die deze dat dit het de tego ta te tej o os esse
    essa aquele этого эту того su bu kaba
"""
"""Words between BLOCK_ORDERS and FOOLS."""
SOMEBODY = """
    him her them he she player opponent ihn sie spieler gegner le la lui joueur adversaire jugador
    rival giocatore avversario hem haar speler gracza jogador ele ela его её игрока
"""
"""Words for a player whom the writer doesn't name."""
