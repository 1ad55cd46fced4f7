import { describe, expect, it } from 'vitest'
import { decideRegistration, type KnownDevice, mayActivate } from './registration.rules.ts'
import { fitsOneRule } from './serialRules.ts'

const contact = { model: 'M1', vendor: 'V1' }
const known: KnownDevice = {
  id: 'd1',
  orgId: 'o1',
  lifecycle: 'ASSIGNED',
  isInBin: false,
  isOnline: false,
  mayGetCredential: true,
  isOfKey: true,
  ...contact,
}

describe('a first contact', () => {
  it.each(['STOCK', 'ASSIGNED', 'ACTIVE', 'SUSPENDED', 'REPAIR', 'LOST'])(
    'of a known terminal in %s registers it',
    (lifecycle) => {
      const facts = { contact, known: { ...known, lifecycle }, modelId: 'm1', isWelcome: false }
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
    ['CONNECTED', { isOnline: true, mayGetCredential: false }],
    ['NOT_RELEASED', { mayGetCredential: false }],
  ] as const)('is refused with %s', (because, change) => {
    const facts = { contact, known: { ...known, ...change }, modelId: 'm1', isWelcome: false }
    expect(decideRegistration(facts)).toEqual({ do: 'refuse', because })
  })

  it('of an unclaimed terminal waits', () => {
    const facts = {
      contact,
      known: { ...known, lifecycle: 'UNCLAIMED' },
      modelId: 'm1',
      isWelcome: false,
    }
    expect(decideRegistration(facts)).toEqual({ do: 'wait' })
  })

  it('of an unknown terminal of a known model is kept for a claim', () => {
    const facts = { contact, known: null, modelId: 'm1', isWelcome: false }
    expect(decideRegistration(facts)).toEqual({ do: 'claim', modelId: 'm1' })
  })

  it('of an unknown terminal of an unknown model is refused', () => {
    const facts = { contact, known: null, modelId: null, isWelcome: false }
    expect(decideRegistration(facts)).toEqual({ do: 'refuse', because: 'MODEL_UNKNOWN' })
  })
})

describe('a terminal that may come in by itself', () => {
  it.each([
    ['unknown', null, { do: 'admit', id: null, modelId: 'm1' }],
    ['unclaimed', { ...known, lifecycle: 'UNCLAIMED' }, { do: 'admit', id: 'd1', modelId: 'm1' }],
    ['of another organisation', { ...known, isOfKey: false }, null],
  ] as const)('is admitted when it is %s', (_, one, step) => {
    const facts = { contact, known: one, modelId: 'm1', isWelcome: true }
    expect(decideRegistration(facts)).toEqual(step ?? { do: 'refuse', because: 'NOT_ENROLLED' })
  })

  const ofVendor = (modelId: string) => ({
    ownerId: 'v1',
    modelId,
    snRule: 'AC[0-9]{8}',
    snPrefixes: [],
  })
  const ofModel = { ownerId: 'm9', modelId: 'm9', snRule: 'AC1[0-9]{7}', snPrefixes: [] }

  it.each([
    ['follows the rule of its vendor', 'AC20000000', [ofVendor('m1'), ofVendor('m2')], true],
    ['follows no rule', 'XX20000000', [ofVendor('m1')], false],
    ['is of a model without a rule', 'AC20000000', [], false],
    ['could be of another model, too', 'AC10000000', [ofVendor('m1'), ofModel], false],
    ['follows the rule of another model only', 'AC10000000', [ofModel], false],
  ] as const)('is known by its serial number when it %s: %s', (_, sn, rules, fits) => {
    expect(fitsOneRule(sn, 'm1', rules)).toBe(fits)
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
