import { expect, it } from 'vitest'
import { mostKeySlots } from './keyKinds.ts'
import { keyReport } from './keyMessages.ts'

const slot = { slot: '1', type: 'TPK', kcv: '0A1B2C', state: 'OK' }
const takes = (...slots: object[]) => keyReport.body.safeParse({ at: 1, slots }).success
const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...slot, slot: `${n}` }))

it.each<[string, object]>([
  ['nothing but its state', { slot: '0', type: 'OTHER', state: 'MISSING' }],
  ['the last number', { ...slot, slot: '65535' }],
  ['a name', { ...slot, slot: 'acquirer-1.pin' }],
  ['the longest check value', { ...slot, kcv: '0123456789' }],
  ['the longest key set', { ...slot, ksi: 'FFFF9876543210E00000' }],
])('a slot of %s is taken', (_, one) => {
  expect(takes(one)).toBe(true)
})

it.each<[string, object]>([
  ['a check value longer than one', { ...slot, kcv: '0123456789A' }],
  ['half a check value', { ...slot, kcv: '0A1B2' }],
  ['a check value that is none', { ...slot, kcv: '0A1B2G' }],
  ['a key set longer than one', { ...slot, ksi: 'FFFF9876543210E000001' }],
  ['a member that has no room', { ...slot, key: '00' }],
  ['a number too large', { ...slot, slot: '65536' }],
  ['a number written longer than it is', { ...slot, slot: '01' }],
  ['a name with a key in it', { ...slot, slot: 'AB0123456789CDEF' }],
  ['a type that nobody knows', { ...slot, type: 'ZMK ' }],
])('a slot of %s is not', (_, one) => {
  expect(takes(one)).toBe(false)
})

it('has room for so many slots, and for nothing beside them', () => {
  expect([takes(...many(mostKeySlots)), takes(...many(mostKeySlots + 1))]).toEqual([true, false])
  expect(keyReport.body.safeParse({ at: 1, slots: [], keys: [] }).success).toBe(false)
})
