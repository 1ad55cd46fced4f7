import { codes } from '@muster/contract'
import { expect, it } from 'vitest'
import { openTurns } from './turns.ts'

it('lets so much be under way at a time, in the order in which it came', async () => {
  const inTurn = openTurns(2)
  const begun: number[] = []
  const ends = [0, 1, 2, 3].map(() => Promise.withResolvers<void>())
  const all = ends.map(({ promise }, nth) =>
    inTurn(() => {
      begun.push(nth)
      return promise
    }),
  )
  expect(begun).toEqual([0, 1])
  ends[1]?.resolve()
  await all[1]
  await Promise.resolve()
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of ends) resolve()
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3])
})

it('goes on after work that fails', async () => {
  const inTurn = openTurns(1)
  const failed = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
})

it('refuses whom nobody could serve in time, and gives him no place later', async () => {
  const inTurn = openTurns(1, { patienceMs: 20 })
  const first = Promise.withResolvers<void>()
  const running = inTurn(() => first.promise)
  let hasBegun = false
  const late = inTurn(async () => {
    hasBegun = true
  })
  await expect(late).rejects.toMatchObject({ code: codes.unavailable })
  first.resolve()
  await running
  expect(await inTurn(() => Promise.resolve('free'))).toBe('free')
  expect(hasBegun).toBe(false)
})

it('refuses at once where enough wait already', async () => {
  const inTurn = openTurns(1, { most: 1 })
  const first = Promise.withResolvers<void>()
  const running = inTurn(() => first.promise)
  const next = inTurn(() => Promise.resolve('next'))
  await expect(inTurn(() => Promise.resolve('late'))).rejects.toMatchObject({
    code: codes.tooManyRequests,
  })
  first.resolve()
  await running
  expect(await next).toBe('next')
})
