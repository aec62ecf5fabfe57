"""Phrases of read receipts, recalls and answers to invitations, in many languages.

Such an email is recognized by its subject and its text together, because people may write either.
"""

import re

RECEIPT_SUBJECT = re.compile(
    r"(?i)\s*(?:(?:not |un)?read|read(?:ing)? receipt|return receipt|read report"
    r"|(?:nicht |un)?gelesen|lesebest(?:ä|ae)tigung|empfangsbest(?:ä|ae)tigung"
    r"|(?:non[- ])?lue?|accus[ée] de (?:lecture|r[ée]ception)|confirmation de lecture"
    r"|(?:no )?le[íi]d[oa]|confirmaci[óo]n de lectura|acuse de (?:lectura|recibo)"
    r"|(?:non )?lett[oa]|conferma di lettura|ricevuta di (?:ritorno|lettura)"
    r"|(?:n[ãa]o )?lid[oa]|confirma[çc][ãa]o de leitura|recibo de leitura"
    r"|(?:niet |on)gelezen|gelezen|leesbevestiging|ontvangstbevestiging"
    r"|(?:inte |o)?läst|läskvitto|(?:ikke |u)?læst|læsekvittering|(?:ikke |u)?lest|lesebekreftelse"
    r"|luettu|lukukuittaus|(?:nie )?przeczytan[oey]|potwierdzenie (?:od|prze)czytania"
    r"|(?:ne)?přečteno|potvrzení o přečtení|(?:не )?прочитано|(?:не )?прочтено"
    r"|уведомление о прочтении|olvasva|elolvasva|okundu|citit[ăe]?|διαβάστηκε"
    r"|(?:未)?開封済み?|開封確認|既読"
    r"|未読のまま削除|(?:已|未)(?:读|讀)(?:取)?|읽음|읽지 않음|נקרא|مقروءة)"
    r"\s?[:：]"
)
"""Beginnings of the subjects of read receipts, before the subject of the email that was read."""

RECEIPT_TEXT = re.compile(
    r"(?is)\bwas (?:read|displayed|opened|deleted without being read|not read)\b(?! out)"
    r"|\bhas been (?:read|displayed|opened)\b|\breturn receipt for the (?:mail|message)\b"
    r"|\bread receipt\b|\bwurde\b.{0,60}?\bgelesen\b|\bungelesen gelöscht\b|\bwurde angezeigt\b"
    r"|\ba été (?:lue?|affichée?|ouverte?|supprimée? sans avoir été lue?)\b"
    r"|\b(?:se leyó|fue le[íi]d[oa]|ha sido le[íi]d[oa]|se ha le[íi]do|se eliminó sin)\b"
    r"|\bè stat[oa] (?:lett[oa]|visualizzat[oa]|aperto|eliminat[oa] senza)\b"
    r"|\bfoi (?:lid[oa]|abert[oa]|exibid[oa]|(?:excluíd|eliminad)[oa] sem)\b"
    r"|\b(?:is|werd)\b.{0,60}?\bgelezen\b"
    r"|\b(?:lästes|har lästs|blev læst|ble lest|er læst|er lest)\b"
    r"|\bon luettu\b|\bzostał[ao]? (?:przeczytan|odczytan|otwart)[aey]\b|\b(?:byla|bola) přečtena\b"
    r"|\b(?:было|сообщение) (?:прочитано|прочтено)\b|\b(?:прочитано|прочтено)\b"
    r"|\belolvas|\bokun(?:du|muştur)\b|\ba fost citit|διαβάστηκε|開封され|開封しました"
    r"|に読まれ|読みました"
    r"|(?:已|被)(?:阅读|閱讀|读取|讀取)|읽었습니다|읽혔습니다|נקרא|قراءة"
)
"""Phrases in the texts of read receipts, about the email that was read."""

RECALL_SUBJECT = re.compile(
    r"(?i)\s*(?:(?:message )?recall|recall (?:success|failure|report)|nachrichtenrückruf|rückruf"
    r"|rappel(?: de message)?|recuperar|retirar|richiamo|richiama|recolha|terugroepen|intrekken"
    r"|återkalla|tilbakekall|отзыв|wycofanie|odvolání|回收|撤回|取り消し|リコール)\s?[:：]"
)
"""Beginnings of the subjects by which Outlook asks other mail programs to delete an email."""

RECALL_TEXT = re.compile(
    r"(?i)would like to recall the message|möchte die nachricht\b.{0,300}?\bzurückrufen"
    r"|souhaite(?:rait)? rappeler le message|(?:desea|quiere) recuperar el mensaje"
    r"|(?:desidera|vorrebbe) richiamare il messaggio|(?:deseja|gostaria de) (?:cancelar|recolher) a"
    r"|wil (?:graag )?het bericht\b.{0,300}?\b(?:intrekken|terugroepen)|хотел[аи]? бы отозвать"
    r"|希望撤回|撤回邮件|取り消そうとしています|取り消したいと"
)
"""Phrases in the texts of such emails."""

