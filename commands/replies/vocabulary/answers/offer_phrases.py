"""Phrases that refuse a draw offer or leave it open, in the languages of the players.

Hyphens join the words of a phrase.
"""

CONTINUING = """
    play-on play-it-out play-this-out playing-on keep-playing keep-on-playing keep-fighting
    keep-on-fighting keep-going keep-battling keep-trying fight-on fight-it-out fight
    fight-to-the-end continue continue-playing carry-on carry-on-playing go-on battle-on press-on
    see-this-through see-it-through play-to-the-end play-for-a-win play-for-the-win try-to-win
    weiterspielen weiter-spielen weiterkämpfen weiter-kämpfen weitermachen weiter-machen kämpfen
    ausspielen zu-ende-spielen auf-gewinn-spielen spiele-weiter spiel-weiter kämpfe-weiter
    mache-weiter spiele-lieber-weiter spiel-lieber-weiter kämpfe-lieber-weiter
    mache-lieber-weiter spielen-wir-lieber-weiter spielen-wir-weiter
    continuer continuer-à-jouer continuer-la-partie jouer poursuivre me-battre
    jouer-jusqu'au-bout aller-jusqu'au-bout
    seguir seguir-jugando seguir-luchando seguir-peleando continuar continuar-jugando luchar
    jugar-hasta-el-final
    continuare continuare-a-giocare giocare-ancora andare-avanti lottare combattere
    giocare-fino-alla-fine
    doorspelen verder-spelen verderspelen doorvechten doorgaan verdergaan verder-gaan vechten
    uitspelen speel-liever-door speel-liever-verder speel-door ga-liever-door ga-door
    grać-dalej walczyć walczyć-dalej kontynuować dograć grać-do-końca gram-dalej
    continuar-a-jogar jogar-até-o-fim jogar-até-ao-fim lutar seguir-jogando
    devam-etmek oynamaya-devam-etmek devam-etmeyi devam-edeyim devam-ediyorum savaşmak
    продолжить продолжать играть-дальше бороться бороться-дальше доиграть поиграть-ещё
"""
"""Phrases for playing on, which refuse the offer."""

RATHER = """
    i'd i-would rather prefer-to sooner i'd-prefer-to i-prefer-to i'd-like-to i-would-like-to
    i-want-to i-wanna i'll i-will i'm-going-to let's lets let-us we-should i-think and so please
    lieber ich will würde möchte lass uns lasst wir sollten noch und bitte
    je-préfère je-préfèrerais je-préférerais je-veux je-voudrais j'aimerais j'aime-mieux je-vais
    plutôt
    prefiero preferiría quiero me-gustaría vamos-a mejor voy-a quisiera
    preferisco preferirei voglio vorrei meglio
    ik wil zou liever graag laten-we ga
    wolę wolałbym wolałabym chcę chciałbym chciałabym lepiej
    prefiro preferiria quero gostaria-de vamos vou melhor
    я хочу предпочитаю предпочту лучше давай давайте бы хотел хотела
"""
"""Words before CONTINUING."""

FOR_NOW = """
    a-bit a-little a-while for-a-while for-now longer some-more more still the-game this this-one
    though if-you-don't-mind if-that's-ok noch ein-bisschen ein-wenig etwas weiter encore un-peu
    un-poco un-po' ancora nog even jeszcze trochę mais-um-pouco tercih-ederim istiyorum isterim
    ещё немного пока please bitte
"""
"""Words behind CONTINUING."""

THANKS_FOR_THE_OFFER = """
    thanks-for-the-offer thank-you-for-the-offer thanks-for-your-offer thank-you-for-your-offer
    thanks-for-offering thank-you-for-offering thanks-for-asking thank-you-for-asking
    danke-für-das-angebot danke-für-dein-angebot vielen-dank-für-das-angebot
    merci-pour-l'offre merci-pour-la-proposition merci-de-la-proposition merci-pour-ton-offre
    gracias-por-la-oferta gracias-por-tu-oferta gracias-por-la-propuesta
    grazie-per-l'offerta grazie-per-la-proposta grazie-dell'offerta
    bedankt-voor-het-aanbod dank-je-voor-het-aanbod dank-voor-het-aanbod
    dziękuję-za-propozycję dzięki-za-propozycję obrigado-pela-oferta obrigada-pela-oferta
    obrigado-pela-proposta obrigada-pela-proposta teklif-için-teşekkürler
    teklifin-için-teşekkürler спасибо-за-предложение thanks thank-you danke merci gracias grazie
    bedankt dziękuję obrigado obrigada teşekkürler спасибо hmm hm sorry
"""
"""Courtesies before an answer."""

