"""Words of draw offers, and of their answers, in the languages of the players."""

VAGUE_YES = """
    ok okay okey oke okej okei k kk okidoki sounds-good right exactly indeed correct
    ok-no-problem okay-no-problem ok-no-worries okay-no-worries
    genau stimmt richtig klar-kein-problem exact vale correcto va-bene esatto correto
    klopt inderdaad stämmer dokładnie jasne rendben tamam doğru верно
    了解 了解です 了解しました 好 好的 👌
"""
"""Words for yes that may only mean that the writer has read the email."""

ABOUT_DRAWS = """
    a the your this that draw draws offer
    das den dein deine ein das remis angebot remisangebot unentschieden
    la le ta votre ton offre nulle match-nul
    el tu su oferta tablas las de il lo tua patta offerta
    het de je jouw aanbod remise o a sua oferta empate
    ten twoją propozycję remisu remis beraberlik teklifi teklifini
    引き分け 引き分けは ничья ничью предложение remi
"""
"""Words that may accompany the answer: "I refuse the draw"."""

NOUNS = """
    draw offer remis angebot remisangebot unentschieden nulle offre tablas oferta patta offerta
    remise aanbod empate propozycja propozycję beraberlik teklif ничья ничью предложение
"""
"""Words for an offer. A text that has one may answer the offer."""

REFUSALS = """
    no-way no-chance not-yet rather-not i'd-rather-not i-would-rather-not no-draw no-deal
    let's-play-on lets-play-on play-on let's-continue let's-keep-playing let's-go-on keep-playing
    i'd-rather-play-on i'd-rather-continue i-want-to-play-on i-play-on i'll-play-on
    maybe-later not-now
    lieber-nicht noch-nicht kein-remis ich-spiele-weiter wir-spielen-weiter spielen-wir-weiter
    lass-uns-weiterspielen weiterspielen ich-möchte-weiterspielen ich-will-weiterspielen
    ich-lehne-ab lehne-ab
    pas-encore pas-de-nulle on-continue continuons je-préfère-continuer je-préfère-jouer
    je-continue plutôt-pas
    todavía-no aún-no sigamos seguimos prefiero-seguir prefiero-continuar mejor-no
    sigamos-jugando no-me-conviene sigo-jugando
    non-ancora preferisco-continuare continuiamo andiamo-avanti meglio-di-no preferirei-di-no
    preferisco-di-no
    liever-niet nog-niet ik-speel-door we-spelen-door speel-door geen-remise
    ainda-não prefiro-continuar continuamos melhor-não vamos-continuar
    jeszcze-nie nie-ma-mowy grajmy-dalej gramy-dalej wolę-grać-dalej raczej-nie
    henüz-değil devam-edelim oynamaya-devam-edelim
    inte-än helst-inte vi-spelar-vidare
    of-course-not certainly-not absolutely-not definitely-not no-thank-you not-this-time
    not-again natürlich-nicht sicher-nicht ganz-sicher-nicht bestimmt-nicht diesmal-nicht
    bien-sûr-que-non certainement-pas pas-cette-fois claro-que-no por-supuesto-que-no
    esta-vez-no certo-che-no assolutamente-no questa-volta-no natuurlijk-niet zeker-niet
    deze-keer-niet oczywiście-że-nie na-pewno-nie tym-razem-nie claro-que-não desta-vez-não
    конечно-нет ни-за-что не-в-этот-раз tabii-ki-hayır bu-sefer-olmaz olmaz
    まだです 続けましょう 続けたいです ещё-нет еще-нет играем-дальше лучше-нет продолжим
"""
"""Phrases that refuse a draw offer and don't begin with a word for no."""

NEGATIONS = """
    not cannot can't cant won't wont wouldn't wouldnt couldn't couldnt doesn't doesnt unable mind
    kein keine keinen pas n'accepte niet geen no non não nie не inte ikke değil
"""
"""Words that turn an acceptance into a refusal, in addition to the words for no."""

AGREEING = """
    fine okay okey ok oke okej happy-with accept agree agreed deal shake-hands passt in-ordnung
    einverstanden nehme-an c'est-bon ça-va ça-me-va d'accord acepto está-bien me-va-bien
    me-parece-bien de-acuerdo accetto va-bene prima akkoord goed-voor-mij aceito tudo-bem está-bom
    zgoda w-porządku согласен согласна хорошо ладно
"""
"""Words that agree to a draw even after a no, as in "Nah, that's fine"."""

