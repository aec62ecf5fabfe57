"""Words of draw offers next to a move, without accents, in the players' languages."""

DRAW = """
    draw propose tie remis unentschieden remisangebot nulle tablas patta pareggio remise empate
    beraberlik berabere ничья ничью
"""
OFFERING = """
    offer offering propose proposing suggest suggesting shall how let lets want would call
    agree ask asking biete anbiete anbieten bieten schlage vorschlagen wollen
    remisangebot frage propose proposer proposons veux voulez offre ofrezco oferta ofrecer ofrezcale
    propongo quieres offro offerta offri proponi vuoi proporre bied bieden aanbieden stel wil zullen
    aanbod proponuje oferuje zaproponuj propozycja ofereco oferece oferecer proponho quer teklif
    ediyorum edin olsun предлагаю предложи предложите давай
"""
"""Words of which an offer has one."""
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
