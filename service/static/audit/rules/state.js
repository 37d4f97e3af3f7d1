// The state of the rules as an object whose canonical JSON has the state hash (docs/understand/log.md).

export function stateOf(game) {
  const { left, idle } = game;
  return {
    dealt: game.dealt.length,
    drawn: game.first.drawn.length,
    kingdoms: game.kingdoms.map(({ discarded, placements }) => ({ discarded, placements })),
    line: game.current,
    mover: game.stage === "choose-first" ? game.first.mover(game.current) : game.seat,
    next_line: game.next,
    players: game.players,
    round: game.round,
    rules: game.rules,
    stage: game.stage,
    waiting: game.first.waiting,
    ...(left.length > 0 ? { left, idle } : {}),
    ...(game.rules.game === "origins" ? ofOrigins(game) : {}),
  };
}

function ofOrigins({ kingdoms, volcano, totems, tribe }) {
  const { board, stack, shuffled, shuffles, refill, paid, hand } = tribe;
  return {
    camps: kingdoms.map(({ tokens, resources, cavemen }) => ({ tokens, resources, cavemen })),
    shared: {
      volcano: volcano && [...volcano.at, volcano.craters],
      totems: totems.holders,
      ...{ board, stack, shuffled, shuffles, refill, paid, hand },
    },
  };
}
