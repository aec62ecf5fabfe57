"""Phrases in the answers of ticket systems such as Zendesk, Jira, OTRS and Request Tracker."""

import re

REPLY_LINE = re.compile(
    r"(?i)[\W_]*(?:(?:please )?(?:(?:type|write|enter|add) )?(?:your )?"
    r"(?:reply|response) (?:above|before) (?:this|the) line"
    r"|bitte .{0,40}antwort.{0,20} (?:über|oberhalb) diese[rn]? (?:zeile|linie)"
    r"|antworten sie (?:bitte )?(?:über|oberhalb) dieser (?:zeile|linie)"
    r"|(?:veuillez )?(?:saisir|saisissez|écrire|tapez|ajouter) .{0,20}réponse au-dessus de"
    r"|répondez au-dessus de cette ligne"
    r"|(?:por favor,? )?(?:escrib[ae]|responda?|introduzca) .{0,30}(?:encima de|sobre) esta"
    r"|(?:digita|digiti|scriv[ai]|inseris\w+|inserire) .{0,30}risposta sopra questa"
    r"|(?:typ|schrijf|geef) .{0,40}boven deze (?:regel|lijn)"
    r"|(?:prosimy |proszę )?wpi\w+ .{0,30}(?:powyżej|nad) t\w+ (?:wiersz\w*|lini\w*)"
    r"|(?:por favor,? )?(?:digite|escreva|insira) .{0,30}acima desta linha"
    r"|(?:lütfen )?(?:yanıtınızı|cevabınızı) bu satırın üst"
    r"|(?:пожалуйста,? )?(?:введите|напишите) .{0,30}(?:над|выше) (?:этой )?(?:строк|лини))"
)
"""The first line of an email of a ticket system. People answer above it."""

TICKET_SUBJECT = re.compile(
    r"(?i)\s*(?:\[[^\]]{0,40}(?:#|№|ticket|case|request|jira)[^\]]{0,40}\]"
    r"|\[?(?:your )?(?:support )?(?:request|ticket|case|inquiry|enquiry) "
    r"(?:received|created|opened|updated|closed|solved|resolved|confirmation)\b"
    r"|(?:we(?:'ve| have)? )?received your (?:request|inquiry|enquiry|ticket)"
    r"|\[?(?:ticket|case|request|incident|vorgang|anfrage|demande|solicitud|richiesta|verzoek"
    r"|zgłoszenie|chamado|talep|заявка|обращение|запрос)\W{0,3}(?:id|nr|no|number)?\W{0,3}\d{2,})"
)
"""Beginnings of the subjects of such emails."""

