import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { DB } from '../../../platform/schema.ts'
import { inTurn } from './inTurn.ts'

const db = {} as Kysely<DB>
const minute = 60_000

/** One that fails, and two that do not; each takes as long as is said. */
function working(tookMs: number) {
  const clock = { at: 0 }
  const turns = inTurn(() => clock.at)
  const done: string[] = []
  const round = () =>
    turns.each(
      db,
      ['bad', 'one', 'two']
        .filter((key) => !turns.putOff(db).includes(key))
        .map((key) => ({ key })),
      async ({ key }) => {
        clock.at += tookMs
        if (key === 'bad') throw new Error('too slow')
        done.push(key)
      },
    )
  return { clock, turns, done, round }
}

it('does the others where one fails, which comes again later and later', async () => {
  const { clock, turns, done, round } = working(0)
  expect(await round()).toHaveLength(1)
  expect(done).toEqual(['one', 'two'])
  expect(turns.putOff(db)).toEqual(['bad'])
  clock.at += minute / 2
  expect(turns.putOff(db)).toEqual([])
  expect(await round()).toHaveLength(1)
  clock.at += minute / 2
  expect(await round()).toEqual([])
  clock.at += minute / 2
  expect(await round()).toHaveLength(1)
})

it('leaves the rest to the next round where one takes long', async () => {
  const { done, round } = working(minute / 2 - 1)
  expect(await round()).toHaveLength(1)
  expect(done).toEqual([])
  await round()
  expect(done).toEqual(['one'])
})
