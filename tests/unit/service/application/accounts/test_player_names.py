"""Player names: real names of many scripts are accepted, look-alikes are refused."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.application.accounts.naming import names
from service.application.accounts.naming.names import LONGEST, BadName, checked

REAL = [
    "Ann",
    "x",
    "O\u2019Neill-Smith",
    "D'Arcy J. R.",
    "Jean-Luc, 3rd",
    "Łukasz Żółć",
    "Nguyễn Thị Minh Khai",
    unicodedata.normalize("NFD", "Nguyễn Thị Ngọc Ấn"),
    "Þórður Ægisson",
    "Ἀριστοτέλης",
    "Ярослав Їжакевич",
    "Գրիգոր",
    "ქეთევანი",
    "דָּוִד בֶּן־גּוּרְיוֹן",
    "שָּׁלוֹם",
    "מֹשֶׁה",
    "محمّدٌ",
    "فاطمة الزهراء",
    "علی‌رضا",
    "देवनागरी शर्मा",
    "श्रीकृष्ण",
    "ශ්‍රී ලාල්",
    "অনির্বাণ",
    "ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ",
    "கார்த்திகேயன்",
    "రామకృష్ణ",
    "ಶ್ರೀನಿವಾಸ",
    "അനില്‍ കുമാര്‍",
    "สมชาย น้ำผึ้ง",
    "กี่",
    "ສົມພອນ",
    "မျိုးမြင့်",
    "လှို့",
    "ណារិទ្ធ",
    "བཀྲ་ཤིས་སྒྲོལ་མ",
    "ሀይሌ ገብረሥላሴ",
    "山田太郎",
    "葛\U000e0100城",
    "ヴィクトル",
    "김민준",
    unicodedata.normalize("NFD", "김민준"),
    "ᏣᎳᎩ",
    "ᐃᓄᒃ",
    "ⵜⵉⴼⵉⵏⴰⵖ",
    "𐐔𐐯𐑅",
    "\U0001d49c\U0001d4c3\U0001d4c3",
    "Zoë 🐝",
    "♥️",
    "👩🏽‍🚀",
    "🏳️‍🌈",
    "👨‍👩‍👧",
    "🇩🇪",
    "№ 7",
    "...",
    "x" * LONGEST,
]


@pytest.mark.parametrize("name", REAL, ids=ascii)
def test_names_of_every_script_are_names(name: str) -> None:
    """Names are accepted as keyboards write them, composed or not, with the joiners of their spelling."""
    assert checked(name) == name


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("", "1 to 40 characters"),
        ("x" * 41, "1 to 40 characters"),
        ("\u3164", "U+3164"),
        ("\u2800", "U+2800"),
        ("\u115f", "U+115F"),
        ("\u1160", "U+1160"),
        ("\uffa0", "U+FFA0"),
        ("An\u3164n", "U+3164"),
        ("Ann\u200b", "U+200B"),
        ("A\u00adnn", "U+00AD"),
        ("A\u034fnn", "U+034F"),
        ("\u202eAnn", "U+202E"),
        ("Ann\u2066", "U+2066"),
        ("Ann\u200f", "U+200F"),
        ("Ann\u061c", "U+061C"),
        ("Ann\ufeff", "U+FEFF"),
        ("Ann\x00", "U+0000"),
        ("Ann\n", "U+000A"),
        ("Ann\tLee", "U+0009"),
        ("Ann\x7f", "U+007F"),
        ("Ann\u0085", "U+0085"),
        ("Ann\u2028", "U+2028"),
        ("Ann\u00a0Lee", "U+00A0"),
        ("山田\u3000太郎", "U+3000"),
        ("Ann\ud800", "U+D800"),
        ("Ann\ue000", "U+E000"),
        ("Ann\U000f0000", "U+F0000"),
        ("Ann\U000e0041", "U+E0041"),
        ("Ann\u0378", "U+0378"),
        ("Ann\uffff", "U+FFFF"),
        ("Ann\ufffc", "U+FFFC"),
        ("Ann\U0001d159", "U+1D159"),
        ("A\ufe0fnn", "U+FE0F"),
        ("♥\ufe0f\ufe0f", "U+FE0F"),
        ("\u2800\ufe0f", "U+2800"),
        ("A\U000e0100nn", "U+E0100"),
        ("A\u200dnn", "U+200D"),
        ("A\u200cnn", "U+200C"),
        ("علی\u200c", "U+200C"),
        ("👩\u200d", "U+200D"),
        ("\u200d👩", "U+200D"),
        ("श्\u200d\u200dर", "U+200D"),
        (" ", "no space"),
        (" Ann", "no space"),
        ("Ann ", "no space"),
        ("Ann  Lee", "no space"),
        ("\u0301", "at most 4"),
        ("\u0301Ann", "at most 4"),
        ("Ann \u0301", "at most 4"),
        ("\u093e", "at most 4"),
        ("A\u0301\u0301", "at most 4"),
        ("A\u0300\u0301\u0302\u0303\u0304", "at most 4"),
        ("Ế\u0303\u0304\u0306", "at most 4"),
        ("Z" + "\u0310" * 39, "at most 4"),
        ("ส" + "\u0e47" * 5, "at most 4"),
        ("क" + "\u094d\u200d" * 5, "at most 4"),
        ("A" + "\u20dd\u20dd", "at most 4"),
    ],
    ids=ascii,
)
def test_what_is_no_name_is_refused_with_a_sentence(name: str, says: str) -> None:
    """The sentence names the character or the rule."""
    with pytest.raises(BadName) as refused:
        checked(name)
    assert says in str(refused.value)


@given(st.text(max_size=60))
def test_every_name_can_be_seen(text: str) -> None:
    """An accepted name is trimmed and begins with a visible character."""
    try:
        name = checked(text)
    except BadName:
        return
    assert name == name.strip()
    assert unicodedata.category(name[0])[0] in "LNPS"
    assert name[0] not in names.BLANK


def test_a_long_text_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is too long is refused before its characters are examined."""
    monkeypatch.setattr(names, "unicodedata", None)
    with pytest.raises(BadName):
        checked("\u0301" * 60_000)
