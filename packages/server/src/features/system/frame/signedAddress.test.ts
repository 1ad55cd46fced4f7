import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { signedAddress } from './signedAddress.ts'

const signing = { secret: 's3cret', userName: 'sara & co', now: new Date(1_767_225_600_999) }

it('says who looks and when, and signs all that the other server sees', () => {
  const signed = signedAddress('https://board.example/day?a=1#part', signing)
  const said = 'https://board.example/day?a=1&ts=1767225600&uid=sara+%26+co'
  const mac = createHmac('sha256', 's3cret').update(said).digest('hex')
  expect(signed).toBe(`${said}&sig=${mac}#part`)
})

it('lets no address say for itself who looks', () => {
  const signed = new URL(signedAddress('https://board.example/?uid=admin&sig=0&ts=9', signing))
  expect(signed.searchParams.getAll('uid')).toEqual(['sara & co'])
  expect(signed.searchParams.getAll('ts')).toEqual(['1767225600'])
  expect(signed.searchParams.getAll('sig')).toHaveLength(1)
})
