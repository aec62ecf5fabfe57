"""Words by which people say what they don't want, without accents, in the players' languages."""

DENYING = """
    no not t dont never without stop kein keine keinen keiner keines nicht nie statt anstatt ohne
    pas plus sans jamais arretez arrete no sin nunca basta non niente senza mai smettete geen niet
    zonder nie bez zamiast nao sem chega не нет без вместо хватит больше degil istemiyorum yerine
    yok olmasin insteadof inte ikke aldrig
"""
INSTEAD_OF = """
    instead of, rather than, in place of, au lieu de, au lieu d, plutot que, en lugar de, en vez de,
    invece di, invece che, al posto di, in plaats van, em vez de, no lugar de, а не, an stelle von
"""
"""Phrases that deny the words after them."""
NO_DENIALS = """
    no more than, not more than, nicht mehr als, pas plus de, pas plus d, pas plus qu, no mas de,
    no mas que, non piu di, niet meer dan, nie wiecej niz, nao mais que, nao mais de, не более,
    не больше, no problem, kein problem, not only, nicht nur, can t you, couldn t you, why not,
    if not, wenn nicht, pourquoi pas, por que no, perche no, waarom niet, no longer than
"""
"""Phrases with a negation that don't deny the words after them."""
CONTRASTS = """
    but rather lieber sondern aber mais plutot sino pero mejor ma piuttosto bensi maar liever ale
    lecz raczej wole mas antes но лучше ama only just nur bloss seulement solo alleen tylko apenas
    somente только sadece except besides ausser sauf excepto salvo tranne behalve oprocz exceto
    кроме haric disinda bitte please
"""
"""Words that end a denial: "no emails except urgent ones"."""
COMING = """
    arrives arrive arriving comes coming kommt kommen bekomme krieg kriege erhalte recois arrive
    arrivent llega llegan recibo arriva arrivano ricevo krijg ontvang komt dostaje otrzymuje
    przychodzi przychodza recebo chega chegam приходит приходят получаю geliyor aliyorum
"""
I_GET = """
    i get, i only get, i just get, i always get, i get only, i m getting, i am getting,
    i keep getting, i only see, i see only, i just see, i receive, i only receive, all i get,
    all i see, i m only getting, i still get, i currently get
"""
"""Phrases in English, in which a wish may have "get", too."""
ONLY = """
    only just all still always currently now nur bloss immer noch derzeit momentan gerade seulement
    que toujours actuellement solo solamente siempre ahora soltanto sempre ancora alleen slechts
    altijd nog nu tylko zawsze ciagle teraz so somente apenas agora только лишь всегда сейчас
    sadece yalnizca hep hala everything alles tout todo tutto wszystko tudo
"""
"""Words of people who describe what they get: "only text arrives here"."""
WISHES = """
    please bitte want would like i d can could may mochte will hatte kann konnte
    veux voudrais aimerais puis quiero quisiera puedo voglio vorrei posso wil graag kan mag chce
    chcialbym chcialabym moge quero queria gostaria хочу можно istiyorum lutfen if when whenever
    wenn falls quand si cuando quando als wanneer kiedy jesli se когда если
"""
