import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { DeviceLink } from '../../../platform/brokerLink.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { answererOf } from './answerer.ts'

it('the answers to a large batch leave room for what arrives meanwhile', async () => {
  const told: string[] = []
  const link: Pick<DeviceLink, 'publishDown'> = {
    publishDown: ({ clientId }) => told.push(clientId) > 0,
  }
  const key = { publicKey: '', envelope: () => Buffer.alloc(0) }
  const platform = { now: () => new Date(), log: pino({ level: 'silent' }) }
  const answer = answererOf(
    platform as unknown as LinkPlatform,
    { link, key } as unknown as Parameters<typeof answererOf>[1],
  )
  const answers = Array.from({ length: 1000 }, (_, n) => ({
    sn: `S-${n}`,
    kept: ['1'],
    refused: [],
  }))
  answer(answers)
  expect(told).toHaveLength(64)
  await new Promise((done) => setImmediate(done))
  expect(told.length).toBeLessThan(300)
  await expect.poll(() => told.length).toBe(1000)
  expect(told).toEqual(answers.map(({ sn }) => `d:${sn}`))
})