ACCEPTANCE = """
    accept accepts accepted agree agreed deal fair draw yes
    akzeptiere annehmen nehme angenommen remis einverstanden ja
    accepte j'accepte accepter nulle oui acepto aceptar tablas sí accetto accettare patta sì
    accepteer aanvaard remise aceito aceitar empate sim przyjmuję zgoda tak
    shake-hands let's-shake give-me-your-hand
    neem-het neem-je
    kabul beraberlik evet godkänner accepterar 引き分け 引き分けで 引き分けでいい 引き分けでいいです
    引き分けにしましょう 受けます ничья ничью принимаю согласен
"""
"""Words that may accept a draw offer. pbm asks before it accepts one."""

CONSIDERED = """
    accepting acceptance refuse reject decline annehme annehmt angenommen zustimme zusage ablehne
    ablehnen acceptais accepterais refuse refuser acepte aceptaría aceptara rechazo rechazar
    accetterei accettassi rifiuto rifiutare aanneem aannemen accepteren weiger weigeren przyjmę
    przyjąłbym przyjęłabym zgodzę odmówię odrzucę aceitaria aceite recuso recusar приму соглашусь
    откажусь kabul-edersem kabul-edeyim reddedersem
"""
"""Words that don't answer an offer, but may be about an answer: "if I were to refuse"."""

AGREEMENTS = """
    ok-then okay-then all-right alright na-gut also-gut bon-d'accord bueno goed-dan no-dobra dobra
    ну-ладно peki no-problem no-problems no-worries sure-thing go-ahead be-my-guest
    no-objection no-objections why-not kein-problem keine-ursache gerne gern meinetwegen
    nur-zu von-mir-aus pas-de-problème pas-de-souci volontiers vas-y
    no-hay-problema sin-problema adelante ningún-problema no-pasa-nada nessun-problema volentieri
    fai-pure figurati
    geen-probleem tuurlijk ga-je-gang prima nie-ma-sprawy nie-ma-problemu pewnie śmiało
    sem-problema sem-problemas não-tem-problema à-vontade ок окей ладно хорошо без-проблем
    нет-проблем не-вопрос пожалуйста sorun-değil sorun-yok olur buyur
"""
"""Phrases that may accept an offer if they are a whole phrase, in addition to the words for yes."""

UNDO_NOUNS = """
    takeback take-back undo undone zurücknehmen zurückgenommen zurücknimmt zurückzunehmen rücknahme
    reprendre annuler reprise deshacer retirar rectificar riprendere annullare ritirare ritirarla
    terugnemen terug-te-nemen terugneemt cofnąć cofnięcie cofnięcia cofa desfazer retirar anular
    вернуть отменить взять-назад geri-almak geri-alıyor
"""
"""Words for the request to take a move back. A text that has one may be about it."""

DRAW = """
    draw propose tie remis unentschieden remisangebot nulle tablas patta pareggio remise empate
    beraberlik berabere ничья ничью
"""
"""Words for a draw or an offer next to a move, without accents."""
OFFERING = """
    offer offering propose proposing suggest suggesting shall how let lets want would call i'd
    agree ask asking biete anbiete anbieten bieten schlage vorschlagen wollen
    remisangebot frage propose proposer proposons veux voulez offre ofrezco oferta ofrecer ofrezcale
    propongo quieres offro offerta offri proponi vuoi proporre bied bieden aanbieden stel wil zullen
    aanbod proponuje oferuje zaproponuj propozycja ofereco oferece oferecer proponho quer teklif
    ediyorum edin olsun предлагаю предложи предложите давай
"""
"""Words of which an offer next to a move has one, without accents."""
NOT_OFFERING = """
    your yours offered proposed wants wanted offers asked theoretical theoretically lose later
    probably likely almost nearly becomes avoid refuse refused decline declined accept accepted
    conditional condition provided assuming afterwards vorausgesetzt rather yesterday last dein
    deine deinem deiner angeboten gestern wahrscheinlich fast lieber
    ablehne abgelehnt angenommen ton ta tes votre propose-t-il hier refuse accepte probablement tu
    tus ofrecio ayer rechazo acepto tuo tua ieri rifiuto accetto jouw gisteren weiger twoja twoj
    wczoraj odrzucam seu sua ontem recuso aceito dun senin твоя твое вчера отказываюсь принимаю
"""
"""Words of sentences about other offers, or about a game that may end in a draw."""