VOCATIVES = """
    mate buddy pal dude man bro sir friend my-friend old-friend kumpel alter mein-freund mon-ami
    amigo amiga amico mio amico-mio vriend makker przyjacielu kolego dostum kardeşim друг дружище
"""
"""Words by which people address an opponent."""

CONDITIONS = """
    if-you-promise if-you-give if-you-let if-you-play if-you-take if-you-agree if-we-play
    wenn-du-mir wenn-wir si-tu-me si-on-rejoue si-me se-mi als-je-mij als-we jeśli-mi se-me если-ты
    only-if but-if provided provided-that on-condition on-the-condition on-one-condition as-long-as
    unless nur-wenn aber-nur sofern vorausgesetzt unter-der-bedingung unter-einer-bedingung
    es-sei-denn solange-du seulement-si mais-si à-condition à-une-condition pourvu-que solo-si
    sólo-si siempre-que a-condición con-la-condición con-una-condición solo-se soltanto-se a-patto
    a-condizione purché ad-una-condizione alleen-als op-voorwaarde mits op-één-voorwaarde
    tylko-jeśli pod-warunkiem o-ile só-se somente-se apenas-se desde-que com-a-condição
    com-uma-condição только-если при-условии şartıyla koşuluyla 条件
    right-after-you after-you-resign after-you-give after-you-quit after-you-concede
    after-you-surrender after-you-take once-you when-you-resign when-you-give when-you-quit
    as-soon-as-you the-day-you the-moment-you if-you-resign if-you-quit if-you-surrender
    nachdem-du sobald-du wenn-du-aufgibst falls-du-aufgibst wenn-du-aufgegeben après-que-tu
    dès-que-tu quand-tu-abandonnes quand-tu-abandonneras si-tu-abandonnes une-fois-que-tu
    después-de-que-te cuando-te-rindas cuando-abandones si-te-rindes si-abandonas en-cuanto-te
    una-vez-que-te dopo-che-ti quando-ti-arrendi se-ti-arrendi appena-ti-arrendi se-abbandoni
    quando-abbandoni nadat-je zodra-je als-je-opgeeft wanneer-je-opgeeft gdy-się-poddasz
    jak-się-poddasz jeśli-się-poddasz kiedy-się-poddasz jak-tylko-się depois-que-desistires
    quando-desistires se-desistires se-desistir quando-desistir assim-que-desistir
    depois-de-desistir после-того-как-ты когда-сдашься когда-ты-сдашься если-сдашься
    если-ты-сдашься как-только-ты sen-pes-edince pes-edersen sen-çekilince
"""
"""Phrases that make a yes depend on something: "yes, but only if you give me a rematch"."""

