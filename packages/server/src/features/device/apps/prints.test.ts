import { expect, it } from 'vitest'
import { Prints, type Said } from './prints.ts'

const hash = (nibble: string): string => nibble.repeat(64)

it('gives whoever says the same again the same print, and another to whatever else he says', () => {
  const prints = new Prints(100)
  const first = prints.of('a', { told: { one: hash('1'), two: hash('2') } })
  const others: readonly Said[] = [
    { told: { one: hash('1'), two: hash('3') } },
    { told: { one: hash('2'), two: hash('1') } },
    { told: { one: hash('1') } },
    { told: { one: hash('1'), two: hash('2'), three: hash('2') } },
    { told: { one: hash('1'), toString: hash('2') } },
    { told: {} },
    { told: { one: hash('1'), two: hash('2') }, edits: { one: ['host'] } },
    { told: { one: hash('1'), two: hash('2') }, edits: {} },
  ]
  const all = [first]
  for (const other of others) {
    const print = prints.of('a', other)
    expect(prints.of('a', structuredClone(other))).toBe(print)
    expect(prints.of('b', other)).toBe(print)
    all.push(print)
    expect(prints.of('a', { told: { one: hash('1'), two: hash('2') } })).toBe(first)
  }
  expect(new Set(all).size).toBe(all.length)
})

it('remembers no more than it may, and says the same after it forgot', () => {
  const prints = new Prints(10)
  const told = (nibble: string) => ({ told: { one: hash(nibble), two: hash('0') } })
  const first = prints.of('0', told('0'))
  for (let n = 0; n < 16; n++) {
    prints.of(String(n), told(n.toString(16)))
    prints.of(String(n), told('f'))
    expect(prints.held).toBeLessThanOrEqual(10)
  }
  expect(prints.of('0', told('0'))).toBe(first)
})

it('knows again what a terminal told last, and nothing else', () => {
  const prints = new Prints(100)
  const told = { one: hash('1'), two: hash('2') }
  expect(prints.sameAs('a', told)).toBeNull()
  prints.of('a', { told })
  expect(prints.sameAs('a', { two: hash('2'), one: hash('1') })).toBe(told)
  expect(prints.sameAs('b', told)).toBeNull()
  const others: unknown[] = [
    { one: hash('1') },
    { one: hash('1'), two: hash('3') },
    { one: hash('1'), two: hash('2'), three: 5 },
    { one: hash('1'), toString: hash('2') },
    JSON.parse(`{"one":"${hash('1')}","two":"${hash('2')}","__proto__":{}}`),
    [hash('1'), hash('2')],
    null,
    'one',
    5,
  ]
  for (const other of others) expect(prints.sameAs('a', other)).toBeNull()
  prints.of('b', { told: {} })
  for (const other of [[], null, '', 0]) expect(prints.sameAs('b', other)).toBeNull()
})
