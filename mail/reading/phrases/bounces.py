"""Phrases of bounces and auto-replies, in many languages."""

import re

AWAY = re.compile(
    r"(?i)\s*(?:(?:re|aw|sv|antw)\s*:\s*)?(?:"
    r"out[- ]of[- ](?:the[- ])?office|auto(?:matic|mated)?[- ]?(?:reply|response|answer)"
    r"|(?:on )?vacation|away from|automatische antwort|abwesen|ich bin .*abwesend"
    r"|nicht im b(?:ü|ue)ro|réponse automatique|absence|absent"
    r"|respuesta autom|fuera de la oficina|risposta automatica|fuori (?:sede|ufficio)"
    r"|resposta autom|fora do escrit|automatisch antwoord|afwezig|automatiskt svar|frånvaro"
    r"|autosvar|automatisk svar|fravær|automaattinen vastaus|poissa|automatyczna odpowied"
    r"|automatick[áa] odpov|автоматический ответ|автоответ|自动回复|自動回覆|自動返信|自動応答"
    r"|자동 ?(?:회신|응답)|автоматична відповідь|автоматичен отговор|automatikus válasz"
    r"|răspuns automat|automatski odgovor|samodejni odgovor|otomatik (?:yanıt|cevap)"
    r"|αυτόματη απάντηση|εκτός γραφείου|תשובה אוטומטית|מענה אוטומטי|رد تلقائي|الرد التلقائي"
    r"|trả lời tự động|thư trả lời tự động|ตอบกลับอัตโนมัติ|การตอบกลับอัตโนมัติ"
    r"|balasan otomatis|jawaban otomatis|不在通知|外出|im urlaub|en vacances|de vacaciones"
    r"|in ferie|de férias|op vakantie|på semester|på ferie|lomalla|na urlopie|dovolená|в отпуске)"
)
"""Beginnings of the subjects of auto-replies."""

MAIL_SYSTEM = re.compile(
    r"(?i)mail(?:er|ing)?[-_. ]?(?:daemon|delivery|administrator|system|router|gateway|master)"
    r"|post[-_. ]?(?:master|office)|mdaemon|delivery[-_. ]?(?:sub)?system|daemon@"
    r"|(?:system|network) administrator|^<?administrator@|^\s*<>\s*$|\bbounces?[-+_.@]"
    r"|smtp[-_. ]?(?:gateway|server|service)|\bmta\b|amavis"
)
"""Names and addresses of mail servers, in the From header."""

DELAYED = re.compile(
    r"(?i)\bdelayed\b|\(delay\)|still being (?:re)?tried|not yet been delivered"
    r"|(?:could not|couldn't|unable to) (?:send|deliver) message for past|warning message only"
    r"|(?:will|we'll) (?:be )?(?:retr(?:y|ied)|keep trying|continue to (?:try|be))"
    r"|(?:delivery )?(?:attempts|tries) will continue|will be (?:tried|attempted) (?:again|until)"
    r"|i'll keep trying|has been postponed|no action is required on your part"
    r"|verzögert|wird weiterhin versucht|weitere zustellversuche|noch nicht zugestellt"
    r"|retardée?\b|différée?\b|nouvelles tentatives|(?:se )?ha retrasad|retrasado|seguirá intent"
    r"|ritard(?:o|ata|ato)|adiad[ao]|atrasad[ao]|vertraagd|försenad|forsinket|viivästy|opóźni"
    r"|zpožděn|отложен|задерж|будут продолжены|відклад|遅延|再送(?:を試み|信を続)|延迟|延遲|지연"
)
"""Phrases in notices of deliveries that the server will try again."""

GIVEN_UP = re.compile(
    r"(?i)retry (?:timeout|time) (?:exceeded|not reached for any host after)|(?:given|giving) up"
    r"|gave up|gives up|queue too long|(?:message|mail|delivery time|delivery) (?:has )?expired"
    r"|no (?:further|more) (?:delivery )?(?:attempts|tries)"
    r"|(?:will|shall) not (?:be retried|retry|try again|be tried again|keep trying)"
    r"|(?:not going to|won't) (?:try|retry)|this is a permanent error"
    r"|permanent(?:ly)? (?:fail|fatal)"
    r"|(?:maximum|max\.?) (?:number of )?(?:retries|attempts|hops)|too many hops"
    r"|(?:nicht|kein\w*) (?:erneut|weiter\w*) (?:zustell)?versuch"
)
"""Phrases in notices of deliveries that the server has given up, whatever the status code."""

