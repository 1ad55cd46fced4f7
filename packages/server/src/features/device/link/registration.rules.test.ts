import { describe, expect, it } from 'vitest'
import { decideRegistration, type KnownDevice, mayActivate } from './registration.rules.ts'

const contact = { model: 'M1', vendor: 'V1' }
const known: KnownDevice = {
  id: 'd1',
  orgId: 'o1',
  lifecycle: 'ASSIGNED',
  isInBin: false,
  isOnline: false,
  isOfKey: true,
  ...contact,
}

describe('a first contact', () => {
  it.each(['STOCK', 'ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST'])(
    'of a known terminal in %s registers it',
    (lifecycle) => {
      const facts = { contact, known: { ...known, lifecycle }, modelId: 'm1' }
      expect(decideRegistration(facts)).toEqual({ do: 'register', id: 'd1' })
    },
  )

  it.each([
    ['WRONG_STATE', { lifecycle: 'SCRAPPED' }],
    ['WRONG_STATE', { lifecycle: 'REPLACED' }],
    ['MODEL_MISMATCH', { model: 'M2' }],
    ['MODEL_MISMATCH', { vendor: 'V2' }],
    ['NOT_ENROLLED', { isOfKey: false }],
    ['NOT_ENROLLED', { isInBin: true }],
    ['CONNECTED', { isOnline: true }],
  ] as const)('is refused with %s', (because, change) => {
    const facts = { contact, known: { ...known, ...change }, modelId: 'm1' }
    expect(decideRegistration(facts)).toEqual({ do: 'refuse', because })
  })

  it('of an unclaimed terminal waits', () => {
    const facts = { contact, known: { ...known, lifecycle: 'UNCLAIMED' }, modelId: 'm1' }
    expect(decideRegistration(facts)).toEqual({ do: 'wait' })
  })

  it('of an unknown terminal of a known model is kept for a claim', () => {
    expect(decideRegistration({ contact, known: null, modelId: 'm1' })).toEqual({
      do: 'claim',
      modelId: 'm1',
    })
  })

  it('of an unknown terminal of an unknown model is refused', () => {
    expect(decideRegistration({ contact, known: null, modelId: null })).toEqual({
      do: 'refuse',
      because: 'MODEL_UNKNOWN',
    })
  })
})

describe('an activation', () => {
  const assigned = { lifecycle: 'ASSIGNED', tid: '12345678', isAuto: true }

  it.each([
    [{ ...assigned, method: 'auto' }, true],
    [{ ...assigned, method: 'code', code: '12345678' }, true],
    [{ ...assigned, isAuto: false, method: 'auto' }, false],
    [{ ...assigned, isAuto: false, method: 'code', code: '12345678' }, true],
    [{ ...assigned, method: 'code', code: '00000000' }, false],
    [{ ...assigned, method: 'code' }, false],
    [{ ...assigned, tid: null, method: 'code' }, false],
    [{ ...assigned, lifecycle: 'STOCK', method: 'auto' }, false],
    [{ ...assigned, lifecycle: 'ACTIVE', method: 'auto' }, false],
  ] as const)('by %o is decided as %s', (facts, may) => {
    expect(mayActivate(facts)).toBe(may)
  })
})