_TICKET = r"(?:support|help|service)?[- ]?(?:request|ticket|case|enquiry|inquiry|query|issue)"
RECEIVED = re.compile(
    rf"(?i)\byour {_TICKET}\b.{{0,60}}?\b(?:has been|was|is) (?:successfully )?"
    r"(?:received|created|logged|opened|registered|submitted|updated|solved|resolved|closed"
    rf"|assigned)|\bwe(?:'ve| have)? (?:just )?(?:received|got) your {_TICKET}\b"
    r"|\ba (?:new |support |trouble )*(?:ticket|case|request) (?:has been|was) "
    r"(?:created|opened|logged)"
    r"|\b(?:ihre?|deine?) (?:support-?)?(?:anfrage|ticket|meldung)\b.{0,60}?"
    r"\b(?:erhalten|eingegangen|erstellt|angelegt|registriert|aktualisiert|gelöst|geschlossen)"
    r"|\b(?:ein|das) ticket\b.{0,30}?\b(?:erstellt|angelegt|eröffnet)"
    r"|\bvotre (?:demande|ticket|requête)\b.{0,40}?\b(?:a (?:bien )?été|est) "
    r"|\bnous avons (?:bien )?reçu votre (?:demande|ticket|requête)"
    r"|\b(?:su|tu) (?:solicitud|ticket|consulta|caso|petición)\b.{0,40}?\b(?:ha sido|fue|se ha) "
    r"|\bhemos recibido (?:su|tu) (?:solicitud|ticket|consulta|petición)"
    r"|\b(?:la|il) (?:sua|tua|suo|tuo) (?:richiesta|ticket|segnalazione)\b.{0,40}?\bè stat[ao] "
    r"|\babbiamo ricevuto (?:la|il) (?:sua|tua|suo|tuo) (?:richiesta|ticket|segnalazione)"
    r"|\b(?:uw|je) (?:verzoek|aanvraag|ticket|melding)\b.{0,40}?\b(?:ontvangen|aangemaakt"
    r"|geregistreerd|bijgewerkt|opgelost|gesloten)|\b(?:we|wij) hebben (?:uw|je) "
    r"(?:verzoek|aanvraag|ticket|melding)"
    r"|\b(?:twoje|państwa|pańskie) (?:zgłoszenie|zapytanie)\b.{0,40}?\bzostało "
    r"|\botrzymaliśmy (?:twoje|państwa|pańskie) (?:zgłoszenie|zapytanie)"
    r"|\b(?:sua|seu) (?:solicitação|pedido|ticket|chamado)\b.{0,40}?\bfoi "
    r"|\brecebemos (?:a |o )?(?:sua|seu) (?:solicitação|pedido|ticket|chamado)"
    r"|\b(?:talebiniz|biletiniz)\b.{0,40}?\b(?:alın|oluşturul|güncellen|çözül|kapatıl)"
    r"|\bваш[ае]? (?:запрос|заявка|обращение|тикет)\b.{0,40}?\b(?:получен|принят|зарегистрирован"
    r"|создан|обновл|реш[её]н|закрыт)|\bмы получили (?:ваш|вашу|ваше) (?:запрос|заявку|обращение)"
)
STAFF = re.compile(
    r"(?i)\bsupport (?:staff|team|agent)|\bhelp ?desk|\bservice ?desk"
    r"|\bcustomer (?:service|care|support)\b|\bsupport-?team\b|\bkunden(?:dienst|service)"
    r"|\béquipe (?:d'assistance|(?:d[eu] )?support)|\bservice client"
    r"|\bequipo de (?:soporte|asistencia|atención)|\batención al cliente"
    r"|\bteam di (?:assistenza|supporto)|\b(?:servizio|assistenza) clienti"
    r"|\bondersteuningsteam|\bklantenservice|\bzespół (?:wsparcia|pomocy)|\bobsługi klienta"
    r"|\bequip[ea] de (?:suporte|apoio|atendimento)|\bdestek ekib|\bmüşteri hizmetleri"
    r"|\bслужб\w+ поддержки"
)
HOW_TO_FOLLOW_UP = re.compile(
    r"(?i)\badd (?:additional |further |more )?comments?,? (?:please )?reply"
    r"|\b(?:ticket|case|request|reference) (?:number|id|no\.|#)|\bstatus of your (?:ticket|request)"
    r"|\bview (?:your |the )?(?:ticket|request)\b|\bassigned an id\b"
    r"|\b(?:ticket|vorgangs|anfrage)-?nummer|\bkommentare? hinzuzufügen"
    r"|\bnuméro de (?:ticket|demande|dossier)|\bpour ajouter (?:des|un) commentaire"
    r"|\bn[úu]mero d[eo] (?:ticket|caso|solicitud|chamado|protocolo|pedido)"
    r"|\bpara (?:agregar|añadir|adicionar) (?:un |más |mais )?coment[aá]rios?"
    r"|\bnumero d[ie]l? ?l?a? ?(?:ticket|richiesta)|\bper aggiungere (?:un |altri )?comment"
    r"|\bom (?:een )?(?:opmerking(?:en)?|reacties?) toe te voegen|\bnumer zgłoszenia"
    r"|\baby dodać (?:komentarz|dodatkowe)|\b(?:talep|bilet) numara|\byorum eklemek"
    r"|\bномер (?:заявки|обращения|запроса|тикета)|\bдобавить комментарий"
)
AUTOMATIC = re.compile(
    r"(?i)\bautomatically generated|\bautomat(?:ic|ed) (?:response|reply|message|email|e-mail)"
    r"|\bautomatisch (?:generierte|erstellte|erzeugte|gegenereerd)"
    r"|\b(?:message|réponse|e-mail) (?:généré )?automatique|\bgénéré automatiquement"
    r"|\b(?:mensaje|correo|respuesta) (?:generad[oa] )?autom[áa]tic|\bgenerado automáticamente"
    r"|\b(?:messaggio|risposta|e-mail) (?:generat[oa] )?automatic|\bgenerat[oa] automaticamente"
    r"|\bautomatisch (?:bericht|antwoord)|\bwygenerowan\w+ automatycznie|\bautomatyczna odpowied"
    r"|\b(?:mensagem|resposta) (?:gerada )?automática|\bgerad[oa] automaticamente"
    r"|\botomatik olarak (?:oluştur|gönder)|\bавтоматическ(?:ое сообщение|ий ответ)"
    r"|\bсоздано автоматически"
)
"""Phrases in the texts of such emails. Alone they prove nothing, because people write them too."""

KEYWORDS = (
    *("request", "ticket", " case", "inquiry", "enquiry", "support", "anfrage", "meldung"),
    *("demande", "requête", "solicitud", "consulta", "petición", "richiesta", "segnalazione"),
    *("verzoek", "aanvraag", "melding", "zgłoszenie", "zapytanie", "solicitação", "pedido"),
    *("chamado", "talebiniz", "talep numara", "biletiniz", "запрос", "заявк", "обращени", "тикет"),
)
"""Words of which most of such emails have one, in lower case. They are found quickly."""
