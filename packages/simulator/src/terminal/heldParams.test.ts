import { expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { HeldParams } from './heldParams.ts'

const pay = 'com.example.pay'

it('is meddled with once, where the scenario says so', () => {
  const held = new HeldParams(chanceOf('a'), 1)
  held.apply(pay, { port: '443', host: 'one' })
  const given = held.hashes()
  expect([held.live(), held.live()]).toEqual([true, false])
  expect(held.of(pay)).toEqual({ port: '443', host: 'one by hand' })
  expect(held.hashes()).not.toEqual(given)
  expect(held.edits()).toEqual({ [pay]: ['host'] })
  held.apply(pay, { port: '443', host: 'two' })
  expect(held.live()).toBe(false)
  expect(held.of(pay)?.['host']).toBe('two')
  expect(held.edits()).toEqual({})
})

it('is left alone otherwise', () => {
  const held = new HeldParams(chanceOf('a'), 0)
  held.apply(pay, { host: 'one' })
  const given = held.hashes()
  expect(held.live()).toBe(false)
  expect(held.hashes()).toEqual(given)
})
