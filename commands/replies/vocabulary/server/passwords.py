"""Words of players about their password, without accents.

A phrase that ends in a star stands for any ending.
"""

FORGOTTEN = """
    forgot, forgotten, lost, can t remember, cannot remember, don t remember, don t know,
    no longer know, vergessen, verloren, weiss nicht, nicht mehr, oublie, oubliee, perdu,
    ne sais plus, olvide, olvidado, perdi, perdido, no recuerdo, dimenticato, dimenticata, perso,
    non ricordo, vergeten, kwijt, weet niet, zapomnial*, zgubil*, nie pamietam, esqueci, nao lembro,
    nao me lembro, забыл*, потерял*, не помню, unuttum, hatirlamiyorum, glomt, minns inte, 忘れ
"""
CHANGED = """
    change, new, reset, set, update, andern, andere, neu, neue, neues, wechseln, zurucksetzen,
    changer, changez, modifier, modifiez, nouveau, reinitialiser, cambiar, cambia, cambien, cambie,
    nueva, nuevo, restablecer, cambiare, cambiate, nuova, reimposta*, verander*, wijzig*, nieuw,
    zmien*, nowe, zresetuj*, mudar, mude*, alterar, altere*, trocar, nova, redefin*, смени*,
    измени*, поменя*, новый, сброс*, degistir*, yeni, andra, byt, byta, nytt, 変更
"""