INVITATION_SUBJECT = re.compile(
    r"(?i)\s*(?:accepted|declined|tentative(?:ly accepted)?|new time proposed"
    r"|zugesagt|zusage|abgelehnt|absage|(?:mit|unter) vorbehalt|vorläufig zugesagt"
    r"|accepté|acceptation|refusé|provisoire|acept(?:ado|ada)|rechazad[oa]|provisional"
    r"|accettat[oa]|rifiutat[oa]|provvisorio|aceit[oea]|recusad[oa]|provisório"
    r"|geaccepteerd|afgewezen|voorlopig|godkänt|accepterat|avböjt|akseptert|accepteret|avslått"
    r"|zaakceptowano|odrzucono|принято|отклонено|přijato|odmítnuto|承諾|辞退|已接受|已拒绝)"
    r"\s?[:：]"
)
"""Beginnings of the subjects of answers to invitations."""

INVITATION_TEXT = re.compile(
    r"(?i)\bhas (?:tentatively )?(?:accepted|declined) (?:this|the|your) (?:invitation|event)"
    r"|\bhat diese (?:einladung|besprechungsanfrage)\b.{0,40}?\b(?:angenommen|zugesagt|abgelehnt)"
    r"|\ba (?:accepté|refusé|décliné) (?:cette|votre) invitation"
    r"|\bha (?:aceptado|rechazado) (?:esta|tu|su) invitación"
    r"|\bha (?:accettato|rifiutato) (?:questo|questa|il tuo) (?:invito|riunione)"
    r"|\b(?:aceitou|recusou) (?:este|o seu) convite"
    r"|\bheeft deze uitnodiging (?:geaccepteerd|afgewezen)"
)
"""Phrases in the texts of answers to invitations."""

AUTOMATIC_TITLE = re.compile(
    r"(?i)\s*(?:auto(?:matic|mated)?[- ]?(?:reply|response)|automatische antwort"
    r"|abwesenheitsnotiz|automatische abwesenheit\w*|réponse automatique"
    r"|respuesta automática|risposta automatica|resposta automática|automatisch antwoord"
    r"|automatiskt svar|automatisk svar|autosvar|automaattinen vastaus"
    r"|odpowiedź automatyczna|automatyczna odpowiedź|automatická odpověď|автоматический ответ"
    r"|автоответ|otomatik yanıt|自動返信|自動応答|自动回复|자동 ?회신)\s?[:：]"
)
"""Beginnings of the subjects of automatic replies that no person writes."""

CHALLENGE_SUBJECT = re.compile(
    r"(?i)\(?(?:(?:sender |address |e-?mail |human )?verification (?:required|needed|request)"
    r"|(?:please )?(?:confirm|verify) your (?:message|e-?mail|address)|(?:message )?confirmation "
    r"required|bestätigung erforderlich|vérification requise|verificación (?:requerida|necesaria)"
    r"|verifica richiesta|verificatie vereist|wymagana weryfikacja|verificação necessária"
    r"|требуется подтверждение|doğrulama gerekli)\)?"
)
"""Subjects of spam filters that ask the sender to prove that they are a person."""

FILTER_TEXT = re.compile(
    r"(?i)\b(?:automated|automatic|automatically generated) (?:message|e-?mail|reply|response)"
    r"|\b(?:anti-?)?spam[- ]?(?:filter|schutz|blocker|arrest|protection|filtr)|mailfilter"
    r"|automatisch (?:erzeugte|generierte|erstellte|gegenereerd)|automatische nachricht"
    r"|(?:message|courriel) automatique|mensaje automático|messaggio automatico"
    r"|automatisch bericht|wiadomość automatyczna|automatyczna wiadomość|mensagem automática"
    r"|filtro (?:de |anti)?spam|filtre anti-?spam|спам-?фильтр|автоматическое (?:сообщение|письмо)"
    r"|otomatik (?:ileti|mesaj|e-posta)|istenmeyen posta filtresi"
)
"""Phrases by which spam filters introduce themselves."""

CHALLENGE_TEXT = re.compile(
    r"(?i)\byou(?:'re| are) (?:a |an )?(?:real |actual )?(?:human|person|not a (?:robot|machine))"
    r"|(?:message|e-?mail|mail) (?:is being|is|was|has been) (?:held|quarantined)"
    r"|to have (?:it|your (?:message|e-?mail)) delivered|(?:verify|confirm) your (?:address|message"
    r"|e-?mail|identity)|(?:dass )?sie (?:ein mensch|kein roboter|eine person) sind"
    r"|nachricht (?:wird|wurde) (?:zurückgehalten|angehalten)"
    r"|(?:êtes|soyez) (?:bien )?(?:un (?:humain|être humain)|une personne|pas un robot)"
    r"|message (?:est|a été) (?:retenu|mis en attente)|(?:es|eres) (?:un ser |una persona |un )?"
    r"(?:humano|humana|real)|no (?:es|eres) un robot|mensaje (?:está|ha sido) retenido"
    r"|(?:è|sei) (?:un essere umano|una persona|un umano)|non (?:è|sei) un robot"
    r"|messaggio (?:è|è stato) (?:trattenuto|bloccato)|u (?:een mens|geen robot) bent"
    r"|bericht (?:wordt|is) (?:vastgehouden|tegengehouden)|jesteś (?:człowiekiem|osobą)"
    r"|nie jesteś robotem|wiadomość została (?:wstrzymana|zatrzymana)"
    r"|(?:é|és) (?:um ser humano|humano|uma pessoa)|não (?:é|és) um robô"
    r"|mensagem (?:está|foi) retida|вы (?:человек|не робот)|письмо (?:задержано|удержано)"
    r"|(?:insan|robot olmadığınızı)"
)
"""Phrases by which spam filters ask for proof that a person wrote the original."""

