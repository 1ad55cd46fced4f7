import { expect, it } from 'vitest'
import { afterFailure, chooseServer, isFinal } from './delivery.rules.ts'

const server = (id: string | null, more: object = {}) => ({
  id,
  orgPath: null,
  isDefault: false,
  dailyLimit: null,
  sentToday: 0,
  ...more,
})

const of = (orgPath: string | null, namedId: string | null = null, namedDepth = 0) => ({
  orgPath,
  namedId,
  namedDepth,
})

it.each([
  [1, 1],
  [2, 5],
  [3, 15],
  [4, 60],
  [5, 180],
])('waits after the try %i for %i minutes', (attempts, minutes) => {
  expect(afterFailure(attempts, false)).toEqual({ do: 'again', minutes })
})

it('gives up after the sixth try, and at once where the server says no for good', () => {
  expect(afterFailure(6, false)).toEqual({ do: 'giveUp' })
  expect(afterFailure(1, true)).toEqual({ do: 'giveUp' })
})

it('takes a refused address for good, a refused sign-in and a busy server not', () => {
  expect(isFinal({ command: 'RCPT TO', responseCode: 550 })).toBe(true)
  expect(isFinal({ command: 'RCPT TO', responseCode: 451 })).toBe(false)
  expect(isFinal({ command: 'AUTH PLAIN', responseCode: 535 })).toBe(false)
  expect(isFinal({})).toBe(false)
})

it('asks the nearest organisation’s server, its default first, that of SMTP_URL last', () => {
  const all = [
    server(null),
    server('other'),
    server('main', { isDefault: true }),
    server('bank', { orgPath: '1.2', isDefault: true }),
    server('branch', { orgPath: '1.2.3' }),
    server('neighbour', { orgPath: '1.9', isDefault: true }),
  ]
  expect(chooseServer(all, of('1.2.3.4'))?.id).toBe('branch')
  expect(chooseServer(all, of('1.2.30'))?.id).toBe('bank')
  expect(chooseServer(all, of('1'))?.id).toBe('main')
  expect(chooseServer(all, of(null))?.id).toBe('main')
  expect(chooseServer(all.slice(0, 2), of(null))?.id).toBe('other')
  expect(chooseServer([server(null)], of(null))?.id).toBeNull()
})

it('spares a server that has had its share of the day', () => {
  const full = { dailyLimit: 100, sentToday: 100 }
  expect(
    chooseServer([server('main', { ...full, isDefault: true }), server('spare')], of(null))?.id,
  ).toBe('spare')
  expect(chooseServer([server('main', full)], of(null))).toBeNull()
})

it('asks the server that a white label names before others as near, not before nearer ones', () => {
  const all = [
    server('main', { isDefault: true }),
    server('spare'),
    server('bank', { orgPath: '1.2', isDefault: true }),
    server('branch', { orgPath: '1.2.3' }),
  ]
  expect(chooseServer(all, of('1.2', 'spare', 2))?.id).toBe('spare')
  expect(chooseServer(all, of('1.2.3', 'spare', 2))?.id).toBe('branch')
  expect(chooseServer(all, of('1.2.3', 'spare', 3))?.id).toBe('spare')
  expect(chooseServer(all, of('1.2', 'gone', 2))?.id).toBe('bank')
  expect(chooseServer(all, of('1.9', 'branch', 2))?.id).toBe('main')
})
