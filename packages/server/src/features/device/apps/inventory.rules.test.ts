import { describe, expect, it } from 'vitest'
import { foldInventories, hashAfter, mostKeptApps, type Told } from './inventory.rules.ts'

const told = (body: Partial<Told['body']>, deviceId = 'one'): Told => ({
  deviceId,
  at: 1,
  body: { full: false, hash: 'h', apps: [], ...body },
})
const packagesOf = (list: ReturnType<typeof foldInventories>[number] | undefined) =>
  [...(list?.apps.values() ?? [])].map(({ p, vc }) => `${p} ${vc}`)

describe('several words of a terminal in a batch', () => {
  it('are one: a whole list voids what came before, a difference adds to it', () => {
    const [list] = foldInventories([
      told({ apps: [{ p: 'old', vc: 1 }] }),
      told({
        full: true,
        hash: 'a',
        apps: [
          { p: 'a', vc: 1 },
          { p: 'b', vc: 1 },
        ],
      }),
      told({ base: 'a', hash: 'b', apps: [{ p: 'a', vc: 2 }], gone: ['b'] }),
    ])
    expect(list).toMatchObject({ isFull: true, hash: 'b' })
    expect(packagesOf(list)).toEqual(['a 2'])
  })

  it('are no more than are kept of a terminal', () => {
    const apps = (batch: number) =>
      Array.from({ length: 300 }, (_, nth) => ({ p: `com.bank.${batch}.${nth}`, vc: 1 }))
    const [list] = foldInventories([0, 1, 2, 3, 4, 5].map((batch) => told({ apps: apps(batch) })))
    expect(list?.apps.size).toBe(mostKeptApps)
  })

  it('do not bring back what went and came again', () => {
    const [list] = foldInventories([
      told({ base: 'x', hash: 'y', gone: ['a'] }),
      told({ base: 'y', hash: 'z', apps: [{ p: 'a', vc: 3 }] }),
    ])
    expect(packagesOf(list)).toEqual(['a 3'])
    expect([...(list?.gone ?? [])]).toEqual([])
    expect(list && hashAfter(list, 'x')).toBe('z')
    expect(list && hashAfter(list, 'w')).toBeNull()
  })

  it('have no hash when one between them is missing', () => {
    const [list] = foldInventories([
      told({ full: true, hash: 'a' }),
      told({ base: 'other', hash: 'c', apps: [{ p: 'a', vc: 1 }] }),
    ])
    expect(list?.hash).toBeNull()
  })

  it('stay apart by terminal', () => {
    expect(
      foldInventories([told({}, 'two'), told({}, 'one')]).map(({ deviceId }) => deviceId),
    ).toEqual(['one', 'two'])
  })
})
