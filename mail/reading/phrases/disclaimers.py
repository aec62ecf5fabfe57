"""Phrases in the legal notices that companies add below an email, in lower case."""

CERTAIN = (
    *("confidentiality notice", "confidentiality note:", "legal disclaimer", "legal notice:"),
    *("email disclaimer", "e-mail disclaimer", "if you are not the intended recipient"),
    *("if you have received this email in error", "if you have received this e-mail in error"),
    *("if you have received this message in error", "if you received this email in error"),
    *("if you received this message in error", "please consider the environment before print"),
    *("please consider the environment before you print", "please think about the environment b"),
    *("please think of the environment before print", "think before you print", "save a tree. "),
    *("consider the environment before print", "this email has been scanned for viruses"),
    *("this e-mail has been scanned for viruses", "this message has been scanned for viruses"),
    *("vertraulichkeitshinweis", "wenn sie nicht der richtige adressat", "sollten sie nicht der r"),
    *("wenn sie nicht der beabsichtigte empfänger", "sollten sie nicht der vorgesehene empfänger"),
    *("bitte denken sie an die umwelt", "bitte prüfen sie, ob diese mail wirklich"),
    *("denken sie an die umwelt, bevor", "bitte prüfen sie der umwelt zuliebe"),
    *("avis de confidentialité", "si vous n'êtes pas le destinataire", "si vous avez reçu ce message par e"),
    *("si vous avez reçu cet e-mail par erreur", "pensez à l'environnement avant d'imprimer"),
    *("merci de penser à l'environnement avant", "n'imprimez ce message que si"),
    *("aviso legal", "aviso de confidencialidad", "si usted no es el destinatario"),
    *("si no es usted el destinatario", "si ha recibido este mensaje por error"),
    *("si ha recibido este correo por error", "antes de imprimir este", "piense en el medio a"),
    *("avviso di riservatezza", "nota di riservatezza", "se avete ricevuto questo messaggio per"),
    *("se ha ricevuto questo messaggio per errore", "qualora non foste i destinatari"),
    *("rispetta l'ambiente", "prima di stampare", "pensa all'ambiente prima di"),
    *("vertrouwelijkheidsverklaring", "indien u niet de geadresseerde", "als u niet de geadresse"),
    *("indien u niet de beoogde ontvanger", "als u niet de beoogde ontvanger"),
    *("indien u dit bericht ten onrechte", "denk aan het milieu voordat u", "denk aan het milieu,"),
    *("klauzula poufności", "jeżeli nie są państwo adresatem", "jeśli nie są państwo adresatem"),
    *("jeżeli nie jesteś adresatem", "jeśli nie jesteś adresatem", "pomyśl o środowisku"),
    *("pomyśl o środowisku, zanim", "zanim wydrukujesz"),
    *("aviso de confidencialidade", "se você não é o destinatário", "se não for o destinatário"),
    *("caso não seja o destinatário", "caso você não seja o destinatário", "antes de imprimir, p"),
    *("se recebeu esta mensagem por engano", "pense no meio ambiente antes de"),
    *("gizlilik bildirimi", "yasal uyarı", "eğer bu mesajın alıcısı değilseniz"),
    *("bu mesajın alıcısı değilseniz", "lütfen bu e-postayı yazdırmadan"),
    *("уведомление о конфиденциальности", "если вы не являетесь адресатом"),
    *("если вы не являетесь получателем", "если вы получили это сообщение по ошибке"),
    *("подумайте об окружающей среде", "пожалуйста, подумайте об окружающей среде"),
)
"""Beginnings of lines that no player writes to an opponent."""

BEGINNINGS = (
    *("this e", "this message", "this communication", "this transmission", "this mail"),
    *("the information", "the content", "the above", "confidential", "disclaimer", "important"),
    *("notice", "privileged", "any views", "internet communications", "please note"),
    *("diese", "der inhalt", "die in dieser", "die information", "dieses", "vertraulich"),
    *("hinweis", "ce message", "cet e", "ce courr", "ce mail", "les informations", "le contenu"),
    *("l'information", "este ", "esta ", "la información", "el contenido", "los datos"),
    *("questo", "questa", "il presente", "la presente", "le informazioni", "il contenuto"),
    *("dit ", "deze ", "de informatie", "de inhoud", "het bericht", "niniejsz", "ta wiadomość"),
    *("treść", "informacje", "wiadomość", "a informação", "as informações", "o conteúdo"),
    *("bu e", "bu mesaj", "bu ileti", "это ", "данное", "настоящее", "информация"),
    *("содержание", "содержимое"),
)
"""Beginnings of notices. A line with one of them must have MIN_LEGAL of the words below."""

LEGAL = (
    *("confidential", "attachments", "attached file", "intended solely", "intended only"),
    *("intended for the", "intended to be", "addressee", "intended recipient", "privileged", "sole use"),
    *("unauthorized", "unauthorised", "disclosure", "individual or entity", "named recipient"),
    *("in error", "vertraulich", "rechtlich geschützt", "ausschließlich für", "adressat"),
    *("empfänger bestimmt", "anhänge", "anlagen", "irrtümlich", "unbefugt"),
    *("confidentiel", "pièces jointes", "exclusif", "destinataire", "par erreur"),
    *("strictement", "confidencial", "adjuntos", "exclusiv", "destinatari", "por error"),
    *("privilegiad", "riservat", "allegati", "per errore", "esclusiv", "vertrouwelijk"),
    *("bijlage", "uitsluitend bestemd", "geadresseerde", "poufn", "załącznik", "adresat"),
    *("wyłącznie", "anexos", "por engano", "gizli", "ekleri", "ekinde", "alıcı", "kişiye özel"),
    *("конфиденциальн", "вложени", "исключительно", "адресат", "предназначен"),
)
MIN_LEGAL = 2
"""Minimum number of the LEGAL words, because players write one: "This message is confidential"."""
