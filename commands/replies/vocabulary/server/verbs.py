"""Words by which people say what to do with the server's services, in their languages."""

JOIN = """
    join joining enter put add sign signup register enroll enrol participate beitreten mitmachen
    teilnehmen anmelden melde meldet eintragen trag mitspielen inscris inscrire inscrivez
    rejoindre participer unirme unir inscribe inscribeme inscribirme apuntame apuntarme
    participar iscrivi iscrivimi iscrivermi partecipare unirmi inschrijven meedoen aanmelden
    schrijf deelnemen dolacz dolaczyc zapisz zapisac udzial entrar inscreva inscrever
    присоединиться вступить участвовать записать запиши участие
    """
PLAY = """
    play spielen spiele jouer joue jugar juego giocare gioco spelen speel grac zagrac gram jogar
    сыграть играть oynamak
    """
QUIT = """
    leave leaving quit withdraw drop remove off take verlassen aussteigen austreten abmelden
    zurückziehen raus nimm streich streicht quitter retirer retirez desinscrire sortir salir dejar
    retirarme lasciare uscire ritirarmi ritiro retirarme retiro toglimi verlaten uitschrijven
    terugtrekken opuścić
    wycofać wypisz sair deixar retirar выйти покинуть
    """
FIND = """
    find looking want need search seek another new suche suchen such finden finde brauche will
    möchte trouver trouve cherche chercher voudrais veux busco buscar encontrar quiero
    necesito busca cerco cercare trovare trova vorrei voglio zoek zoeken vinden vind wil szukam
    znaleźć znajdź chcę procuro procurar encontre quero ищу найти найди нужен хочу
    """
SHOW = """
    show list see what which where when who are is view current top zeig zeige zeigt liste
    welche welcher wo wann wer gibt sehen montre montrez liste voir quels quelles quel où quand
    muestra muéstrame lista ver qué cuáles cuál dónde cuándo hay mostra mostrami vedere quali
    quale dove quando sono toon laat zien welke waar wanneer zijn pokaż lista jakie jaki gdzie
    kiedy są zobaczyć mostre lista ver quais qual onde quando há покажи список какие какой где
    когда есть посмотреть
    """
DELETE = """
    delete erase remove erasure forgotten lösche löschen löscht löschung entfernen supprimer
    supprimez effacer borra borrar elimina eliminar cancella cancellare eliminare verwijder
    verwijderen wissen usuń usunąć usunięcie apague apagar exclua excluir удали удалите удалить
    close closing deactivate cancel terminate wipe schließe schließen schließt kündige kündigen
    fermer fermez cerrar cierra cierren chiudi chiudere chiudete sluit sluiten opzeggen zamknij
    zamknąć encerrar encerre feche fechar закрой закройте закрыть supprime efface effacez borren
    eliminen cancellate eliminate apaguem
    """
UNSUBSCRIBE = "unsubscribe abbestellen abmelden désabonner désabonnez désinscrire afmelden wypisz"
ACCOUNT = """
    benutzerkonto nutzerkonto spielerkonto profil profile profiel perfil profilo
    account accounts konto kontos zugang compte cuenta conto conta hesap hesabımı аккаунт учетную
    data daten données datos dati gegevens dane dados данные
"""
QUESTION = """
    how what when where why which should shall can could would may might
    wie wann warum wo kann könnte soll sollte darf
    comment quand pourquoi peut pourrais dois cómo cuándo puedo debo podría
    come quando perché posso devo potrei hoe wanneer waarom kan mag moet zou
    jak czy kiedy mogę como devo poderia как когда можно могу ли nasıl
"""
"""Words that begin a question, even without a question mark."""
UNBLOCKING = """
    write to me again, let him write, let her write, let them write, message me again,
    contact me again, talk to me again, chat with me again, challenge me again, lift the block,
    remove the block, undo the block, blocked by mistake, wieder schreiben, wieder schreibt,
    blockierung aufheben, sperre aufheben, m ecrire a nouveau, m ecrire de nouveau,
    me reecrire, lever le blocage, escribirme de nuevo, vuelva a escribirme, escribirme otra vez,
    quitar el bloqueo, scrivermi di nuovo, scrivermi ancora, togliere il blocco,
    weer schrijven, weer berichten, blokkade opheffen, znowu pisac, znow pisac, cofnac blokade,
    escrever me de novo, me escrever de novo, tirar o bloqueio, снова писать, снять блокировку,
    tekrar yazabilsin, engeli kaldir
"""
"""Phrases of players who regret that they blocked somebody, if nothing in the text denies them."""
UNBLOCK = """
    unblock unmute entsperre entsperren entblocken débloquer débloque desbloquear desbloquea
    sblocca sbloccare deblokkeren deblokkeer odblokuj odblokować desbloqueie разблокируй
    разблокировать
    """
HIM = """
    him her them he she they opponent player guy ihn sie er ihm gegner spieler le la lui il
    elle adversaire joueur él ella lo rival jugador lui lei gli avversario giocatore hem haar
    hij tegenstander speler go jego ją przeciwnik przeciwnika gracza ele ela o a adversário
    jogador его её он она соперник соперника игрока
    """
CANCEL = """
    cancel end stop withdraw revoke abbrechen beenden zurückziehen stornieren annuler annulez
    arrêter
    cancelar cancela terminar annullare annulla smettere annuleren stoppen anuluj anulować
    отменить
    отмени
"""
FOR_ME = """
    for me, fur mich, pour moi, por mi, per me, voor mij, voor me, za mnie, por mim, за меня,
    benim icin, benim yerime, 代わり
"""
TELL = """
    tell forward pass send relay message write inform notify sag sage sagt schick schicke
    schreib schreibe richte leite weiterleiten teile dis dites transmets transmettez transfere
    transferez envoie envoyez ecris ecrivez dile digale diles envia enviale reenvia reenviale
    escribele digli dille dite inoltra inoltralo manda mandalo scrivi zeg stuur geef schrijf
    doorsturen powiedz przekaz przeslij wyslij napisz diga diz envie encaminhe reencaminhe escreva
    скажи скажите передай передайте перешли перешлите отправь отправьте напиши soyle ilet gonder yaz
"""
"""First words of orders to tell something to another player."""
CAN_YOU = "can could would will you u kannst konntest du also und and hi hello hey pbm server"
"""Words before TELL."""
DEPUTY = """
    deputy deputise deputises deputize deputizes substitute vertreter vertreterin stellvertreter
    stellvertreterin vertritt vertreten vertrete remplacant remplacante suppleant suplente sustituto
    sustituta sostituto sostituta vervanger vervangster plaatsvervanger invaller zastepca zastepce
    zastepczyni substituto substituta заместитель заместителем vekil vekilim
"""
"""Words by which a text clearly calls somebody a deputy."""
AGAINST = """
    no stop not don never without enough kein keine keinen nicht ohne stopp pas plus sans
    arrêtez no
    sin basta niente senza geen zonder nie bez sem não chega не без больше хватит
"""
STAY = (
    "stay staying remain bleibe bleiben reste quedo sigo rimango resto blijf zostaję fico остаюсь"
)
BEFORE_SEASONS = """
    next this last every in nachsten nachstes nachster im diesen letzten prochain prochaine ce cet
    dernier proximo proxima este esta pasado prossimo prossima questo questa scorso volgend volgende
    komende deze dit vorige nastepna przyszla tej w ubiegla proximo neste nesta passado будущей
    следующей этой прошлой gelecek bu gecen
"""
"""Words before a season that isn't a tournament's name."""