ABSENCE_THANKS = re.compile(
    r"(?i)\b(?:thank you|thanks|many thanks) for (?:your|the) (?:e-?mail|message|mail)"
    r"|\b(?:vielen |herzlichen |besten )?dank für ihre (?:e-?mail|mail|nachricht)"
    r"|\bmerci (?:de|pour) votre (?:message|e-?mail|courriel|mail)"
    r"|\bgracias por (?:su|tu) (?:mensaje|correo|e-?mail)"
    r"|\bgrazie per (?:la sua|il suo|la tua|il tuo) (?:e-?mail|mail|messaggio)"
    r"|\b(?:bedankt|dank) voor (?:uw|je) (?:bericht|e-?mail|mail)"
    r"|\bdziękuję za (?:wiadomość|e-?mail|maila)|\bobrigad[oa] (?:pela sua|por sua) mensagem"
    r"|спасибо за (?:ваше )?(?:письмо|сообщение)"
    r"|(?:e-?postanız|iletiniz|mesajınız) için teşekkür"
)
"""Phrases with which notices of absence begin."""

ABSENCE_TEXT = re.compile(
    r"(?i)\b(?:out of (?:the )?office|not in the office|away from (?:the|my) (?:office|desk))\b"
    r"|\b(?:nicht im (?:büro|hause)|außer haus|abwesend)\b|\b(?:absente? du bureau|absente?)\b"
    r"|\b(?:fuera de la oficina|ausente)\b|\b(?:fuori (?:ufficio|sede)|assente)\b"
    r"|\b(?:niet op kantoor|afwezig)\b|\b(?:poza biurem|nieobecn[ya])\b|\bfora do escritório\b"
    r"|отсутствую|вне офиса|\bofis(?:te değilim| dışındayım)\b|\bizindeyim\b"
)
"""Phrases in notices of absence about the office."""

ABSENCE_CONTACT = re.compile(
    r"(?i)\b(?:limited|no) access to (?:my )?e-?mail|\bin (?:urgent cases|an emergency)\b"
    r"|\b(?:for|in) urgent (?:matters|requests|cases)"
    r"|\b(?:please|kindly) (?:contact|reach out to)\b"
    r"|\bin dringenden (?:fällen|angelegenheiten)|\bwenden sie sich\b|\bnicht weitergeleitet\b"
    r"|\ben cas d'urgence\b|\bveuillez contacter\b|\ben caso de urgencia\b|\bpóngase en contacto\b"
    r"|\bin caso di urgenza\b|\bcontatti\b|\b(?:voor|in) dringende (?:zaken|gevallen)"
    r"|\bw (?:pilnych sprawach|sprawach pilnych)|\bem caso de urgência\b|в срочных случаях"
    r"|\bper (?:questioni|richieste) urgenti\b|\bpara asuntos urgentes\b|\bpour toute urgence\b"
    r"|\b(?:em|para) (?:assuntos|casos) urgentes\b|\bspoed(?:gevallen|eisende)\b"
    r"|по срочным вопросам"
    r"|\bacil (?:durumlarda|konularda|konular için)\b"
)
"""Phrases in notices of absence about other contacts. Players don't write them to each other."""

ABSENCE_ACCESS = re.compile(
    r"(?i)\b(?:limited|no|without) access to (?:my )?e-?mails?"
    r"|\b(?:keinen|nur eingeschränkten|eingeschränkten|begrenzten) zugriff auf (?:meine )?e-?mails?"
    r"|\b(?:pas|sans|limité) (?:d')?accès à (?:mes|ma) (?:e-?mails?|courriels?|messagerie)"
    r"|\baccès (?:limité )?à (?:mes|ma) (?:e-?mails?|courriels?|messagerie)"
    r"|\bacceso (?:limitado )?a(?:l| mi) (?:correo|e-?mail)"
    r"|\baccesso (?:limitato )?alle (?:e-?)?mail"
    r"|\b(?:geen|beperkt|beperkte) toegang tot mijn e-?mail"
    r"|\b(?:nie mam|ograniczony) dostępu? do (?:poczty|e-?maila|maila)"
    r"|\bacesso (?:limitado )?a(?:o| meu) e-?mail"
    r"|доступа к (?:электронной )?почте|\be-?postalarıma (?:\w+ )?(?:erişim|ulaşam)"
)
"""Phrases in notices of absence about reading emails. Players don't write them to each other."""
