"""Benchmarks of single parts: `python -m bench.parts …`.

`docs/operate/performance.md` and `docs/play/rules.md` quote the figures.
"""

import random
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import product

import click

from bench.parts.account_growth import account_growths
from bench.parts.calls import most, told, walks
from bench.parts.frames import frames
from bench.parts.growth import growths
from bench.parts.hostile import costs
from bench.parts.idle import idle
from bench.parts.kernel import kernel_rates
from bench.parts.list_growth import list_growths
from bench.parts.loading import loading
from bench.parts.previews import previews
from bench.parts.projections import projections
from bench.parts.public_log import public_log_times
from bench.parts.reviewing import reviewed
from bench.parts.scaling import scaling
from bench.parts.stepping import stepping
from bench.parts.stop import stop
from bench.parts.strength import strength
from bench.parts.texts import slowest
from harness.games import play_out, seeded, tables_on
from harness.store.fake_log import FakeEventLog
from kingdomino.board.dominoes import DOMINOES
from kingdomino.board.kingdom import Kingdom, LegalPlacements
from kingdomino.board.numbers import DominoNumber
from kingdomino.game import Stage
from kingdomino.machine import advance, begin, draw, legal_commands
from kingdomino.policies import RANDOM
from kingdomino.rules import GameKind, Mode, Rules
from kingdomino.simulation import play
from replays.audit.bundle.building import game_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.encoding.signing import Signer
from service.cli.simulating.parts import RepeatableSource


@click.group()
def measure() -> None:
    """Measure parts of the program: rules and audits by the time of this process alone."""


@measure.command()
@click.option("--repeat", default=3, show_default=True, help="Number of runs, of which the best is printed.")
def kernel(repeat: int) -> None:
    """Time whole games of the compiled kernel, in CPU time of one core."""
    for line in kernel_rates(repeat):
        click.echo(line)


@measure.command()
@click.option(
    "--games",
    default=200,
    show_default=True,
    help="Number of random 4-player games from which kingdoms are taken.",
)
@click.option("--repeat", default=5, show_default=True, help="Number of runs, of which the best is printed.")
def placements(games: int, repeat: int) -> None:
    """Time full lists of legal placements, one for every placing turn of random 4-player games."""
    turns = [turn for seed in range(games) for turn in _turns(seed)]
    listed = sum(len(LegalPlacements(land, DOMINOES[domino])) for land, domino in turns)
    best = min(_seconds(turns) for _ in range(repeat))
    click.echo(
        f"{len(turns)} lists of {listed / len(turns):.1f} placements on average: "
        f"{best / len(turns) * 1e6:.1f} microseconds each"
    )


def _turns(seed: int) -> list[tuple[Kingdom, DominoNumber]]:
    """Every kingdom of a random game, paired with the domino that was placed or discarded there."""
    game = play(Rules(), [RANDOM] * 4, RepeatableSource(seed)).game
    turns = []
    for land in game.kingdoms:
        grown = Kingdom.empty(5)
        for placement in land.placements:
            turns.append((grown, placement.domino))
            grown = grown.place(placement)
        turns += [(grown, domino) for domino in land.discarded]
    random.Random(seed).shuffle(turns)  # noqa: S311 - only an order
    return turns


def _seconds(turns: list[tuple[Kingdom, DominoNumber]]) -> float:
    begun = time.process_time()
    for land, domino in turns:
        list(LegalPlacements(land, DOMINOES[domino]))
    return time.process_time() - begun


@measure.command("public-log")
def public_log() -> None:
    """Time the public log on a real server: leaves put in order, a checkpoint and a proof at two sizes."""
    for line in public_log_times():
        click.echo(line)


@measure.command("previews")
@click.option("--games", default=10, show_default=True, help="Number of random games of each kind.")
def preview_times(games: int) -> None:
    """Time the gains of all placements and dominoes on offer, at each placing turn of random games."""
    kinds = {
        "base game of four, both bonuses": (Rules(middle_kingdom=True, harmony=True), 4),
        "Mighty Duel": (Rules(mighty_duel=True), 2),
        "no limit, four": (Rules(no_limit=True), 4),
        "Totem of three": (Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM), 3),
    }
    for name, (rules, players) in kinds.items():
        click.echo(f"{name}: {previews(rules, players, games)}")


@measure.command("reviews")
@click.option("--games", default=1, show_default=True, help="Number of random games of each kind.")
def review_times(games: int) -> None:
    """Time reviews of whole random games, in CPU time of one core, by the kernel and without it."""
    kinds = {
        "base game of two": (Rules(), 2),
        "base game of four": (Rules(), 4),
        "Tribe of two": (Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE), 2),
    }
    for name, (rules, players) in kinds.items():
        times = [reviewed(rules, players, seed) for seed in range(games)]
        told = (f"{way} {sum(each[way] for each in times) / games:.1f} s" for way in times[0])
        click.echo(f"{name}: {', '.join(told)}")


