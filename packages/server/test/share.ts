/**
 * The calls that one of several bad inputs goes to: every call gets one of `turns` inputs in a row, its
 * neighbour another one. For what is refused in one place, before all calls.
 */
export const share = <T>(asked: readonly T[], turn: number, turns: number): T[] =>
  asked.filter((_, n) => n % turns === turn % turns)
