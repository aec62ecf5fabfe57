"""Words by which a text is for only some of the opponents, without accents."""

ONLY = """
    only just nur bloss seulement uniquement juste solo solamente soltanto alleen slechts tylko
    apenas somente so только лишь sadece
"""
TO = """
    to for an fur a pour para per aan voor do dla к для
"""
"""Words between ONLY and the name: "only to Carol"."""
NOT = "not nicht pas no non niet nie nao не"
"""Words before TO and the name of a player who mustn't read the text: "not to Ben"."""
HIDING = """
    don t tell, do not tell, dont tell, don t show, do not show, without telling, nicht zu,
    sag nicht, sags nicht, ne dis pas a, ne le dis pas a, no le digas a, no se lo digas a,
    non dirlo a, niet zeggen tegen, vertel het niet aan, nie mow, nao digas a, nao conte a,
    не говори
"""
"""Phrases before the name of a player who mustn't read the text."""
CONFIDENTIAL = """
    don t tell her, don t tell him, don t tell them, don t tell anybody, don t tell anyone,
    keep this from, between us, between you and me, secretly, in secret,
    nicht verraten, unter uns, heimlich, entre nous, en secret, entre nosotros, en secreto,
    tra noi, in segreto, niet doorvertellen, onder ons, stiekem, miedzy nami, w tajemnicy,
    entre nos, em segredo, между нами, по секрету, soyleme, aramizda
"""
"""Phrases of texts that not all opponents may read, beside a name."""
