import { expect, it } from 'vitest'
import { type HeldFence, judgeFence } from './fenceDwell.ts'

const minute = 60_000
const dwellMs = 5 * minute
type Look = readonly ['IN' | 'OUT', number]

/** What is told of looks at these minutes, and what is known at the end. */
function told(looks: readonly Look[]) {
  const turns: string[] = []
  let held: HeldFence | null = null
  for (const [side, at] of looks) {
    const judged = judgeFence(held, { side, at: at * minute, dwellMs })
    held = judged.held
    if (judged.turn) turns.push(`${at} ${judged.turn}`)
  }
  return [turns, held?.state]
}

it.each<[string, Look[], string[], string]>([
  [
    'is told of once, after the dwell',
    [
      ['IN', 0],
      ['OUT', 1],
      ['OUT', 5],
      ['OUT', 6],
      ['OUT', 60],
    ],
    ['6 FENCE_LEFT'],
    'OUT',
  ],
  [
    'is no departure when it is back in time',
    [
      ['IN', 0],
      ['OUT', 1],
      ['IN', 3],
      ['OUT', 4],
      ['OUT', 8],
    ],
    [],
    'IN',
  ],
  [
    'comes back',
    [
      ['IN', 0],
      ['OUT', 1],
      ['OUT', 9],
      ['IN', 10],
      ['IN', 16],
    ],
    ['9 FENCE_LEFT', '16 FENCE_ENTERED'],
    'IN',
  ],
  [
    'is nothing to tell at a first look inside',
    [
      ['IN', 0],
      ['IN', 9],
    ],
    [],
    'IN',
  ],
  [
    'is told of where it was never seen inside',
    [
      ['OUT', 0],
      ['OUT', 5],
    ],
    ['5 FENCE_LEFT'],
    'OUT',
  ],
  [
    'is not known before the dwell is over',
    [
      ['OUT', 0],
      ['OUT', 4],
    ],
    [],
    'UNKNOWN',
  ],
])('%s', (_, looks, turns, state) => {
  expect(told(looks)).toEqual([turns, state])
})

it('counts at once without a dwell', () => {
  const held = { state: 'IN', since: 0, turningSince: null } as const
  expect(judgeFence(held, { side: 'OUT', at: 1, dwellMs: 0 }).turn).toBe('FENCE_LEFT')
})