FAILED = re.compile(
    r"(?i)undeliver(?:able|ed)|non[- ]?(?:delivery|remise)|delivery (?:has )?(?:failed|failure)"
    r"|delivery (?:status )?notification[: ]*\(?failure|failure notice|failed delivery"
    r"|(?:delivery|mail(?: system)?|message) error|returned[ -](?:e?mail|message|to sender)"
    r"|(?:mail|message) (?:was )?(?:returned|rejected|blocked|bounced)|bounced? mail"
    r"|(?:could|can|did|was|has|is|will)(?:n[o']t| not|not) (?:be |been |reach|yet )?"
    r"(?:delivered|deliver|sent|send|reach)|(?:unable|failed) to (?:be )?deliver"
    r"|delivery problem|problem deliver|message status - undeliver"
    r"|unzustellbar|nicht zugestellt|zustell(?:ung)?(?:s|en)?[ -]?(?:fehl|nicht)|zurückgesandt"
    r"|konnte\w* nicht (?:\w+ )?(?:zugestellt|übermittelt|gesendet)|nicht übermittelt"
    r"|pas (?:\w+ )?(?:pu )?être (?:remis|livré|distribué|envoyé|délivré)|échec de (?:la )?"
    r"(?:remise|distribution|livraison)|impossible de (?:remettre|livrer|délivrer|distribuer)"
    r"|no se (?:ha )?p(?:udo|odido|uede) (?:entregar|enviar)|no (?:ha )?(?:sido|pudo ser) entregado"
    r"|error (?:de|en la) entrega|(?:mensaje|correo) (?:no entregado|devuelto)"
    r"|não (?:foi possível|pôde ser) (?:entreg|envi)|não entregue|falha na entrega|devolvid[ao]"
    r"|(?:non è stat[oa]|impossibile) (?:possibile )?(?:recapit|consegn|inoltr)"
    r"|mancat[ao] (?:recapito|consegna)|non recapitabile"
    r"|niet (?:worden )?(?:bezorgd|afgeleverd)|onbestelbaar|kunde inte (?:levereras|skickas)"
    r"|olever(?:bart|erat)|kunne ikke (?:leveres|sendes)|kan ikke leveres|ikke-lever"
    r"|ei void?a?(?:tu|aan)? (?:toimit|välit)|toimittaminen epäonnistui"
    r"|nie (?:można|udało się|mogła zostać) dostarcz|niedostarcz|zwrot wiadomości"
    r"|nelze doručit|nepodařilo se doručit|nedoruč|nem (?:sikerült )?kézbesít|nu a putut fi livrat"
    r"|недоставлен|не (?:было |была )?доставлен|не удалось (?:доставить|отправить)"
    r"|не может быть доставлен|невозможно доставить|не вдалося доставити"
    r"|teslim edilemedi|iletilemedi|gönderilemedi|δεν (?:ήταν δυνατή|παραδόθηκε)"
    r"|退信|退回|(?:无法|未能|不能)(?:被)?(?:送达|投递|发送|递送)|投递失败|发送失败|寄送失敗"
    r"|(?:無法|未能)(?:傳送|遞送|送達|寄送)|(?:送信|配信|お届け|配送)(?:することが)?(?:でき|不能|エラー)"
    r"|届けられません|返送|エラーのため"
    r"|(?:전송|배달|발송|전달)(?:이|에|을|할 수|되지)? ?(?:실패|못|없)|반송"
    r"|không (?:thể )?gửi|tidak (?:dapat|bisa) (?:di)?kirim"
    r"|לא ניתן (?:היה )?(?:למסור|לשלוח)"
    r"|تعذر (?:تسليم|إرسال)|لم يتم تسليم"
)
"""Phrases in the subjects and texts of notices about failed deliveries."""

REFUSED = re.compile(
    r"(?i)(?:user|recipient|mailbox|account|address|domain|host|destinat\w+)\W{0,3}"
    r"(?:name |is |was |has |been |address |not )*(?:unknown|unavailable|invalid|disabled|inactive"
    r"|suspended|closed|full|rejected|refused|denied|not found|not exist|not listed|over ?quota"
    r"|over its quota|does(?:n't| not) exist|not allowed)"
    r"|(?:unknown|no such|invalid|bad|nonexistent|unrouteable|unroutable|unrecognized) "
    r"(?:local )?(?:user|recipient|mailbox|account|address|domain|host|person|name|destination)"
    r"|no (?:mailbox|one|user|account) (?:here )?by that name|not (?:a )?(?:known|valid) "
    r"(?:user|recipient|mailbox|address)|(?:over|exceed\w*|insufficient)\W{1,3}(?:\w+ )?"
    r"(?:quota|storage)|quota (?:\w+ )?exceeded|relay(?:ing)? (?:access )?denied"
    r"|not listed in (?:\w+ )*(?:directory|address book)|name or service not known|nxdomain"
    r"|\bmx records?\b|access denied|blocked (?:by|using)|rejected (?:by|as|for)|message refused"
    r"|unbekannt|existiert nicht|postfach (?:\w+ )?voll|nicht gefunden|inconnue?\b|n'existe pas"
    r"|introuvable|boîte (?:\w+ )*pleine|no existe|desconocid[oa]|buzón (?:\w+ )*llen"
    r"|não existe|não encontrado|caixa (?:\w+ )*cheia|desconhecid|non esiste|sconosciut"
    r"|casella (?:\w+ )*piena|bestaat niet|onbekend|okänd|finns inte|findes ikke|finnes ikke"
    r"|nie istnieje|neexistuje|nem létezik|не существует|не найден|переполнен|неизвестн"
    r"|bulunamadı|mevcut değil|不存在|已满|查無|見つかりません|存在しま|不明|한도|존재하지 않"
)
"""Reasons for failed deliveries."""

CHALLENGE = re.compile(
    r"(?i)(?:confirm|verify|prove) (?:that )?(?:you are|you're|your (?:message|mail|e-mail|email))"
    r"|(?:sender|message|human|mail) (?:verification|confirmation) (?:required|request|needed)"
    r"|awaits? (?:your )?(?:confirmation|verification|approval)|challenge[- ]response"
    r"|(?:held|quarantined|waits?|waiting) (?:for|until|in) (?:\w+ ){0,3}"
    r"(?:approv|moderat|review|confirm|quarantine)"
    r"|bestätigen sie (?:bitte )?(?:ihre|dass)|confirmez (?:votre|que)|confirme (?:que|su|seu)"
    r"|подтвердите"
)
"""Phrases in emails that ask the sender to prove something before the original is delivered."""

REJECTED = re.compile(r"(?i)automatically rejected|was rejected")
"""Phrases of filters that reject an email by a receipt (RFC 5429)."""
