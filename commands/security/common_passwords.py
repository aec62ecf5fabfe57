"""Recognizes the most common passwords, because attackers try them first.

A short list is enough: a few wrong passwords lock the sender out, so nobody can try thousands. A
word in the list represents its variants: in upper or lower case, with digits and punctuation at its
ends, and with digits in place of letters, such as `P4ssw0rd!` and `123dragon`.
"""

import re
from collections.abc import Collection

WORDS = frozenset(
    # The first ideas of many people, in many languages.
    "password passwort kennwort parola parole senha motdepasse contrasena contraseña wachtwoord"
    " losenord lösenord adgangskode passord salasana haslo heslo jelszo sifre parol пароль geslo"
    " lozinka pass passwd passphrase passcode passwordpassword mypassword"
    " newpassword oldpassword yourpassword thepassword userpassword defaultpassword temppassword"
    " secret secrets topsecret geheim geheimnis segreto segredo secreto changeme changethis"
    " changeit letmein letmeinnow openup opensesame sesame welcome welcomeback willkommen bienvenue"
    " bienvenido benvenuto hello hellohello hallo hallohallo bonjour hola goodbye login logon"
    " signin signup register access accessdenied entry enter please default guest guestguest"
    " administrator adminadmin admin root rootroot toor superuser sysadmin system test testtest"
    " testing tester testuser user username userid example sample demo dummy temp temporary"
    " nothing nopassword none blank unknown anonymous whatever anything something forgot forget"
    " forgetmenot iforgot idontknow dontknow noidea security secure private internet computer"
    " database server website windows microsoft google facebook twitter linkedin amazon samsung"
    " apple iphone android nokia yahoo hotmail gmail email mailbox master masterkey mustang"
    # Rows of keyboards.
    " qwerty qwertz azerty qwert qwertyui qwertyuio qwertyuiop qwertzui qwertzuiop azertyui"
    " azertyuiop asdf asdfgh asdfghj asdfghjk asdfghjkl zxcvbn zxcvbnm yxcvbn yxcvbnm poiuytrewq"
    " lkjhgfdsa mnbvcxz qazwsx qazwsxedc wsxedc edcrfv asdfasdf asdasd asdasdasd qweqwe qweqweqwe"
    " qweasd qweasdzxc zaqwsx qwerasdf qwaszx qwertyqwerty йцукен йцукенгш фывапролд"
    " abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcabc abcabcabc aabbcc aaabbb xyz xxxxxx"
    " qaz qazqaz zaq aaaa aaaaaa aaaaaaaa"
    # Expressions of love.
    " iloveyou iloveu iloveyouu iloveme ilovemyself ilovegod loveyou lovelove lover lovely love"
    " loveme truelove mylove amor teamo tequiero tiamo jetaime ichliebedich liebe schatz"
    " kocham kochamcie lubie princess princesa prinzessin prince queen king angel angels babygirl"
    " babyboy baby sunshine sonnenschein sonne rainbow flower flowers butterfly summer winter"
    " spring autumn sommer herbst monday tuesday wednesday thursday friday saturday sunday january"
    " february march april may june july august september october november december freedom"
    " forever friends friend family mother father mommy daddy sister brother sweetheart sweetie"
    " sweet beautiful gorgeous handsome honey sugar cookie cookies chocolate banana orange cherry"
    " pumpkin strawberry blueberry cheese pepper ginger coffee tequila heaven jesus jesuschrist"
    " christ christian blessed blessing faith church trustno trustme nevermind goodluck lucky"
    " smile happy happyday blackjack diamond diamonds silver golden purple yellow mercury"
    # Animals, monsters and heroes.
    " dragon dragons monkey monkeys tiger tigers tigger lion eagle eagles falcon panther panthers"
    " dolphin dolphins turtle elephant kitten kitty hellokitty puppy doggie snoopy bulldog wolf"
    " wolverine spider spiderman superman batman superstar ironman captain hulk joker wizard"
    " merlin gandalf phoenix shadow ghost vampire zombie dracula pokemon pikachu naruto sasuke"
    " mario zelda nintendo playstation xbox minecraft fortnite roblox starwars startrek matrix"
    " skywalker darthvader yoda harrypotter hogwarts hermione frodo warcraft counterstrike"
    " samurai ninja pirate killer hunter ranger rangers warrior warriors knight knights soldier"
    " thunder lightning scorpion cobra viper terminator"
    # Sports, cars and music.
    " football fussball fußball futbol calcio voetbal soccer baseball basketball hockey tennis"
    " golf golfer rugby cricket swimming skateboard arsenal chelsea liverpool manchester"
    " manutd barcelona realmadrid juventus bayern dortmund cowboys steelers yankees lakers redsox"
    " packers patriots raiders chicago boston london paris berlin america canada mexico brazil"
    " brasil germany deutschland france italia espana england scotland ireland australia"
    " ferrari porsche mercedes corvette camaro harley yamaha kawasaki honda toyota suzuki"
    " metallica nirvana slipknot eminem beatles guitar music rockstar hiphop dancer"
    # First names.
    " michael michelle jennifer jessica jordan joshua matthew daniel andrew anthony ashley amanda"
    " nicole thomas robert charlie george william richard christopher christine jonathan"
    " benjamin alexander alexandra alexandre nicholas samantha stephanie elizabeth victoria"
    " veronica patricia vanessa melissa natasha natalie danielle isabella brandon tyler austin"
    " dallas hannah sophie sophia maggie martin marina maria sandra sabrina sebastian stefan"
    " francesco francesca giovanni giuseppe alessandro alejandro fernando roberto ricardo carlos"
    " miguel gabriel rafael daniela carolina valentina anastasia svetlana tatiana vladimir"
    " dimitri sergey natalia buster bailey buddy rocky jackson madison"
    # Games and playing by email.
    " chess chesschess schach checkmate ajedrez echecs knightmove playbymail"
    " playbyemail pbmserver pbmserv gamemaster boardgame boardgames gambit".split()
)
FIGURES = frozenset(
    "12345678 123456789 1234567890 123456789012 0123456789 0987654321 987654321 9876543210 87654321"
    " 12341234 123123123 12312312 123321123 123454321 11223344 1122334455 112233445566 12121212"
    " 21212121 13131313 10101010 10203040 102030405060 147258369 159357456 159753159 14725836"
    " 963852741 789456123 741852963 789789789 456456456 31415926 314159265 27182818 19841984"
    " 20002000 20202020 20252025 18181818 12344321 12345679 12345671 23456789 13579246 24681012"
    " 24682468 13572468 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qaz1qaz q1w2e3r4"
    " q1w2e3r4t5 q12we3r4 zaq12wsx zaq1zaq1 zaq1xsw2 xsw21qaz qwer1234 1234qwer 123qweasd 123qwe123"
    " qwe123qwe asd123asd asdf1234 1234asdf a1b2c3d4 a1b2c3d4e5 a1s2d3f4 abc123abc 123abc123"
    " abcd1234 1234abcd aa123456 a1234567 a12345678 1a2b3c4d 1234567a 12345678a 123456789a"
    " q1234567 1234567q 12345qwert 123456qwerty 12345abc 123456abc".split()
)
MIN_DIFFERENT = 4
"""Minimum number of different characters of a password that isn't common."""

_ADDED = r"[\W\d_]+"
_LETTERS = str.maketrans("0134578@$!", "oieastbasi")


def is_common(word: str) -> bool:
    """Whether the word is one of the most common passwords, or a variant of one."""
    word = word.lower()
    return len(set(word)) < MIN_DIFFERENT or word in FIGURES or is_variant(word, WORDS)


def is_variant(word: str, words: Collection[str]) -> bool:
    """Whether the word is one of these words, or a variant of one.

    A variant has digits in place of letters, or digits and punctuation at its ends.
    """
    word = word.lower()
    read = {word, re.sub(f"{_ADDED}$", "", word)}
    read |= {each.translate(_LETTERS) for each in read}
    read |= {re.sub(f"^{_ADDED}|{_ADDED}$", "", each) for each in read}
    return not read.isdisjoint(words)
