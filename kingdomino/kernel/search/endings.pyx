"""Games of Origins played out from any step of a turn, for reviews, with the cheap policy of the search on all seats."""

from libc.stdint cimport uint64_t

from kingdomino.kernel.draws cimport Inner
from kingdomino.kernel.kingdoms cimport DOMINOES, KINGDOMINO_KERNEL_SOURCES
from kingdomino.kernel.search.camps cimport (
    BOARD, HAND, STACK, best_fire, bit_of, count_resources, put_best, recruit_for, refill,
)
from kingdomino.kernel.search.worlds cimport World, deal_anew, ignite, play_out, read_world, world_points
from kingdomino.kernel.tables cimport Position, draw_due, first_by, read_due

from kingdomino.base.flow import lowest_king, next_turn
from kingdomino.board.camp import Caveman
from kingdomino.game import Stage
from kingdomino.game.table import Origin

BUILT_FROM = KINGDOMINO_KERNEL_SOURCES.decode()

_KINDS = tuple(Caveman)


def endings(game, deck, seeds) -> list:
    """Play a game of Origins to its end once for each seed, which deals everything unknown again.

    `deck` has the dominoes that no line has had. A token, a totem and a caveman that are due come first, then a line
    or a king, all by the search's policy. A 64-bit seed deals the same deck at every step of a position. Returns for each
    seed the points by seat, and the seats in first place (R12, R32) as bits. Raises ValueError for a game of another kind,
    one in which the first line is to be drawn, and one that the rules cannot lead to.
    """
    cdef World world, dealt
    cdef Inner inner
    cdef Position position
    cdef int points[4]
    cdef int seat, first
    if not game.rules.origins:
        raise ValueError("these endings are those of Origins")
    position = read_due(_turn_after(game), deck, DOMINOES)
    read_world(&world, &position.table, game)
    _finish_step(&world, game)
    found = []
    for seed in seeds:
        inner.state = seed
        dealt = world
        with nogil:
            deal_anew(&dealt, &inner)
            draw_due(&dealt.table)
            refill(&dealt.table, &dealt.camps)
            play_out(&dealt, &inner)
            for seat in range(dealt.table.players):
                points[seat] = world_points(&dealt, seat)
            first = first_by(&dealt.table, points)
        found.append((tuple([points[seat] for seat in range(dealt.table.players)]), first))
    return found


def _turn_after(game):
    """The game at the next placement or choice, when the step that is due is finished."""
    if game.stage in (Stage.RECRUIT, Stage.TAKE, Stage.PUT):
        game = next_turn(game)
    elif game.stage in (Stage.FIRE, Stage.TOTEM):
        if game.next_line:
            return game._replace(stage=Stage.CHOOSE)
        game = game._replace(stage=Stage.PLACE, mover=lowest_king(game.line))
    return game._replace(stage=Stage.OVER) if game.mover is None and game.stage is Stage.PLACE else game


cdef _finish_step(World *world, game):
    """Put the token, totem or caveman that is due where the policy puts it."""
    cdef int seat, at, volcano
    if game.stage is Stage.FIRE:
        volcano = bit_of(&world.table.kingdoms[game.mover], game.shared.volcano.square)
        best_fire(&world.table.kingdoms[game.mover], &world.camps, game.mover, volcano, game.shared.volcano.craters, &at)
        if at >= 0:
            ignite(world, game.mover, at, game.shared.volcano.craters)
    elif game.stage is Stage.RECRUIT and game.mover not in game.idle:
        recruit_for(&world.table, &world.camps, game.mover)
    elif game.stage is Stage.TAKE:
        put_best(&world.table, &world.camps, game.mover, STACK if game.shared.paid is Origin.STACK else BOARD, 0)
    elif game.stage is Stage.PUT:
        put_best(&world.table, &world.camps, game.mover, HAND, _KINDS.index(game.shared.hand))
    for seat in range(world.table.players):
        count_resources(&world.table, &world.camps, seat)
