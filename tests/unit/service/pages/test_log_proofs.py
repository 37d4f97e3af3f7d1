"""The pages' reader of proofs from the public log, held against the service's own."""

import hashlib
from base64 import b64encode

from harness.audit.second_verifier import proved
from harness.games import seeded
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.transparency.leaves import HeadKind, KeyKind, KeyLeaf, head_leaf, parse_leaf
from replays.transparency.merkle import ProofError
from replays.transparency.notes import NoteRefused, NoteSigner, SignedNote, parse_note_key
from replays.transparency.proofs import parse_proof
from tests.unit.replays.transparency.logs import ORIGIN, MemoryLog

GAME = GameId("9b2f1e2a-6c1d-4f55-8a2c-0d6f3d1c7e11")
LEAF = head_leaf(GAME, Head(Version(1), "ab" * 32), HeadKind.OPEN)
KEY_LEAF = KeyLeaf(KeyKind.KEY, "cd" * 32, 7)
LOG = MemoryLog([LEAF.entry(), *(KeyLeaf(KeyKind.KEY, "cd" * 32, n).entry() for n in range(20))])
KEY = LOG.signer.key.text()
OTHER_KEY = NoteSigner(ORIGIN, bytes([9]) * 32).key.text()
MUTATIONS = 600


def of_the_service(content: bytes, key: str) -> str | None:
    """The code that a page should find, or None."""
    try:
        proof = parse_proof(content)
        parse_leaf(proof.entry)
    except ValueError:
        return "form"
    try:
        proof.check_inclusion()
        proof.check([parse_note_key(key)])
    except ProofError:
        return "tree"
    except NoteRefused as error:
        return "signature" if "invalid" in str(error) else "unsigned"
    return None


def test_every_leaf_of_small_logs_is_proved() -> None:
    """Of trees of each size from 1 on, with what the leaf says."""
    proofs = [LOG.proof(index, size) for size in range(1, 22) for index in range(size)]
    found = proved((proof.serialized(), KEY) for proof in proofs)
    for proof, page in zip(proofs, found, strict=True):
        assert (page.get("index"), page.get("size")) == (str(proof.index), str(proof.signed.checkpoint.size))
    assert found[0]["leaf"] == {"game": LEAF.game, "head": LEAF.head, "kind": "open", "version": 1}
    assert found[2]["leaf"] == {"kind": "key", "public_key": "cd" * 32, "since": 0}
    assert (found[0]["origin"], found[0]["digest"]) == (ORIGIN, hashlib.sha256(b"a").hexdigest())


def test_what_is_wrong_is_said() -> None:
    """Another leaf, tree, key or signature, and what is no proof."""
    good = LOG.proof(0)
    content = good.serialized()
    other = b64encode(LOG.entries[1])
    signature = SignedNote(good.signed.note.text, good.signed.note.signatures * 65).serialized()
    many = content.replace(good.signed.note.serialized(), signature)
    cases = (
        (content.replace(b64encode(LEAF.entry()), other), KEY, "tree"),
        (content.replace(b"index 0", b"index 1"), KEY, "tree"),
        (content.replace(b"index 0", b"index 21"), KEY, "tree"),
        (content.replace(b"\n21\n", b"\n22\n"), KEY, "signature"),
        (content.replace(b"\n21\n", b"\n99\n"), KEY, "tree"),
        (content.replace(b"\n21\n", b"\n9223372036854775807\n"), KEY, "tree"),
        (content.replace(b"\n21\n", b"\n9223372036854775808\n"), KEY, "form"),
        (content.replace(b"\n21\n", b"\n021\n"), KEY, "form"),
        (content, OTHER_KEY, "unsigned"),
        (content, "play.example/log+00000000+AQ==", "key"),
        (content, KEY[:-4] + "AAA=", "key"),
        (content, "", "key"),
        (content[:-1], KEY, "form"),
        (many, KEY, "form"),
        (b"", KEY, "form"),
    )
    found = [page["code"] for page in proved((changed, key) for changed, key, _ in cases)]
    assert found == [code for _, _, code in cases]


def test_the_service_and_the_pages_agree_on_changed_proofs() -> None:
    """Whatever character of a proof is replaced, doubled or left out."""
    random, cases = seeded(48), []
    letters = "0123456789+/=AZaz \n\r\t\u0085\u2014\u2028\x7f\x00"
    for _ in range(MUTATIONS):
        text = LOG.proof(random.randrange(21)).serialized().decode()
        place = random.randrange(len(text))
        middle = random.choice(
            ["", text[place] * 2, random.choice(letters), f"{random.choice(letters)}{text[place]}"]
        )
        cases.append((text[:place] + middle + text[place + 1 :]).encode())
    found = [page.get("code") for page in proved((content, KEY) for content in cases)]
    due = [of_the_service(content, KEY) for content in cases]
    wrong = [
        (case, page, command)
        for case, page, command in zip(cases, found, due, strict=True)
        if page != command
    ]
    assert not wrong, wrong[0]
    assert set(due) >= {"form", "tree", None}