@measure.command()
@click.option(
    "--games", default=500, show_default=True, help="Number of games for each mode and number of players."
)
def lists(games: int) -> None:
    """Print the longest lists of legal commands in random games of Origins, by the kind of decision.

    In every second game nobody recruits, so that resources pile up.
    """
    for mode, players in product(Mode, (2, 3, 4)):
        lengths: dict[Stage, list[int]] = defaultdict(list)
        for seed in range(games):
            for stage, length in _lists(Rules(game=GameKind.ORIGINS, mode=mode), players, seed):
                lengths[stage].append(length)
        longest = ", ".join(f"{stage.value} {max(found)}" for stage, found in lengths.items())
        recruit = lengths[Stage.RECRUIT]
        above = f"; {sum(n > 300 for n in recruit)} of {len(recruit)} above 300" if recruit else ""
        click.echo(f"{mode.value}, {players} players: {longest}{above}")


def _lists(rules: Rules, players: int, seed: int) -> Iterator[tuple[Stage, int]]:
    """The stage and the number of legal commands at each turn of a game."""
    source = RepeatableSource(seed)
    chance = draw(rules, players, source)
    game, _ = begin(rules, players, chance)
    while game.mover is not None:
        commands = legal_commands(game)
        yield game.stage, len(commands)
        hoards = seed % 2 and game.stage is Stage.RECRUIT
        taken = commands[-1 if hoards else source.below("", len(commands))]
        game, _ = advance(game, game.mover, taken, chance)


@measure.command()
@click.option(
    "--games", default=1000, show_default=True, help="Number of different bundles, each of a 4-player game."
)
@click.option("--tribe", is_flag=True, help="Bundles of the Tribe mode of Origins instead of the base game.")
def audits(games: int, *, tribe: bool) -> None:
    """Time audits of bundles, as `kingdomino audit` does them, without starting the command."""
    rules = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE) if tribe else Rules()
    bundles = [_bundle(rules, seed) for seed in range(games)]
    begun = time.process_time()
    reports = [audit(bundle) for bundle in bundles]
    seconds = time.process_time() - begun
    if not all(set(report.verdicts.values()) == {Verdict.PASS} for report in reports):
        raise click.ClickException("an audit did not pass")
    size = sum(map(len, bundles)) / games / 1000
    click.echo(
        f"{games} bundles of {size:.0f} KB: {seconds:.1f} seconds, {seconds / games * 1e3:.1f} ms each"
    )


@measure.command()
@click.option("--mib", default=64.0, show_default=True, help="Size of the files in MiB.")
def hostile(mib: float) -> None:
    """Print the CPU time and memory of audits of files that are crafted to cost as much as possible."""
    for each in costs(int(mib * 2**20)):
        taken = f"{each.size:.1f} MiB, {each.seconds:.1f} s, {each.memory:.0f} MiB"
        click.echo(f"{each.name}: {taken}: {', '.join(each.codes)}")


@measure.command()
@click.option("--games", default=20, show_default=True, help="Number of random games of each kind.")
def growth(games: int) -> None:
    """Print the bytes of a game, in the store and in the archive, and the store's time for lists of games."""
    for kind, each in growths(games):
        live, ended = each.live / 1000, each.ended / 1000
        click.echo(
            f"{kind}: {live:.1f} KB on average while it is played, {ended:.1f} KB at its end; "
            f"archived {each.left:.0f} bytes in the store and {each.archived:.0f} in the archive"
        )
    for name, taken in list_growths():
        micros = ", ".join(f"{each:,.0f}" for each in taken.micros)
        click.echo(
            f"{name}: {micros} us; exponent {taken.exponent:.2f}; longest command {taken.longest:,} us"
        )


@measure.command("projections")
@click.option("--games", default=2_000, show_default=True, help="Number of games in the store.")
def projection_times(games: int) -> None:
    """Print what a rebuild and a start of the projections of all games take: CPU time and memory."""
    for name, taken in projections(games):
        click.echo(f"{name}: {taken}")


@measure.command()
@click.option("--shown", default=15, show_default=True, help="Number of the slowest ones to print.")
def texts(shown: int) -> None:
    """Send each text of each operation and form at its largest size, and print the slowest requests."""
    for milliseconds, status, what in slowest(shown):
        click.echo(f"{milliseconds:8.1f} ms  {status}  {what}")


@measure.command()
def accounts() -> None:
    """Print the bytes of an account in the store, by each kind of data that an address can write."""
    for name, size in account_growths():
        click.echo(f"{name}: {size:.0f} bytes")


@measure.command()
@click.option("--shown", default=0, show_default=True, help="Number of the most frequent functions to print.")
def calls(shown: int) -> None:
    """Count the calls of our own functions in a move over HTTP, the replay of a game, and an e-mail."""
    for name, walk in walks():
        click.echo("\n".join([f"{name}: {told(walk)}", *most(walk, shown)]))


def _bundle(rules: Rules, seed: int) -> bytes:
    """The bundle of a random scored four-player game."""
    log = FakeEventLog()
    tables = tables_on(log)
    game = play_out(tables, 4, rules, seeded(seed))
    tables.settle(game)
    return game_bundle(game, log.read(game), Signer(bytes(32)))


for command in (stop, idle, stepping, frames, loading, strength, scaling):
    measure.add_command(command)

if __name__ == "__main__":
    measure()
