# ruff: noqa: RUF001, RUF002 - letters that look like others are the subject
"""The order of names in a language: its alphabet first, then other letters, without case or accents.

A letter of the alphabet may be several characters, as in Hungarian. Names that differ in case or accents
alone are in the order of their characters. Letters have the order of browsers (`Intl.Collator`), signs not.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

LATIN = "a b c d e f g h i j k l m n o p q r s t u v w x y z"
ALPHABETS = {
    "tr": "a b c ç d e f g ğ h ı i j k l m n o ö p q r s ş t u ü v w x y z",
    "hu": "a b c cs d dz dzs e f g gy h i j k l ly m n ny o ö p q r s sz t ty u ü v w x y z zs",
    "fa": "آ ا ب پ ت ث ج چ ح خ د ذ ر ز ژ س ش ص ض ط ظ ع غ ف ق ک گ ل م ن و ه ی " + LATIN,
}
"""The letters of languages that do not order them by their characters."""
LONG = str.maketrans("őű", "öü")
"""Long vowels of Hungarian, which stand with the short ones."""
STROKED = str.maketrans("øłđ", "old")
"""Letters with a stroke, which Unicode does not decompose."""
DOTTED = str.maketrans("Iİ", "ıi")
"""The capitals of Turkish that have small letters of their own."""
KATAKANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}

LIKE_OTHERS = LONG | STROKED | KATAKANA

Key = tuple[tuple[tuple[int, int], ...], str]


def order(language: str) -> Callable[[str], Key]:
    """The key by which names are sorted in this language.

    >>> sorted(["Izzet", "İpek", "Çağla", "Işık", "Cem"], key=order("tr"))
    ['Cem', 'Çağla', 'Işık', 'Izzet', 'İpek']
    """
    letters, pattern = _alphabet(language)

    def key(name: str) -> Key:
        small = name.translate(DOTTED) if language == "tr" else name
        text = unicodedata.normalize("NFC", small.casefold()).translate(LIKE_OTHERS)
        return tuple(_rank(part, letters, language) for part in pattern.findall(text)), name

    return key


@lru_cache(maxsize=64)
def _alphabet(language: str) -> tuple[dict[str, int], re.Pattern[str]]:
    letters = {letter: rank for rank, letter in enumerate(ALPHABETS.get(language, LATIN).split())}
    longest = sorted((each for each in letters if len(each) > 1), key=len, reverse=True)
    return letters, re.compile("|".join([*longest, "(?s:.)"]))


def _rank(part: str, letters: dict[str, int], language: str) -> tuple[int, int]:
    """Signs, digits, the alphabet, other letters; Korean ones before all others in Korean."""
    base = part if part in letters else unicodedata.normalize("NFD", part)[0]
    if base in letters:
        return 2, letters[base]
    if base.isdecimal():
        return 1, unicodedata.decimal(base)
    if not base.isalpha():
        return 0, ord(base)
    is_korean = "\u1100" <= base <= "\u11ff"
    return (1, 10 + ord(part)) if is_korean and language == "ko" else (3, ord(part if is_korean else base))
