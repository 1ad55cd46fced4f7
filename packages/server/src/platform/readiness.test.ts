import { expect, it } from 'vitest'
import { shareCheck } from './readiness.ts'

it('asks once for all who want to know', async () => {
  let asked = 0
  const check = shareCheck({
    name: 'counted',
    async check() {
      asked++
      return null
    },
  })
  expect(await Promise.all(Array.from({ length: 100 }, check))).toEqual(Array(100).fill(null))
  expect(asked).toBe(1)
})

it('asks anew when what it knows is half a second old', async () => {
  let reason: string | null = null
  let asked = 0
  const check = shareCheck({
    name: 'changing',
    async check() {
      asked++
      return reason
    },
  })
  expect(await check()).toBeNull()
  reason = 'It is gone.'
  await expect.poll(check).toBe('It is gone.')
  expect(asked).toBe(2)
})

it('answers in time where the check hangs, and does not begin another one', async () => {
  let asked = 0
  let end: (reason: null) => void = () => undefined
  const check = shareCheck({
    name: 'hanging',
    check() {
      asked++
      return new Promise((settle) => {
        end = settle
      })
    },
  })
  const started = performance.now()
  expect(await check()).toBe('Check "hanging": no answer within 1.4 s.')
  expect(performance.now() - started).toBeGreaterThan(1_300)
  // Known to be late: nobody waits for it again.
  const waited = new Promise((resolve) => setTimeout(resolve, 1_000, 'waited'))
  for (const again of [check(), check()])
    expect(await Promise.race([again, waited])).toBe('Check "hanging": no answer within 1.4 s.')
  expect(asked).toBe(1)
  end(null)
  await expect.poll(check).toBeNull()
})

it('tells a check that fails as a reason, without the words of the error', async () => {
  const check = shareCheck({
    name: 'failing',
    check: () =>
      Promise.reject(Object.assign(new Error('secret.example refused'), { code: 'EIO' })),
  })
  expect(await check()).toBe('Check "failing": it could not be made (EIO).')
})
