import type { UpgradePart } from '@muster/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measured } from '../../../../test/cpuTime.ts'
import { mayStep, type PathVersion, type Running, shortestPath, stepsOf } from './path.rules.ts'

const version = (versionName: string, more: Partial<PathVersion> = {}): PathVersion => ({
  id: `${more.kind ?? 'FIRMWARE'} ${versionName}${more.isDiff ? ' diff' : ''}`,
  kind: 'FIRMWARE',
  name: 'Till',
  versionName,
  isDiff: false,
  fromVersions: [],
  forbiddenFrom: [],
  minAgent: null,
  needs: [],
  bytes: 10,
  ...more,
})

const namesOf = (path: readonly PathVersion[] | null) => path?.map(({ id }) => id) ?? null

describe('the way to a version', () => {
  const to = (versions: readonly PathVersion[], running: Running, target = '3.0') =>
    namesOf(shortestPath(versions, { running, kind: 'FIRMWARE', to: target }))

  it('is one step where nothing is in the way, and the smaller of two files', () => {
    const whole = version('3.0', { bytes: 900 })
    const diff = version('3.0', { isDiff: true, fromVersions: ['2.0'], bytes: 20 })
    expect(to([whole, diff], { FIRMWARE: '2.0' })).toEqual([diff.id])
    expect(to([whole, diff], { FIRMWARE: '1.0' })).toEqual([whole.id])
    expect(to([whole, diff], {})).toEqual([whole.id])
    expect(to([whole, diff], { FIRMWARE: '3.0' })).toEqual([])
  })

  it('goes round a jump that is forbidden, and never back', () => {
    const last = version('3.0', { forbiddenFrom: ['1.0'] })
    const between = version('2.0')
    expect(to([last, between], { FIRMWARE: '1.0' })).toEqual([between.id, last.id])
    expect(to([last], { FIRMWARE: '1.0' })).toBeNull()
    expect(to([last, between], { FIRMWARE: '4.0' })).toBeNull()
  })

  it('brings first what a version needs', () => {
    const agent = version('2.2', { kind: 'AGENT' })
    const kernel = version('5', { kind: 'KERNEL', minAgent: '2.0' })
    const last = version('3.0', { needs: [{ kind: 'KERNEL', version: '5' }] })
    expect(to([last, kernel, agent], { FIRMWARE: '1.0', AGENT: '1.9' })).toEqual([
      agent.id,
      kernel.id,
      last.id,
    ])
    expect(to([last, kernel], { FIRMWARE: '1.0', AGENT: '1.9' })).toBeNull()
    expect(to([last, kernel], { FIRMWARE: '1.0', KERNEL: '6' })).toEqual([last.id])
  })

  it('is looked for no longer than others can wait, however many versions need each other', () => {
    const kinds: readonly UpgradePart[] = ['FIRMWARE', 'KERNEL', 'SP', 'OS', 'RESOURCE']
    const versions = kinds.flatMap((kind, nth) =>
      Array.from({ length: 43 }, (_, n) => {
        const needed = kinds[(nth + 1) % kinds.length] ?? kind
        const needs = n === 42 ? [{ kind: needed, version: '999.0' }] : []
        return version(`${n + 1}.0`, { kind, needs })
      }),
    )
    // Where nothing leads, and where there is nothing.
    const { found, ms } = measured(() =>
      ['43.0', 'zzz'].map((wanted) => to(versions, { FIRMWARE: '0.1' }, wanted)),
    )
    expect(found).toEqual([null, null])
    expect(ms).toBeLessThan(2500)
  })

  it('is found over many versions, and without parts of which nothing is missing', () => {
    const many = Array.from({ length: 400 }, (_, n) => version(`1.${n + 1}`))
    const last = version('3.0', { forbiddenFrom: ['1.0'] })
    const kernel = version('5', { kind: 'KERNEL', bytes: 0 })
    const needy = version('2.9', { needs: [{ kind: 'KERNEL', version: '4' }] })
    const all = [...many, last, kernel, needy]
    expect(to(all, { FIRMWARE: '1.0', KERNEL: '4' })).toEqual(['FIRMWARE 1.1', last.id])
  })

  it('says what is there before each step', () => {
    const steps = [version('2.0'), version('3.0')]
    expect(stepsOf(steps, {}).map(({ from }) => from)).toEqual([null, '2.0'])
  })
})

const numbers = fc.constantFrom('1.0', '2.0', '3.0', '4.0')
const kinds = fc.constantFrom<UpgradePart>('FIRMWARE', 'AGENT')
const anyVersion = fc.record({
  kind: kinds,
  versionName: numbers,
  isDiff: fc.boolean(),
  fromVersions: fc.uniqueArray(numbers, { maxLength: 2 }),
  forbiddenFrom: fc.uniqueArray(numbers, { maxLength: 2 }),
  minAgent: fc.option(numbers),
  needs: fc.array(fc.record({ kind: kinds, version: numbers }), { maxLength: 1 }),
  bytes: fc.integer({ min: 1, max: 9 }),
})
const anyRunning = fc.record({ FIRMWARE: numbers, AGENT: numbers }, { requiredKeys: [] })

interface Best {
  readonly steps: number
  readonly bytes: number
}

/** Every way of at most so many steps, one after the other. */
function bestByTrying(all: readonly PathVersion[], running: Running, steps: number): Best | null {
  if (running.FIRMWARE === '4.0') return { steps: 0, bytes: 0 }
  if (steps === 0) return null
  const found = all
    .filter((one) => mayStep(one, running))
    .flatMap((one) => {
      const rest = bestByTrying(all, { ...running, [one.kind]: one.versionName }, steps - 1)
      return rest ? [{ steps: rest.steps + 1, bytes: rest.bytes + one.bytes }] : []
    })
    .toSorted((one, other) => one.steps - other.steps || one.bytes - other.bytes)
  return found[0] ?? null
}

it('is as short and as small as any that is found by trying all', () => {
  fc.assert(
    fc.property(
      fc
        .array(anyVersion, { maxLength: 6 })
        .map((all) => all.map((one, at) => version(one.versionName, { ...one, id: String(at) }))),
      anyRunning,
      (all, running) => {
        // Two parts of four versions each: no way without a circle is longer.
        const expected = bestByTrying(all, running, 6)
        const path = shortestPath(all, { running, kind: 'FIRMWARE', to: '4.0' })
        const bytes = path?.reduce((sum, one) => sum + one.bytes, 0) ?? 0
        expect(path && { steps: path.length, bytes }).toEqual(expected)
      },
    ),
    { numRuns: 500 },
  )
})