UNDECIDED = """
    think-about think-it-over think-over think-on-it think-this-over thinking-about
    thinking-it-over i'll-think let-me-think have-to-think need-to-think must-think time-to-think
    still-thinking mull-it-over mull-over sleep-on sleeping-on ponder pondering consider-it
    consider-the consider-your considering reconsider don't-know dont-know do-not-know not-sure
    unsure undecided haven't-decided havent-decided not-decided can't-decide cannot-decide
    decide-later decide-tomorrow decide-about decide-on make-up-my-mind made-up-my-mind
    on-the-fence get-back-to-you give-me-a give-me-some give-me-time give-me-until need-a-day
    need-more-time need-some-time let-me-see we'll-see we-will-see let's-see wait-and-see
    ask-me-again ask-me-later ask-again
    überlegen überlege überleg überlegt nachdenken denke-nach denk-nach weiß-nicht weiss-nicht
    weiß-noch-nicht weiss-noch-nicht weiß-es-nicht nicht-sicher unsicher unschlüssig
    unentschlossen noch-nicht-entschieden mal-sehen mal-schauen schauen-wir-mal schlafe-darüber
    drüber-schlafen darüber-schlafen bedenkzeit gib-mir frag-mich
    réfléchir réfléchis sais-pas sais-pas-encore pas-sûr pas-sûre j'hésite hésite indécis indécise
    on-verra je-verrai laisse-moi laissez-moi donne-moi pas-encore-décidé
    pensarlo pensármelo pensaré lo-pienso lo-pensaré pensar-en pensando no-sé no-lo-sé
    no-estoy-seguro no-estoy-segura indeciso indecisa ya-veremos veremos déjame dame
    no-he-decidido
    pensarci ci-penso ci-penserò pensare-a pensare-alla pensare-al non-so non-lo-so
    non-sono-sicuro non-sono-sicura vedremo vediamo fammi dammi lasciami non-ho-deciso
    ci-rifletto rifletterci
    nadenken denk-er-over over-denken weet-het-nog-niet weet-niet weet-nog-niet weet-het-niet
    niet-zeker twijfel aarzel we-zien-wel even-kijken geef-me geef-mij laat-me nachtje-over
    pomyślę pomyśleć przemyślę przemyśleć zastanowię zastanowić zastanawiam nie-wiem
    nie-jestem-pewien nie-jestem-pewna waham-się zobaczymy daj-mi prześpię-się
    pensar-nisso pensar-no pensar-sobre vou-pensar não-sei não-tenho-certeza vamos-ver deixa-me
    deixe-me dá-me dê-me me-dá
    düşüneyim düşüneceğim düşünmem düşünüyorum bilmiyorum emin-değilim kararsızım bakalım
    bana-bir
    подумаю подумать обдумаю обдумать думаю-над думаю-о не-знаю не-уверен не-уверена не-решил
    не-решила сомневаюсь посмотрим дай-мне дайте-мне дай-подумать
    look-at-it look-at-this look-into-it have-a-look take-a-look answer-later answer-tomorrow
    reply-later reply-tomorrow schau-es-mir schaue-es-mir seh-es-mir sehe-es-mir antworte-später
    antworte-morgen jeter-un-œil regarder-ça réponds-plus-tard réponds-demain réponds-ce-soir
    echarle-un-vistazo lo-miro lo-miraré respondo-luego respondo-mañana contesto-luego
    dare-un'occhiata ci-guardo rispondo-più-tardi rispondo-domani kijk-er-naar ernaar-kijken
    antwoord-later antwoord-morgen przyjrzę-się rzucę-okiem odpowiem-później odpowiem-jutro
    dar-uma-olhada vou-olhar respondo-depois respondo-amanhã respondo-com-calma взгляну
    отвечу-позже отвечу-завтра bakacağım sonra-cevap yarın-cevap
    考えます 考えさせて まだわかりません
"""
"""Phrases of players who haven't decided yet."""

MAYBE = """
    maybe perhaps possibly vielleicht eventuell peut-être quizás quizá tal-vez a-lo-mejor forse
    misschien może być-może talvez belki может-быть возможно
"""
"""Words with which a phrase accepts nothing. Other texts have them, too: "perhaps another time"."""

DOUBLED_NO = r"""
    (?: ^ | (?<=[ ]) )
    (?: (?: \w*n't | aint | dont | wont | cant | not | never | nobody | nothing )
        [ ] (?: (?!no[ ]) \S+ [ ] ){0,3}
        no [ ] (?: draws? | deals? | offers? | ties? | takebacks? | undo | such )
    | (?: pas [ ] de | pas [ ] d'une? | plus [ ] de | aucune? ) [ ] (?: nulle | match [ ] nul )
    | kein\w* [ ] (?: remis | unentschieden ) [ ] (?: nicht | nie | niemals )
    | geen [ ] (?: remise | gelijkspel ) (?: [ ] (?: nooit | niet ) )+
    | (?: beraberlik\w* | berabere ) [ ]
        (?: \S+ [ ] ){0,2} (?: istem\w+ | etmem | etmiyorum | olmaz )
    ) (?= [ ] | $ )
"""
"""Refusals with two negations, or none of their own: "I ain't taking no draw"."""
COUNTERFACTUAL = r"""
    \b(?:would|could|might|should|['’]d)(?:\ not|n['’]t)?(?:\ have\b|['’]ve\b)
    | \b(?:if|had)\ (?:you|we|i|he|she|it|they)(?:['’]d|\ had)?\ (?:only\ |just\ )?
      (?:asked|offered|proposed|said|come|sent|been)\b
    | \bhätte\w*\b.*\b(?:angenommen|zugestimmt|akzeptiert|eingewilligt|gesagt|angeboten|früher)\b
    | \b(?:aurai\w+|avais|aviez)\b.*\b(?:accept|dit|pris|propos|offert|sign)
    | \b(?:habría|hubiera|hubiese)\w*\b | \bavre\w+\ (?:accett|dett|pres|firmat) | \bavess\w+
    | \b(?:zou|had|hadden)\b.*\b(?:aangenomen|geaccepteerd|gezegd|ingestemd|aangeboden|voorgesteld)
    | \bgdyby\w* | \bteria\ \w+[ai]do\b | \btivess\w+
    | \w+(?:seydin|saydın|seydiniz|saydınız|erdim|ardım)\b | \bесли\ бы\b
"""
"""A pattern of sentences about what might have been: "I would have accepted"."""

