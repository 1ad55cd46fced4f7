import { describe, expect, it } from 'vitest'
import { judgeResult, type ResultFacts } from './why.rules.ts'

const plan: NonNullable<ResultFacts['plan']> = {
  state: 'RUNNING',
  isBack: false,
  waveState: 'RUNNING',
  hasOther: false,
  otherNo: null,
  outcome: null,
  provedUntil: null,
  isPaying: false,
}

/** Accepted, and under way. */
const going: ResultFacts = {
  state: 'RUNNING',
  step: 'DOWNLOADING',
  endedAt: null,
  acceptedAt: '2026-01-01T00:00:00Z',
  waitsFor: null,
  waitsReason: null,
  waitsUntil: null,
  isOnline: true,
  after: null,
  plan,
}
const untold: Partial<ResultFacts> = { state: 'QUEUED', step: null, acceptedAt: null }
const done: Partial<ResultFacts> = { state: 'SUCCESS', step: null, endedAt: '2026-01-01T01:00:00Z' }
const until = '2026-01-01T22:00:00Z'

/** What holds an upgrade back, with what it is judged by. */
const held = (facts: Partial<ResultFacts>) =>
  judgeResult({ ...going, ...facts }).flatMap(({ gate, passes, value }) =>
    passes ? [] : [value === null ? gate : `${gate} ${value}`],
  )

describe('an upgrade of a terminal', () => {
  it.each<[string, Partial<ResultFacts>, string[]]>([
    ['nothing while it goes on', {}, []],
    ['its plan', { plan: { ...plan, state: 'PAUSED' } }, ['PLAN PAUSED']],
    ['its wave', { plan: { ...plan, waveState: 'FAILED' } }, ['WAVE FAILED']],
    ['another plan', { plan: { ...plan, hasOther: true, otherNo: 'PL-2' } }, ['OTHER_PLAN PL-2']],
    ['another plan that one does not see', { plan: { ...plan, hasOther: true } }, ['OTHER_PLAN']],
    ['the hours of its plan', { ...untold, waitsFor: 'WINDOW' }, ['SENDING WINDOW']],
    ['that nobody is there', { ...untold, isOnline: false }, ['SENDING OFFLINE']],
    ['what comes before it', { ...untold, waitsFor: 'BEFORE', after: 'A 1' }, ['BEFORE A 1']],
    ['its battery', { state: 'DEFERRED', step: 'BATTERY' }, ['TERMINAL BATTERY']],
    ['its silence', { step: 'NO_CONTACT', isOnline: false }, ['CONTACT']],
    [
      'silence after the install',
      { ...done, plan: { ...plan, outcome: 'NO_CONTACT' } },
      ['CONTACT'],
    ],
    ['that it is not well', { ...done, plan: { ...plan, outcome: 'UNWELL' } }, ['PROOF UNWELL']],
    ['its payments', { ...done, plan: { ...plan, isPaying: true } }, ['PROOF PAYMENTS']],
    ['nothing where it is well', { ...done, plan: { ...plan, outcome: 'CONFIRMED' } }, []],
    ['nothing where it came of no plan', { ...done, plan: null }, []],
  ])('is held back by %s', (_, facts, expected) => {
    expect(held(facts)).toEqual(expected)
  })

  it('is held back by nothing of its plan on the way back', () => {
    const back = {
      ...plan,
      isBack: true,
      state: 'ROLLING_BACK' as const,
      waveState: 'FAILED' as const,
    }
    expect(held({ plan: back })).toEqual([])
  })

  it('says until when', () => {
    const hours = { waitsFor: 'WINDOW', waitsReason: '22:00–05:00', waitsUntil: until }
    expect(judgeResult({ ...going, ...untold, ...hours })).toContainEqual({
      gate: 'SENDING',
      passes: false,
      value: 'WINDOW',
      reason: '22:00–05:00',
      until,
    })
    const proved = { ...done, plan: { ...plan, provedUntil: until } }
    expect(judgeResult({ ...going, ...proved }).at(-1)).toMatchObject({ value: 'PROOF', until })
  })
})
