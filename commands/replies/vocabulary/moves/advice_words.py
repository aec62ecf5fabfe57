"""Words of writers who tell, but don't follow, the advice of somebody else: "he says ..., but"."""

ADVISING = """
    says said thinks suggests suggested recommends recommended advises advised tells told insists
    wants sagt sagte meint meinte findet empfiehlt rät schlägt dit disait pense trouve suggère
    recommande conseille propose dice dijo decía opina piensa sugiere recomienda aconseja propone
    disse pensa suggerisce consiglia raccomanda zegt zei vindt denkt raadt adviseert mówi mówił
    mówiła uważa radzi sugeruje poleca diz acha sugere recomenda aconselha говорит сказал сказала
    считает советует предлагает думает
"""
"""Verbs by which a third person recommends a move."""
ADVISING_BEHIND = "diyor dedi öneriyor önerdi"
"""The same verbs in Turkish, where they follow the move."""
REJECTING = """
    but however though although yet aber doch jedoch allerdings mais pourtant cependant pero mas
    aunque ma però tuttavia maar echter toch ale jednak lecz porém contudo но однако а ama fakat
    ancak bad awful terrible silly stupid weak mistake blunder nonsense schlecht dumm schwach fehler
    blöd unsinn quatsch mauvais nul stupide erreur faible malo mala tontería error débil cattiva
    brutta sbagliata sciocchezza slecht dom zwak onzin zły zła słaby błąd głupi mau ruim erro fraca
    плохо плохой ошибка глупо слабо kötü hata saçma
"""
"""Words behind the move with which the writer rejects the advice."""