HYPOTHETICAL = """
    would i'd id could might may-have i'd-have würde würd hätte könnte wäre
    j'accepterais j'aimerais j'aurais dirais accepterais prendrais serais voudrais aimerais aurais
    diría aceptaría haría podría sería habría direi accetterei prenderei sarei vorrei potrei avrei
    zou zou-ik przyjąłbym przyjęłabym zgodziłbym zgodziłabym powiedziałbym powiedziałabym byłbym
    byłabym diria aceitaria seria faria poderia teria бы б kabul-ederdim derdim isterdim olurdum
"""
"""Words of phrases that only suppose something, if a condition or a "but" is next to them."""

IF = "if wenn falls als jeśli jeżeli если eğer"
"""First words of phrases that accept nothing. Words that may also mean yes, as "si", are left out.
"""

TO_NOUN = """
    to for on zu zum zur für bei à au aux pour a al alla allo all' per para por aan voor tegen bij
    op na do dla ao às на к için
"""
"""Words between an answer and what it answers: "yes to a rematch, no to the draw"."""

ITSELF = """
    me us that it this both now once mich mir uns das moi nous ça cela mí nosotros eso esto noi
    questo ciò mij ons dat mnie nas to mim nós isso меня мне нас это bana benim all your the-offer
    the-request your-offer your-request sure one good
"""
"""First words behind TO_NOUN that are about the offer itself: "OK for me", "yes to your offer"."""

QUESTIONS = """
    what what's whats how how's why when where which who whose does is-it is-this are-you did
    if-i-accept if-i-say can-i-still
    was wie warum wieso weshalb wann wo welcher welche welches welchen wer wen ob
    quoi que-se-passe qu'est-ce qu'arrive comment pourquoi quand où quel quelle quels quelles est-ce
    qué que-pasa cómo por-qué cuándo dónde cuál cuáles quién
    cosa che-cosa che-succede cosa-succede come-mai come-funziona perché quando dove quale quali chi
    wat hoe waarom wanneer waar welke welk wie
    co jak dlaczego czemu kiedy gdzie który która które kto czy
    o-que o-quê como-fica como-funciona por-que porque quando onde qual quais quem
    что как почему зачем когда где какой какая какие кто ли
    ne-olur ne-oluyor nasıl neden niye ne-zaman nerede hangi kim
"""
"""Beginnings of questions. A phrase that begins with one accepts nothing."""

TELLING = """
    tell-him tell-her tell-them tell say-to-him say-to-her let-him-know let-her-know answer-him
    answer-her sag-ihm sag-ihr sagt-ihm sagt-ihr sag sage-ihm sage-ihr richte-ihm-aus
    dis-lui dites-lui dis-à dites-à réponds-lui dile díganle dígale dile-a respóndele
    digli dille ditegli dite-a dì-a rispondigli zeg-hem zeg-haar zeg-tegen-hem zeg-tegen-haar
    zeg-tegen zeg powiedz-mu powiedz-jej powiedz diga-lhe diz-lhe diga-a-ele diga-a-ela
    diga-ao diz-ao скажи-ему скажи-ей скажи скажите-ему скажите-ей передай-ему передай-ей
    передай передайте ona-söyle ona-de söyle-ona
"""
"""Words for the server before an answer to the opponent: "tell him no way"."""

TOLD = """
    that i-said i-say it's dass ich-sage que che di dat ik-zeg że что dass-es que-c'est
    """
