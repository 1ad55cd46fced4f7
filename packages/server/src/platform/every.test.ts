import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { every } from './every.ts'

const log = pino({ level: 'silent' })

it('repeats work, also after it failed, until it is stopped', async () => {
  let rounds = 0
  const repeated = every({ name: 'work', seconds: 0.005, log }, async () => {
    rounds += 1
    if (rounds === 1) throw new Error('once')
  })
  await expect.poll(() => rounds).toBeGreaterThan(2)
  await repeated.stop()
  const atStop = rounds
  await sleep(20)
  expect(rounds).toBe(atStop)
})

it('never runs two rounds at once, and one more when asked meanwhile', async () => {
  let now = 0
  let most = 0
  let rounds = 0
  const repeated = every({ name: 'work', seconds: 60, log }, async () => {
    now += 1
    most = Math.max(most, now)
    await sleep(10)
    now -= 1
    rounds += 1
  })
  for (let n = 0; n < 5; n++) repeated.soon()
  await expect.poll(() => rounds).toBe(2)
  await sleep(20)
  await repeated.stop()
  expect([most, rounds]).toEqual([1, 2])
})
