import { expect, it } from 'vitest'
import { chanceOf } from '../chance.ts'
import { HeldParams } from './heldParams.ts'

const pay = 'com.example.pay'

it('is meddled with once each time that it is given new values, where the scenario says so', () => {
  const held = new HeldParams(chanceOf('a'), 1)
  const given = held.apply(pay, { port: '443', host: 'one' })
  held.live()
  held.live()
  expect(held.of(pay)).toEqual({ port: '443', host: 'one by hand' })
  expect(held.hashes()).not.toEqual({ [pay]: given })
  held.apply(pay, { port: '443', host: 'two' })
  held.live()
  expect(held.of(pay)?.['host']).toBe('two by hand')
})

it('is left alone otherwise', () => {
  const held = new HeldParams(chanceOf('a'), 0)
  const given = held.apply(pay, { host: 'one' })
  held.live()
  expect(held.hashes()).toEqual({ [pay]: given })
})