"""Words between TELLING and the answer."""

TAKING_BACK = """
    undo take-it-back take-that-back take-your-move-back take-the-move-back take-back-your-move
    take-back-the-move take-back-your-last-move take-back-that-move have-it-back have-your-move-back
    nimm-ihn-zurück nimm-zurück nimm-ihn-ruhig-zurück nimm-den-zug-zurück nimm-deinen-zug-zurück
    nimm-ihn-halt-zurück reprends-le reprends-ton-coup reprends-ton-dernier-coup
    deshaz-la-jugada deshazla deshaz-tu-jugada retira-la-jugada retira-tu-jugada
    riprendi-la-mossa riprendila ritira-la-mossa annulla-la-mossa neem-hem-terug neem-maar-terug
    neem-hem-maar-terug neem-de-zet-terug neem-je-zet-terug cofnij cofnij-ruch cofnij-go
    desfaz-a-jogada desfaça-a-jogada volta-a-jogada retira-a-jogada верни-ход отмени-ход бери-назад
    возьми-назад возьми-ход-назад geri-al geri-alabilirsin
"""
"""Phrases that may accept a request to take a move back."""

SPORTS = """
    football soccer league cup team teams score yesterday fußball fussball bundesliga pokal
    mannschaft gestern foot ligue équipe fútbol liga copa equipo ayer calcio campionato squadra
    ieri voetbal competitie beker gisteren piłka piłce mecz meczu liga wczoraj futebol taça equipa
    time-de ontem футбол матч матче команда вчера futbol maç maçta dün
"""
"""Words of phrases about a draw elsewhere: "that draw in the cup"."""

MOCKING = """
    mad crazy stupid insane nuts foolish idiot fool hell-freezes apology apologies excuse joke
    verrückt blöd dumm wahnsinnig bekloppt idiot entschuldigung fou folle idiot bête excuses
    loco loca tonto tonta idiota disculpas pazzo pazza matto matta scemo stupido scuse gek dom
    stom excuses szalony szalona głupi głupia przeprosiny louco louca parvo burro desculpas
    сумасшедший сумасшедшая дурак извинения deli aptal özür
"""
"""Words of phrases that accept something else, or nothing: "I'd be mad to accept"."""

OTHER_PEOPLE = """
    nobody noone everybody everyone you he she they people wife husband niemand jeder du er sie ihr
    man personne tu il elle nadie tú él ella usted nessuno lui lei niemand iedereen jij hij zij
    nikt każdy ty on ona ninguém você ele ela никто ты он она kimse sen o
"""
"""Words of phrases about somebody else who accepts: "nobody would accept that"."""

MYSELF = """
    i i'll i'd i've i'm we ich wir nous yo nosotros io noi ik ja my eu nós я мы ben biz
"""
"""Words of phrases about the writer."""

RATING = """
    rating ratings rated elo points ranking wertung wertungszahl rangliste punkte classement
    clasificacion puntuacion puntos punteggio classifica punti ratingpunten klassement ranglijst
    rankingu rankingowe punkty classificacao pontuacao pontos рейтинг рейтинга рейтингом очки puan
    puanim puanım
"""
"""Words of players who ask what an answer does to their rating."""

SAYING = """
    say says saying said answer sage sagen sagt sagte dire dis dit dirais decir digo dice dico dirò
    zeg zeggen zegt zei powiedzieć mówię powiem dizer digo diria сказать скажу говорю demek diyorum
    derim
"""
"""Words beside a yes or no in texts that may answer an offer: "I'd be crazy to say no"."""
FACT = r"""
    \b(?:accept|agree|admit|concede|believe)\ that\ (?:it|you|he|she|they|we|i|this|there)\b
    |\bwe\ (?:had\ )?agreed\b
    |\b(?:akzeptiere|glaube|gebe\ zu|verstehe|sehe\ ein)\ dass\b
    |\b(?:accepte|admets|conviens|acepto|admito|reconozco|aceito|concordo)\ qu(?:e|'il|'elle)\b
    |\b(?:accetto|ammetto)\ che\b|\baccepteer\ dat\b|\b(?:przyznaję|rozumiem)\ że\b
    |\baccepterar\ att\b|\b(?:признаю|согласен|согласна)\ что\b
"""
"""Phrases that accept a fact, and no offer: "I accept that it was a slip"."""
