"""The tags and names in HTML mails, as the programs that write them use them."""

OFTEN_LEFT_OPEN = frozenset(
    "area base br col dd dt embed hr img input li link meta option p param source "
    "tbody td tfoot th thead tr track wbr".split()
)
UNSEEN = frozenset("del head style script title template noscript object svg".split())
BLOCKS = frozenset(
    "address article aside body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header "
    "hr li main ol p pre section table tr ul".split()
)
CELLS = frozenset(("td", "th"))

NAMING = ("id", "class", "name", "data-marker", "fairemail")
"""The attributes that hold the names below."""
QUOTATIONS = frozenset(
    "gmail_attr moz-cite-prefix protonmail_quote tutanota_quote ntes-mailmaster-quote "
    "isreplycontent reply-intro messagereplysection quote replyblockquote".split()
)
ENDS = frozenset(
    "divrplyfwdmsg appendonsend yahoo_quoted __quoted_text__ __divider__ zwchr original-content "
    "moz-forward-container outlookmessageheader mail-editor-reference-message-container "
    "ymail_android_quote zmail_extra includetail".split()
)
"""Names after which nothing is the writer's own."""
SIGNATURES = frozenset(
    "signature gmail_signature gmail_signature_prefix moz-signature applemailsignature "
    "ms-outlook-mobile-signature protonmail_signature_block ymail_android_signature "
    "k9mail-signature composer_signature ntes-pcmac-signature divneteasemailcard "
    "tutanota_signature".split()
)
