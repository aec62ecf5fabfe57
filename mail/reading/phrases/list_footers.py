"""Phrases in the footers that mailing lists add below an email."""

import re

LIST_FOOTERS = (
    *("you received this message because you are subscribed", "groups.io links:"),
    *("you received this email because you are subscribed", "view/reply online (#"),
    *("you are receiving this because you are subscribed", "yahoo! groups links"),
    *("you're receiving this because you're subscribed", "yahoo groups links"),
    *("you are receiving this email because you are subscribed", "visit topic powered by "),
    *("to unsubscribe from this group", "to unsubscribe from this list", "reply via web post"),
    *("to unsubscribe from this mailing list", "to unsubscribe from the list", "posted by: "),
    *("to unsubscribe from the mailing list", "to unsubscribe from this topic", "easy unsubscribe"),
    *("to unsubscribe, e-mail: ", "to unsubscribe, email: ", "to unsubscribe e-mail to: "),
    *("to unsubscribe, send an email to", "to unsubscribe, send an e-mail to"),
    *("to unsubscribe send an email to", "to unsubscribe send an e-mail to"),
    *("to unsubscribe, send email to", "to unsubscribe send email to", "to unsubscribe, e-mail to"),
    *("to unsubscribe, visit ", "to unsubscribe: http", "to unsubscribe: mailto:"),
    *("to post to this group, send", "to post a message, send an email to"),
    *("to view this discussion ", "to visit your group on the web"),
    *("for more options, visit this group", "for more options, visit http"),
    *("for additional commands, e-mail: ", "your use of yahoo! groups", "mute this topic: "),
    *("[non-text portions of this message have been removed]", "messages in this topic ("),
    *("topica - ", "this email was sent to you by topica", "for topica's complete suite"),
    *("mailing list info: http", "list archives: http", "list archive: http", "listinfo: http"),
    *("sie erhalten diese nachricht, weil sie", "diese nachricht erhalten sie, weil sie"),
    *("um sich von dieser gruppe abzumelden", "um sich von dieser liste abzumelden"),
    *("wenn sie sich von dieser gruppe abmelden", "wenn sie dieses abo beenden"),
    *("um dieses abo zu beenden und keine", "um diese diskussion im web"),
    *("vous recevez ce message, car vous êtes", "vous recevez ce message car vous êtes"),
    *("vous avez reçu ce message, car vous êtes", "vous recevez ce message parce que vous êtes"),
    *("pour vous désabonner de ce groupe", "pour vous désabonner de cette liste"),
    *("pour se désabonner de cette liste", "pour afficher cette discussion"),
    *("has recibido este mensaje porque estás suscrito", "recibiste este mensaje porque estás"),
    *("ha recibido este mensaje porque está suscrito", "para anular la suscripción a este grupo"),
    *("para cancelar la suscripción a este grupo", "para cancelar tu suscripción a est"),
    *("para ver esta conversación", "para ver este debate"),
    *("hai ricevuto questo messaggio perché sei iscritto", "ricevi questo messaggio perché sei"),
    *("per annullare l'iscrizione a questo gruppo", "per annullare l'iscrizione a questa lista"),
    *("per visualizzare questa discussione",),
    *("je hebt dit bericht ontvangen omdat je", "u ontvangt dit bericht omdat u"),
    *("je ontvangt dit bericht omdat je", "u hebt dit bericht ontvangen omdat u"),
    *("als je je wilt afmelden bij deze groep", "als u zich wilt afmelden bij deze groep"),
    *("om je af te melden voor deze groep", "om u af te melden voor deze groep"),
    *("om deze discussie op het web",),
    *("otrzymujesz tę wiadomość, ponieważ", "otrzymałeś tę wiadomość, ponieważ"),
    *("ta wiadomość została wysłana do ciebie, ponieważ", "aby anulować subskrypcję tej grupy"),
    *("aby zrezygnować z subskrypcji tej grupy", "aby wypisać się z tej grupy"),
    *("aby wyświetlić tę dyskusję",),
    *("você recebeu essa mensagem porque está inscrito", "recebeu esta mensagem porque está"),
    *(
        "você recebeu esta mensagem porque está inscrito",
        "você está recebendo esta mensagem porque",
    ),
    *("para cancelar inscrição nesse grupo", "para cancelar a inscrição neste grupo"),
    *("para cancelar a inscrição nesse grupo", "para anular a subscrição deste grupo"),
    *("para ver esta discussão", "para acessar esta discussão"),
    *("bu iletiyi google grupları", "bu mesajı google grupları", "bu gruba aboneliğinizi iptal"),
    *("bu grup aboneliğinizden çıkmak", "bu tartışmayı web'de"),
    *(
        "вы получили это сообщение, поскольку подпис",
        "вы получили это сообщение, потому что",
    ),
    *("вы получили это сообщение, так как подпис", "чтобы отменить подписку на эту группу"),
    *("чтобы отписаться от этой группы", "чтобы отписаться от этой рассылки"),
    *("чтобы просмотреть обсуждение", "чтобы посмотреть обсуждение"),
)
"""Beginnings of the lines of such footers, in lower case. No player begins a line like this."""

LISTSERV_FOOTER = re.compile(r"to unsubscribe from the \S{1,60} (?:mailing )?list\b")

LIST_MARKS = re.compile(r"--~--~[-~]*|_{1,2}\._,_\.?_,?_*|==\^=+")
"""The lines above the footers of Google Groups, Yahoo Groups, groups.io and Topica."""
