"""The words of the audit page's scripts: outcomes, the names of verdicts and checks, and findings."""

from collections.abc import Mapping

from service.application.i18n.pages.audit_rules import RULES
from service.application.i18n.speaking import Word, plural, pplural
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

WORDS: Mapping[str, Word] = {
    **RULES,
    "audit.checking": _lp("message", "Checking…"),
    "audit.event": _l("Version {version}, {type}."),
    "audit.replay": _l("See it in the replay"),
    "audit.unreadable": _l("The bundle could not be read: {why}."),
    "audit.no-crypto": _l(
        "This browser gives pages its cryptography only over https or from localhost, so nothing can be "
        "checked here. Open this page over https, or run the command below."
    ),
    "audit.outcome.pass": _lp("status", "pass"),
    "audit.outcome.fail": _lp("status", "fail"),
    "audit.outcome.not shown": _lp("status", "not shown"),
    "audit.verdict.legality": _lp("verdict", "Legality"),
    "audit.verdict.result": _lp("verdict", "Result"),
    "audit.verdict.completeness": _lp("verdict", "Completeness"),
    "audit.verdict.fairness": _lp("verdict", "Fairness"),
    "audit.verdict.integrity": _lp("verdict", "Integrity"),
    "audit.verdict.time": _lp("verdict", "Time"),
    "audit.verdict.pairing": _lp("verdict", "Pairing"),
    "audit.verdict.standings": _lp("verdict", "Standings"),
    "audit.verdict.acts": _lp("verdict", "Acts"),
    "audit.choose": _l("Choose the file of a bundle below."),
    "audit.not-saved": _l("The page could not be saved: {why}."),
    "audit.in-order": _l("Everything that can be checked is in order."),
    "audit.not-in-order": _l("This is not in order: {names}."),
    "audit.not-shown": _l("This could not be checked completely here: {names}."),
    "audit.check.games": _lp("check", "Games"),
    "audit.check.own-record": _l("The record of the whole"),
    "audit.check.types": _lp("check", "Types"),
    "audit.check.what-was-agreed-on": _l("What was agreed on"),
    "audit.check.moves": _lp("check", "Moves"),
    "audit.check.the-result": _lp("check", "The result"),
    "audit.check.scores": _lp("check", "Scores"),
    "audit.check.versions": _lp("check", "Versions"),
    "audit.check.head": _lp("check", "Head"),
    "audit.check.the-head-you-hold": _l("The head you hold"),
    "audit.check.end": _lp("check", "End"),
    "audit.check.events": _lp("check", "Events"),
    "audit.check.commitment": _lp("check", "Commitment"),
    "audit.check.entropy": _lp("check", "Entropy"),
    "audit.check.first-event": _l("The first event that you had"),
    "audit.check.sent": _l("The random numbers that you sent"),
    "audit.check.dominoes": _lp("check", "Dominoes"),
    "audit.check.first-choice": _lp("check", "First choice"),
    "audit.check.cavemen": _lp("check", "Cavemen"),
    "audit.check.bots": _lp("check", "Bots"),
    "audit.check.all-draws": _lp("check", "All draws"),
    "audit.check.archive": _lp("check", "Archive"),
    "audit.check.manifest": _lp("check", "Manifest"),
    "audit.check.chain": _lp("check", "Chain"),
    "audit.check.signature": _lp("check", "Signature"),
    "audit.check.key": _lp("check", "Key"),
    "audit.check.public-log": _lp("check", "Public log"),
    "audit.check.order": _lp("check", "Order"),
    "audit.check.appends": _lp("check", "Appends"),
    "audit.check.plans": _lp("check", "Plans"),
    "audit.check.outages": _lp("check", "Outages"),
    "audit.check.deadlines": _lp("check", "Deadlines"),
    "audit.check.bundle": _lp("check", "Bundle"),
    "audit.check.record": _lp("check", "Record"),
    "audit.proved": _l("The public log {origin} has event {version} of this game, signed by your key."),
    "audit.proved-anybody": _l(
        "The public log {origin} has event {version} of this game. Without a key of the log, anybody can "
        "have made this proof."
    ),
    "audit.proof-other": _l("The proof from the public log is of something else."),
    "audit.proof-history": _l("The public log has another event {version} than this record."),
    "audit.moves": plural(
        "The only event follows by the rules, or is a legal move.",
        "All {count} events follow by the rules, or are legal moves.",
    ),
    "audit.scores": _l("Counted again, the points are {points}, and so are all their parts and the places."),
    "audit.scores-other": _l("Counted again, the points or a part of them are others. They are {points}."),
    "audit.places-other": _l("The places are not those of the points."),
    "audit.not-scored": _l("The game is not scored."),
    "audit.unfollowed": _l(
        "The points were not counted again, because an event before them is not by the rules."
    ),
    "audit.too-large": _l("This is larger than a bundle can be."),
    "audit.too-long": _l("{name} has more than 1 MiB."),
    "audit.line-number": _lp("name", "Line {number}"),
    "audit.ms": _l("{ms} ms after 1970"),
    "audit.no-manifest": _l("There is no manifest.json in the archive."),
    "audit.manifest-head": _l("The head in manifest.json"),
    "audit.format": _l("The format is {format}; this page knows {known}."),
    "audit.series": _l("This is the bundle of a series, and not of a game."),
    "audit.members": _l("The archive's members should be {due}; they are {members}."),
    "audit.archive-damaged": _l("The checksum of {names} is another: the bytes were changed."),
    "audit.archive-twice": _l("A member stands in the archive twice."),
    "audit.archive-other": _l("The archive differs from one written again from its members."),
    "audit.within": _lp("pattern", "{name}: {why}"),
    "audit.not-derived": _l("{name} does not follow from the events."),
    "audit.derived": _l("{name} says what follows from the events."),
    "audit.nested": _l("It is nested deeper than {deepest}."),
    "audit.no-json": _l("This is no JSON in UTF-8."),
    "audit.not-canonical": _l("This is not canonical JSON."),
    "audit.no-integer": _l("A number is no integer within ±(2^53−1)."),  # noqa: RUF001 - a minus sign
    "audit.key-plane": _l("A key is not within the Basic Multilingual Plane."),
    "audit.surrogate": _l("A text has a lone surrogate."),
    "audit.refills": plural(
        "The only refill of the cave board is the one that the seed gives. Reshuffles: {shuffles}.",
        "All {count} refills of the cave board are those that the seed gives. Reshuffles: {shuffles}.",
    ),
    "audit.refill": _l("The cave board got {cavemen}; the seed gives {due}."),
    "audit.no-tile": _l("There was no {tile} left in the stack."),
    "audit.cannot-be-read": _l("This cannot be read: {why}."),
    "audit.ended-scored": _l("The game is scored: nothing can come after it."),
    "audit.ended-aborted": _l("The game is called off: nothing can come after it."),
    "audit.versions": _l("Versions 1 to {last} without a gap."),
    "audit.head-other": _l("The manifest's head, {version}, is not the last event, {last}."),
    "audit.head": _l("The manifest's head is the last event, version {version}."),
    "audit.cut-off": _l(
        "{missing} follows by itself, in the same append, and is missing: the end was cut off."
    ),
    "audit.going-on-held": _l(
        "The game has not ended in this record. You hold a head of the last event, so nothing is missing."
    ),
    "audit.held-early": _l(
        "Nothing is missing up to event {version}, the latest that you hold a head of. Whether the game went "
        "on after this record, that head does not show."
    ),
    "audit.held-contradiction": _l(
        "Two valid receipts of event {version} contradict each other. If the key {key} is the service's, "
        "this convicts the service: it signed two histories of one game. Keep both receipts and your list of "
        "its keys."
    ),
    "audit.held-convicts": _l(
        "Your receipt of event {version} and this signed bundle contradict each other. If the key {key} is "
        "the service's, this convicts the service: it signed two histories of one game. Keep the receipt, "
        "this bundle and your list of its keys."
    ),
    "audit.held-others": plural(
        "{count} receipt is of another game, and was not compared.",
        "{count} receipts are of other games, and were not compared.",
    ),
    "audit.going-on": _l(
        "The game has not ended in this record. Whether it went on, only a head that you hold can tell."
    ),
    "audit.seed-later": _l("The seed is revealed when the game has ended."),
    "audit.seed-other": _l("The seed that was revealed is not the one committed to."),
    "audit.seed": _l("The seed is the one that the first event committed to."),
    "audit.entropy-digits": _l("An entropy is 64 hexadecimal digits."),
    "audit.entropy": _l("Entropy came from: {sent}."),
    "audit.entropy-not": _l(
        "Entropy came from: {sent}. None came from: {silent}. So there is no protection from whoever runs "
        "the service, who could have tried seeds until one suited."
    ),
    "audit.entropy-known": _l(
        "{known}: the service could know this entropy before it drew the seed, so it gives no protection."
    ),
    "audit.entropy-unseen": _l(
        "{known}: the record does not show that they had the first event before they sent entropy. The "
        "service could know it before it drew the seed, so it gives no protection."
    ),
    "audit.entropy-apart": _l(
        "{known}: the commitment to the seed is in the record of the dynasty or tournament, which is not "
        "here. Check the bundle of the whole."
    ),
    "audit.entropy-draws": _l(
        "The draws are of version 1, which the first event does not enter: nothing that you kept can show "
        "that the seed was fixed before."
    ),
    "audit.entropy-unheld": _l(
        "Whether the first event was written anew when this was known, only somebody tells who kept its hash "
        "before sending entropy."
    ),
    "audit.deal-known": _l(
        "The deck was known before the game, because it plays the deal of game {game} again. So no draw was "
        "unforeseen."
    ),
    "audit.entropy-other": _l(
        "The player sent entropy for a first event with the hash {seen}, and it is {first}."
    ),
    "audit.first-same": _l("It is the one that this browser had before it sent your entropy."),
    "audit.first-other": _l(
        "Before it sent your entropy, this browser had a first event with the hash {had}. Here it is "
        "{first}: somebody replaced it. Keep this page and show it to others."
    ),
    "audit.sent": _l("The record has on seat {seat} the random numbers that were sent from here."),
    "audit.sent-other": _l(
        "For seat {seat} you sent {sent}, and the record has {stored}. If you did not take the seat from "
        "another browser, somebody changed them. Keep this page and show it to others."
    ),
    "audit.sent-player": _l(
        "The record has the random numbers that you sent as player {player} on seat {seat}, with another "
        "player. Somebody gave them to another. Keep this page and show it to others."
    ),
    "audit.unseated": plural(
        "You asked for a seat as player {player} with {count} request, and the record has no such player.",
        "You asked for a seat as player {player} with {count} requests, and the record has no such player.",
    ),
    "audit.nothing": _lp("status", "none"),
    "audit.no-seat": _lp("name", "No seat"),
    "audit.seats": pplural("quantity", "Seat {seats}", "Seats {seats}"),
    "audit.no-line": _l("No line was dealt."),
    "audit.line-late": _l("A line was dealt when no domino was left."),
    "audit.line": _l("The line dealt is {line}; the seed gives {due}."),
    "audit.lines": plural(
        "The only line is the one that the seed gives, of {size} dominoes.",
        "All {count} lines are those that the seed gives, of {size} dominoes.",
    ),
    "audit.no-king": _l("No king was drawn."),
    "audit.king": _l("A king of seat {seat} was drawn; the seed gives seats {kings}."),
    "audit.kings": _l("The order of the first choice is the one that the seed gives: seats {kings}."),
    "audit.bots-unknown": _l(
        "This page does not know how bots choose. The command below checks every choice of theirs."
    ),
    "audit.members-wrong": _l("{what} is no object of exactly {names}."),
    "audit.member-wrong": _l("{what}: the member “{wrong}” is not as it should be."),
    "audit.members-wrong-alone": _l("It is no object of exactly {names}."),
    "audit.member-wrong-alone": _l("The member “{wrong}” is not as it should be."),
    "audit.held-game": _l("Another game: your receipt is for {game}, and says nothing about this one."),
    "audit.held-cut": _l("Cut: you hold version {version}, and this record ends with {last}."),
    "audit.held-other": _l(
        "Another game: your head of version {version} has another hash. The record was written anew, or "
        "your head is of another game."
    ),
    "audit.kept": plural(
        "This browser has kept {count} receipt of this game. It is compared by itself.",
        "This browser has kept {count} receipts of this game. They are compared by themselves.",
    ),
    "audit.held": _l("Version {version} has the hash that you hold: up to there nothing was cut or changed."),
    "audit.held-case": _l(
        "The hash that you pasted has upper-case digits; the record has hashes in lower case only."
    ),
    "audit.receipt-unknown": _l(
        "Unknown key: your receipt is signed by another one than you hold, so it shows nothing."
    ),
    "audit.receipt-key": _l("Your receipt is signed by the key of this bundle."),
    "audit.receipt-other": _l("Your receipt is signed by another key than this bundle: {key}."),
    "audit.receipt-anybody": _l("You gave no key, so anybody could have made it."),
    "audit.no-head": _l("What you pasted is no head: it would be a receipt as JSON, or VERSION:HASH."),
    "audit.receipt-fails": _l("The signature of your receipt does not hold, so it shows nothing."),
    "audit.archive": _l("Written again from its {members} members, the archive has the same bytes."),
    "audit.manifest-game": _l("It is of another game: {game}."),
    "audit.member-hash": _l("{name} does not have the hash from the manifest."),
    "audit.manifest-more": _l("The manifest lists {names}, which does not belong there."),
    "audit.manifest": _l("It has the SHA-256 of every other member. The game is {game}."),
    "audit.chain": plural(
        "The only event is canonical JSON, and its hash follows from it.",
        "Each of the {count} events is canonical JSON, and its hash follows from it and those before.",
    ),
    "audit.text-other": _l("The text differs from that of every genuine bundle. Do not follow it."),
    "audit.text": _l("The text is the one that every bundle has."),
    "audit.signature-other": _l("The signature is of another game or head than the manifest's."),
    "audit.no-line-end": _l("The last line has no end."),
    "audit.in-line": _l("Line {number}: {why}"),
    "audit.hash": _l("Event {number} or its hash is not what was hashed then."),
    "audit.gap": _l("After version {before} comes version {version}."),
    "audit.no-events": _l("There is no event."),
    "audit.part": plural(
        "Only the first of {events} events can be read and is in its place.",
        "Only the first {count} of {events} events can be read and are in their place.",
    ),
    "audit.not-followed": _l("Event {version} is not by the rules, so the events after it cannot be judged."),
    "audit.known": plural(
        "The only event is of a type that this page knows.",
        "All {count} events are of types that this page knows.",
    ),
    "audit.no-opening": _l("Event 1 is no GameCreated that this page can read, so it cannot judge."),
    "audit.rules-version": _l(
        "The game is by version {version} of the rules, which this page does not know, so it cannot judge."
    ),
    "audit.unknown": _l(
        "Event {version} is of the type {type} in schema {schema}, which this page does not know: from "
        "there on it cannot judge."
    ),
    "audit.signature-false": _l("The signature was not made by the key beside it over this head."),
    "audit.signature": _l("The head was signed by the key {key}."),
    "audit.no-ed25519": _l("This browser has no Ed25519."),
    "audit.key-form": _l("The public key is none of Ed25519."),
    "audit.key-no-list": _l("This service lists no keys. Paste one that you hold."),
    "audit.key-unknown": _l("Unknown key: this service does not list it, and you gave none."),
    "audit.key-listed": _l(
        "Chain holds, signer unknown: this service lists the key, which proves nothing beyond that. Compare "
        "it with one that you hold, got at another time or by another way."
    ),
    "audit.key-pasted": _l("The pasted text is no public key. A key has 64 lower-case hexadecimal digits."),
    "audit.key": _l("It is the key that you hold."),
    "audit.key-other-listed": _l(
        "Unknown key: it is not the one that you hold, though this service lists it."
    ),
    "audit.key-other": _l("Unknown key: it is not the one that you hold."),
    "audit.time-form": _l("Its time is no whole number of ms since 1970."),
    "audit.time-back": _l("It is older than the event before it."),
    "audit.time": _l(
        "No event is older than the one before it, from {first} to {last}. The dates are the service's word."
    ),
    "audit.time-future": _l(
        "It is dated {at}, and the clock of this device has {now}: one of them is wrong."
    ),
    "audit.apart": _l("{type} follows by itself from the event before it, and has another time."),
    "audit.together": plural(
        "The only event that follows by itself has the time of the event before.",
        "All {count} events that follow by themselves have the time of the event before.",
    ),
    "audit.plan-early": _l("A plan was carried out before it was laid."),
    "audit.no-plan": _l("No plan was carried out."),
    "audit.plans": plural("The only plan was laid before.", "All {count} plans were laid before."),
    "audit.outage-wrong": _l("An outage was recorded before it had ended."),
    "audit.no-outage": _l("No outage gave time to the players."),
    "audit.outages": plural(
        "{count} outage, {minutes} min in all, gave time to all players. "
        "That it happened is the service's own word.",
        "{count} outages, {minutes} min in all, gave time to all players. "
        "That they happened is the service's own word.",
    ),
    "audit.clock-deadline": _l("Counted again, this deadline is another."),
    "audit.clock-early": _l("The time was not up yet."),
    "audit.clock-late": _l("The time was up before this move."),
    "audit.deadlines": _l("Counted again, all deadlines are the same, and every move came in time."),
    "audit.no-clock": _l("The game has no clock, so there were no deadlines."),
    "audit.plan-move": _l("A move of the plan"),
    "audit.a-seat": _l("PlayerSeated or BotSeated"),
    "audit.no-record": _l("There is no record to read."),
    "audit.no-event": _lp("status", "no event"),
    "audit.compressed": _l("A member of the archive is compressed."),
    "audit.archive-cut": _l("The archive ends within a member."),
    "audit.no-zip": _l("This is no zip archive."),
    "audit.checking-games": plural("Checking… {count} game so far.", "Checking… {count} games so far."),
    "audit.own-record-unknown": _l(
        "This page does not know the rules of a series. The command below checks its record with its games."
    ),
    "audit.games": plural("It passes in the only game.", "It passes in all {count} games."),
    "audit.games-fail": plural(
        "It fails in {count} of {games} games: number {numbers}.",
        "It fails in {count} of {games} games: numbers {numbers}.",
    ),
    "audit.games-not-shown": plural(
        "It is not shown in {count} of {games} games.", "It is not shown in {count} of {games} games."
    ),
    "audit.no-games": _l("There is no game."),
}
