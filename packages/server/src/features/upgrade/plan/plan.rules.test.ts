import { describe, expect, it } from 'vitest'
import { faultOf, type JudgedWave, nextStep, rateAfter, type WaveTally } from './plan.rules.ts'

const now = new Date('2026-11-26T12:00:00Z')
const nobody: WaveTally = {
  size: 0,
  waiting: 0,
  active: 0,
  installed: 0,
  succeeded: 0,
  failed: 0,
  noContact: 0,
  unwell: 0,
  leftOut: 0,
}
const wave = (
  tally: Partial<WaveTally>,
  { wave: nth = 1, ...more }: Partial<JudgedWave> = {},
): JudgedWave => ({
  wave: nth,
  state: 'RUNNING',
  reason: null,
  successPercent: 95,
  errorPercent: 5,
  errorCount: null,
  soakMinutes: 0,
  soakAt: null,
  forgiven: 0,
  isPartial: false,
  unreleased: 0,
  tally: { ...nobody, ...tally },
  ...more,
})
const stepOf = (...waves: JudgedWave[]) =>
  nextStep({ wave: 1, waves, isOpen: false, endAt: null }, now)
const later = wave({ size: 10, waiting: 10 }, { wave: 2, state: 'WAITING' })

describe('what makes a wave fail', () => {
  it.each<[string, JudgedWave, string | null]>([
    ['as many as may', wave({ size: 100, failed: 5, waiting: 95 }), null],
    ['one more', wave({ size: 100, failed: 6, waiting: 94 }), 'plan.failed.errors'],
    [
      'at 0 the first one',
      wave({ size: 100, failed: 1 }, { errorPercent: 0 }),
      'plan.failed.errors',
    ],
    ['at 0 nobody', wave({ size: 100, waiting: 100 }, { errorPercent: 0 }), null],
    [
      'at 100 not even all',
      wave({ size: 100, failed: 100 }, { errorPercent: 100, successPercent: 0 }),
      null,
    ],
    ['by number', wave({ size: 100, unwell: 3 }, { errorCount: 2 }), 'plan.failed.errors'],
    ['who is silent', wave({ size: 10, noContact: 1, succeeded: 9 }), 'plan.failed.errors'],
    [
      'when it cannot pass any more',
      wave({ size: 10, failed: 2, waiting: 8 }, { errorPercent: 50 }),
      'plan.failed.success',
    ],
    ['not what was forgiven', wave({ size: 10, failed: 2, waiting: 8 }, { forgiven: 2 }), null],
    [
      'when of those that were not forgiven too few can be well',
      wave({ size: 20, failed: 11, waiting: 9 }, { errorPercent: 50, forgiven: 10 }),
      'plan.failed.success',
    ],
    ['not when all of it was forgiven', wave({ size: 2, failed: 2 }, { forgiven: 2 }), null],
    ['when nobody had a say', wave({ size: 10, leftOut: 10 }), 'plan.nobodyLeft'],
  ])('%s', (_, judged, reason) => {
    expect(faultOf(judged)).toBe(reason)
  })
})

describe('the next step', () => {
  it('waits for the share that has to succeed, and for who waits for another plan', () => {
    expect(stepOf(wave({ size: 20, succeeded: 18, active: 2 }), later)).toEqual({
      do: 'wait',
      waits: { for: 'SUCCESS', count: 18, needed: 19 },
    })
    const good = wave({ size: 20, succeeded: 19, active: 1 })
    const behind = { ...good, isPartial: true, unreleased: 1 }
    expect(stepOf(behind, later)).toEqual({ do: 'wait', waits: { for: 'OTHERS' } })
    expect(stepOf({ ...behind, unreleased: 0 }, later)).toMatchObject({
      waits: { for: 'EXPANDING' },
    })
    expect(stepOf(good, later)).toEqual({ do: 'release', wave: 2, passes: 1 })
  })

  it('asks the share of those that were not forgiven', () => {
    const going = wave({ size: 20, failed: 2, succeeded: 17, active: 1 }, { forgiven: 2 })
    expect(stepOf(going, later)).toEqual({
      do: 'wait',
      waits: { for: 'SUCCESS', count: 17, needed: 18 },
    })
    const well = wave({ size: 20, failed: 2, succeeded: 18 }, { forgiven: 2 })
    expect(stepOf(well, later)).toEqual({ do: 'release', wave: 2, passes: 1 })
    expect(stepOf(well)).toEqual({ do: 'finish', passes: 1 })
  })

  it('watches a wave before the next one', () => {
    const good = wave({ size: 20, succeeded: 20 }, { soakMinutes: 30 })
    expect(stepOf(good, later)).toEqual({ do: 'soak', wave: 1 })
    const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const soaking = { ...good, state: 'SOAK' } as const
    expect(stepOf({ ...soaking, soakAt: since(29) }, later)).toEqual({
      do: 'wait',
      waits: { for: 'SOAK', until: new Date(now.getTime() + 60_000) },
    })
    expect(stepOf({ ...soaking, soakAt: since(30) }, later)).toMatchObject({ do: 'release' })
  })

  it('watches nobody where nobody is in a wave', () => {
    const empty = wave({}, { soakMinutes: 60 })
    expect(stepOf(empty, later)).toEqual({ do: 'release', wave: 2, passes: 1 })
    expect(stepOf(empty)).toEqual({ do: 'finish', passes: 1 })
  })

  it('asks at 0 for nothing but that all have ended', () => {
    const waiting = wave({ size: 2, succeeded: 1, active: 1 }, { successPercent: 0 })
    expect(stepOf(waiting, later)).toEqual({
      do: 'wait',
      waits: { for: 'ENDS', count: 1, needed: 2 },
    })
    const ended = wave({ size: 2, failed: 2 }, { successPercent: 0, errorPercent: 100 })
    expect(stepOf(ended, later)).toMatchObject({ do: 'release', wave: 2 })
  })

  it('goes on past a wave without terminals, and ends when nothing is under way', () => {
    expect(stepOf(wave({}), later)).toMatchObject({ do: 'release', wave: 2 })
    expect(stepOf(wave({ size: 20, succeeded: 19, active: 1 }))).toEqual({
      do: 'wait',
      waits: { for: 'ENDS', count: 19, needed: 20 },
    })
    expect(stepOf(wave({ size: 20, succeeded: 20 }))).toEqual({ do: 'finish', passes: 1 })
  })
})

it('waits until its end for those who may join it', () => {
  const waves = [wave({ size: 2, succeeded: 2 })]
  const endAt = new Date('2026-12-01T00:00:00Z')
  expect(nextStep({ wave: 1, waves, isOpen: true, endAt }, now)).toEqual({
    do: 'wait',
    waits: { for: 'JOIN', until: endAt },
  })
})

it('tells more terminals each hour, up to the most that may be', () => {
  const growing = { ratePerMinute: 100, rateGrowth: 2 }
  expect([0.9, 1, 2.5, 9].map((hours) => rateAfter(growing, hours))).toEqual([100, 200, 400, 5000])
  expect(rateAfter({ ...growing, ratePerMinute: null }, 3)).toBeNull()
})
