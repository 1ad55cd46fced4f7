import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type BatchOptions, openBatcher, type Waiting } from './batcher.ts'

interface Item extends Waiting {
  readonly n: number
}

function setUp(over: Partial<BatchOptions<Item>> = {}) {
  const batches: number[][] = []
  const aside: number[] = []
  const ended = new Map<number, Error | null>()
  const batcher = openBatcher<Item>({
    flush: async (items) => {
      await sleep(5)
      batches.push(items.map(({ n }) => n))
    },
    isPoison: (error) => error instanceof RangeError,
    setAside: ({ n }) => aside.push(n),
    maxItems: 4,
    lingerMs: 0,
    maxWaiting: 100,
    maxWaitMs: 100,
    ...over,
  })
  const add = (n: number) =>
    batcher.add({ n, at: Date.now(), done: (error) => ended.set(n, error ?? null) })
  return { batches, aside, ended, batcher, add }
}

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

describe('a batcher', () => {
  it('keeps the order and ends every item once its batch is done', async () => {
    const { batches, ended, batcher, add } = setUp()
    upTo(10).forEach(add)
    expect(ended.size).toBe(0)
    await batcher.stop()
    expect(batches.flat()).toEqual(upTo(10))
    expect(batches.every(({ length }) => length <= 4)).toBe(true)
    expect([...ended.values()].every((error) => error === null)).toBe(true)
  })

  it('tries a failed batch again before it ends anything', async () => {
    let tries = 0
    const flush = async () => {
      tries += 1
      if (tries < 3) throw new Error('away')
    }
    const { ended, batcher, add } = setUp({ flush, maxWaitMs: 5_000 })
    add(1)
    await sleep(20)
    expect(ended.size).toBe(0)
    await batcher.stop()
    expect([tries, ended.get(1)]).toEqual([3, null])
  })

  it('fails items that have waited too long', async () => {
    const flush = async () => {
      throw new Error('away')
    }
    const { ended, batcher, add } = setUp({ flush })
    add(1)
    await batcher.stop()
    expect(ended.get(1)?.message).toBe('not stored in time')
  })

  it('sets a bad item aside and stores its neighbours', async () => {
    const stored: number[] = []
    const flush = async (items: readonly Item[]) => {
      if (items.some(({ n }) => n === 2)) throw new RangeError('bad')
      stored.push(...items.map(({ n }) => n))
    }
    const { aside, ended, batcher, add } = setUp({ flush })
    upTo(6).forEach(add)
    await batcher.stop()
    expect(aside).toEqual([2])
    expect(stored).toEqual([0, 1, 3, 4, 5])
    expect(ended.get(2)).toBeNull()
  })

  it('turns items away when too many wait', async () => {
    const { batcher, add } = setUp({ maxWaiting: 3 })
    expect(upTo(5).map(add)).toEqual([true, true, true, false, false])
    await batcher.stop()
    expect(add(9)).toBe(false)
  })

  it('neither repeats a batch nor stops when an item cannot bear to hear of its end', async () => {
    const { batches, ended, batcher, add } = setUp()
    const done = () => {
      throw new Error('planted')
    }
    batcher.add({ n: 0, at: Date.now(), done })
    add(1)
    await batcher.stop()
    expect(batches).toEqual([[0, 1]])
    expect(ended.get(1)).toBe(null)
  })
})
