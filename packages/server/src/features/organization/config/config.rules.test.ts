import { describe, expect, it } from 'vitest'
import {
  defaults,
  differing,
  faultOfSettings,
  inForce,
  type Level,
  setOnly,
} from './config.rules.ts'

const nothing = {
  ...defaults,
  blackouts: null,
  autoActivate: null,
  allowReplacement: null,
  storeVisible: null,
}
const level = (name: string, settings: Partial<Level['settings']>, isSeen = true): Level => ({
  id: name,
  name,
  isSeen,
  settings: { ...nothing, ...settings },
})

describe('what is in force below some organisations', () => {
  it('is of each setting what the nearest one has set', () => {
    const levels = [
      level('root', { heartbeatSeconds: 60, locationMinutes: 30, autoActivate: true }),
      level('bank', { heartbeatSeconds: 90, autoActivate: false }),
      level('shop', {}),
    ]
    const { values, from } = inForce(levels, defaults)
    expect(values).toEqual({
      ...defaults,
      heartbeatSeconds: 90,
      locationMinutes: 30,
      autoActivate: false,
    })
    expect(from['heartbeatSeconds']).toEqual({
      from: { id: 'bank', name: 'bank' },
      isDefault: false,
    })
    expect(from['locationMinutes']?.from?.name).toBe('root')
    expect(from['launcher']).toEqual({ from: null, isDefault: true })
  })

  it('does not name who is out of sight', () => {
    const { values, from } = inForce([level('root', { launcher: 'a.b' }, false)], defaults)
    expect(values.launcher).toBe('a.b')
    expect(from['launcher']).toEqual({ from: null, isDefault: false })
  })

  it('differs where a value does, whatever else is set', () => {
    const window = { from: '22:00', until: '04:00' }
    const one = { ...defaults, heartbeatSeconds: 60, maintenance: window }
    expect(differing(one, { ...one, maintenance: { ...window } })).toEqual([])
    expect(differing(one, { ...defaults, heartbeatSeconds: 60 })).toEqual(['maintenance'])
  })
})

it('keeps an empty list and a no, which are set, and leaves out what is not', () => {
  expect(setOnly({ ...nothing, blackouts: [], storeVisible: false })).toEqual({
    blackouts: [],
    storeVisible: false,
  })
})

describe('settings are refused', () => {
  const days = { from: '2026-12-24', until: '2026-12-26', reason: 'Holidays' }
  it.each([
    [{ maintenance: { from: '02:00', until: '02:00' } }, 'maintenance'],
    [{ maintenance: { from: '22:00', until: '04:00' } }, null],
    [{ blackouts: [days, { ...days, until: '2026-12-23' }] }, 'blackouts'],
    [{ blackouts: [{ ...days, until: days.from }] }, null],
  ] as const)('as %j at %s', (settings, field) => {
    const fault = faultOfSettings({ ...nothing, ...structuredClone(settings) } as typeof nothing)
    expect(fault?.field ?? null).toBe(field)
  })
})
