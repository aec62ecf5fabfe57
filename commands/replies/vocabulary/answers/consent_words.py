"""Words and phrases next to a yes: consent, friendly words, and orders to leave a text out."""

CONSENT = """
    i'd-love-to i-would-love-to i'd-be-glad-to happy-to-help glad-to-help happily
    my-pleasure with-pleasure count-me-in i'm-in why-of-course go-for-it play-it make-it
    genau-so gerne-doch aber-gerne aber-sicher mach-ich-gern mach-ich-gerne helfe-gern helfe-gerne
    ja-genau bitte-ziehen so-ziehen bien-volontiers avec-plaisir volontiers je-veux-bien
    con-mucho-gusto con-gusto encantado encantada cuenta-conmigo volentieri con-piacere
    contaci com-prazer com-todo-o-prazer pode-ser conta-comigo graag-gedaan met-plezier heel-graag
    z-przyjemnością bardzo-chętnie chętnie med-glädje så-gärna gärna-det
    с-удовольствием с-радостью охотно memnuniyetle seve-seve zevkle
"""
"""Whole clauses that agree. Hyphens join their words."""
FRIENDLY_NEXT_TO_YES = """
    help helfen aider ayudar aiutare ajudar helpen pomogę hjälpa помогу
    great perfect super good belle bella gute schöne goede relax descanses recover parabéns
    parabens gratuluję gratulacje поздравляю tebrikler grattis félicitations bravo
    perfekt toll klasse parfait parfaite perfecto perfecta perfetto perfeito perfeita
    świetnie отлично harika
"""
"""More words of friendly clauses. Texts for opponents have the other ones."""
LEAVING_OUT = """
    without out skip drop delete remove omit cut strike ohne weglassen lass lassen streiche streich
    losche sans retire retirez supprime supprimez enleve enlevez sin quita quite borra borre elimina
    senza togli toglie elimini ometti zonder weglaten weg schrap verwijder bez usun skresl pomin sem
    tira tire remova apague utan stryk ta без убери уберите удали удалите sil kaldir
"""
"""Words for leaving something out, without accents."""
OWN_TEXT = """
    comment comments text message words note remark kommentar kommentare bemerkung nachricht worte
    commentaire texte message mots remarque comentario comentarios texto mensaje palabras commento
    testo messaggio parole tekst opmerking bericht woorden komentarz komentarza tekst tekstu slow
    wiadomosc wiadomosci mensagem palavras kommentaren texten meddelandet комментарий комментария
    текст текста сообщение сообщения yorum yorumu yorumum metin metni mesaj mesaji
"""
"""Words for the text next to a command, without accents."""
OVER = """
    it s over, its over, game over, he got me, she got me, they got me, you got me, it s lost,
    i m lost, i lost, i m done, nothing left, no chance left, es ist vorbei, ist verloren,
    aus und vorbei, c est fini, c est perdu, se acabo, esta perdida, e finita, e persa,
    het is voorbij, verloren, to koniec, przegrana, przegralem, przegralam, acabou, esta perdido,
    det ar over, forlorat, все кончено, проиграно, bitti, kaybettim
"""
"""Phrases of players who resign, next to a yes."""
