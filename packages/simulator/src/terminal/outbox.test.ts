import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chanceOf } from '../chance.ts'
import { type Letter, upEnvelope, type Link, Outbox, type OutboxParts } from '@muster/terminal'
import { unobserved } from './observer.ts'

let sent: string[]
const link: Link = {
  closed: new Promise(() => undefined),
  subscribe: () => Promise.resolve(),
  publish: (topic) => {
    sent.push(topic)
    return Promise.resolve()
  },
  leave: () => Promise.resolve(),
  cut: () => undefined,
}
const letterTo = (topic: string, type = 'task'): Letter => ({
  topic,
  envelope: upEnvelope(type, {}, { ts: 1 }),
})
const open = (repeat: readonly [number, number] = [10, 300], more: Partial<OutboxParts> = {}) =>
  new Outbox({
    sn: 'SIM-00001',
    observer: unobserved,
    chance: chanceOf('7', 'SIM-00001', 'repeat'),
    repeat,
    store: null,
    settled: () => undefined,
    ...more,
  })

beforeEach(() => {
  sent = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('a letter that is refused is forgotten, and nobody is told that the platform has it', () => {
  const told: string[] = []
  const observer = { ...unobserved, answered: () => void told.push('answered') }
  const outbox = open([10, 300], { observer, settled: () => void told.push('settled') })
  outbox.use(link)
  const [refused, next] = [letterTo('a', 'act'), letterTo('a')]
  outbox.post(refused)
  outbox.post(next)
  outbox.refused([refused.envelope.id])
  expect(told).toEqual([])
  expect(sent).toEqual(['a', 'a'])
  outbox.answered([next.envelope.id])
  expect(told).toEqual(['answered', 'settled'])
})

describe('a letter that is not answered', () => {
  it('goes out ever more rarely, and never gives up', async () => {
    const outbox = open()
    outbox.use(link)
    outbox.post(letterTo('a'))
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(5_100)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(3_600_000)
    // Six times within the first minutes, then every 150 to 300 s.
    expect(sent.length).toBeGreaterThan(14)
    expect(sent.length).toBeLessThan(32)
  })

  it('does not go out while there is no connection', async () => {
    const outbox = open()
    outbox.post(letterTo('a'))
    outbox.use(link)
    outbox.use(null)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent).toHaveLength(1)
    outbox.use(link)
    expect(sent).toHaveLength(2)
  })

  it('lets no more than 32 others out beside it, and none of its own topic', () => {
    const outbox = open()
    outbox.use(link)
    const letters = Array.from({ length: 40 }, (_, n) => letterTo(`topic ${n}`))
    outbox.post(letterTo('topic 0'))
    for (const letter of letters) outbox.post(letter)
    expect(sent).toEqual(Array.from({ length: 32 }, (_, n) => `topic ${n}`))
    outbox.answered(letters.slice(1, 9).map(({ envelope }) => envelope.id))
    expect(sent).toHaveLength(40)
    expect(sent.filter((topic) => topic === 'topic 0')).toHaveLength(1)
  })

  it('gives way to a newer snapshot of its kind, not to a newer report', () => {
    const outbox = open()
    for (const type of ['info', 'info', 'task', 'task']) outbox.post(letterTo(type, type))
    outbox.use(link)
    expect(sent).toEqual(['info', 'task'])
    expect(outbox.size).toBe(2)
  })

  it('is among 5,000 at most', () => {
    const outbox = open()
    for (let n = 0; n < 5_010; n++) outbox.post(letterTo(`topic ${n}`))
    expect(outbox.size).toBe(5_000)
    outbox.use(link)
    expect(sent[0]).toBe('topic 10')
  })
})
