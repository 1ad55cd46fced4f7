import { expect, it } from 'vitest'
import { decide, faultOfPolicy, type Speaking, standingOf, tidied } from './policy.rules.ts'
import { areRising, nextStep, wholeSteps, widerShare } from './release.rules.ts'

const say = (
  id: string,
  policy: Speaking['policy'],
  rank: number,
  more: Partial<Speaking> = {},
): Speaking => ({
  id,
  policy,
  rank,
  scopeKind: 'SUBTREE',
  orgId: `of ${rank}`,
  versionRule: 'LATEST',
  versionCode: null,
  track: null,
  ...more,
})
const from = (code: number) => ({ versionRule: 'MIN', versionCode: code }) as const
const exactly = (code: number) => ({ versionRule: 'FIXED', versionCode: code }) as const
const of = (track: string) => ({ versionRule: 'CHANNEL', track }) as const

it.each([
  ['the nearest of what may be loosened', [say('a', 'HIDDEN', 10), say('b', 'ALLOWED', 20)], 'b'],
  ['what is mandatory above', [say('a', 'MANDATORY', 10), say('b', 'HIDDEN', 20)], 'a'],
  ['what is prohibited below', [say('a', 'MANDATORY', 10), say('b', 'PROHIBITED', 20)], 'b'],
  ['what is prohibited above', [say('a', 'PROHIBITED', 10), say('b', 'MANDATORY', 20)], 'a'],
  ['the nearer of what is as strict', [say('a', 'MANDATORY', 10), say('b', 'MANDATORY', 20)], 'b'],
  ['what hides, of those as near', [say('a', 'HIDDEN', 13), say('b', 'ALLOWED', 13)], 'a'],
  ['the newer of those that are alike', [say('a', 'ALLOWED', 13), say('b', 'ALLOWED', 13)], 'b'],
])('decides by %s', (_, speaking, id) => {
  expect(decide(speaking)?.decides.id).toBe(id)
})

it.each<[Partial<Speaking>, Partial<Speaking>, string]>([
  [{}, from(1), 'far'],
  [{}, exactly(9), 'far'],
  [{}, of('ALPHA'), 'far'],
  [{}, of('PRODUCTION'), 'near'],
  [from(5), from(4), 'far'],
  [from(5), exactly(5), 'near'],
  [from(5), {}, 'near'],
  [from(5), of('ALPHA'), 'far'],
  [of('BETA'), {}, 'far'],
  [of('BETA'), of('BETA'), 'near'],
  [exactly(5), exactly(6), 'far'],
  [{}, { ...of('BETA'), orgId: 'of 10' }, 'near'],
  [{ scopeKind: 'ORG' }, from(1), 'near'],
])('of the mandatory %o far and %o near, %s decides', (above, own, id) => {
  const speaking = [say('far', 'MANDATORY', 10, above), say('near', 'MANDATORY', 20, own)]
  expect(decide(speaking)?.decides.id).toBe(id)
})

it('says why the others do not decide', () => {
  const decision = decide([
    say('near', 'ALLOWED', 20),
    say('held', 'MANDATORY', 10),
    say('beside', 'HIDDEN', 10),
    say('far', 'ALLOWED', 0),
  ])
  const because = decision?.overruled.map((one) => [one.id, one.because])
  expect(because).toEqual([
    ['near', 'LOOSER'],
    ['beside', 'WEAKER'],
    ['far', 'FARTHER'],
  ])
  expect(decide([])).toBeNull()
})

const asked = {
  policy: 'MANDATORY',
  versionRule: 'LATEST',
  lowest: null,
  wanted: 5,
  fits: true,
} as const
it.each([
  [{ ...asked, installed: null }, 'MISSING'],
  [{ ...asked, installed: 4 }, 'OUTDATED'],
  [{ ...asked, installed: 6 }, 'OK'],
  [{ ...asked, policy: 'ALLOWED' as const, installed: 4 }, 'OK'],
  [{ ...asked, versionRule: 'FIXED' as const, installed: 6 }, 'OUTDATED'],
  [{ ...asked, versionRule: 'MIN' as const, lowest: 4, installed: 4 }, 'OK'],
  [{ ...asked, installed: null, fits: false }, 'UNFIT'],
  [{ ...asked, policy: 'PROHIBITED' as const, installed: 1 }, 'FORBIDDEN'],
  [{ ...asked, policy: 'PROHIBITED' as const, installed: null }, 'OK'],
])('judges %o as %s', (one, standing) => {
  expect(standingOf(one)).toBe(standing)
})

it('names what a form lacks, and keeps nothing that it has no use for', () => {
  const form: Parameters<typeof faultOfPolicy>[0] = {
    ...({
      versionRule: 'LATEST',
      versionCode: 3,
      track: 'BETA',
    } as const),
    ...({
      scopeKind: 'ORG',
      groupId: 'g',
      classificationId: 'c',
    } as const),
    startAt: null,
    endAt: null,
    windowFrom: null,
    windowUntil: null,
  }
  expect(faultOfPolicy(form)).toBeNull()
  expect(tidied(form)).toMatchObject({ versionCode: null, track: null, groupId: null })
  const lacking = { ...form, versionCode: null, track: null, groupId: null }
  expect(faultOfPolicy({ ...lacking, versionRule: 'FIXED' })?.field).toBe('versionCode')
  expect(faultOfPolicy({ ...lacking, versionRule: 'CHANNEL' })?.field).toBe('track')
  expect(faultOfPolicy({ ...lacking, scopeKind: 'GROUP' })?.field).toBe('groupId')
  const span = { startAt: '2026-01-02T00:00:00Z', endAt: '2026-01-01T00:00:00Z' }
  expect(faultOfPolicy({ ...form, ...span })?.field).toBe('endAt')
})

const release = {
  percent: 5,
  steps: [5, 20, 100],
  successPercent: 90,
  errorPercent: 10,
  minResults: 10,
}
it.each([
  ['waits for results', { reached: 100, succeeded: 9, failed: 0 }, { do: 'wait' }],
  ['waits for enough of those reached', { reached: 100, succeeded: 50, failed: 1 }, { do: 'wait' }],
  ['widens', { reached: 100, succeeded: 95, failed: 0 }, { do: 'widen', to: 20 }],
  ['stops', { reached: 100, succeeded: 9, failed: 1 }, { do: 'stop' }],
  ['does not stop on the first', { reached: 100, succeeded: 0, failed: 1 }, { do: 'wait' }],
  [
    'widens where few are reached',
    { reached: 2, succeeded: 2, failed: 0 },
    { do: 'widen', to: 20 },
  ],
  [
    'goes on where nobody is reached',
    { reached: 0, succeeded: 0, failed: 0 },
    { do: 'widen', to: 20 },
  ],
])('%s', (_, tally, step) => {
  expect(nextStep(release, tally)).toEqual(step)
})

it('is finished when all have it', () => {
  const tally = { reached: 100, succeeded: 99, failed: 0 }
  expect(nextStep({ ...release, percent: 100 }, tally)).toEqual({ do: 'finish' })
  expect(widerShare({ percent: 20, steps: [5, 20] })).toBe(100)
  expect(wholeSteps([5])).toEqual([5, 100])
  expect([areRising([1, 5, 100]), areRising([5, 5])]).toEqual([true, false])
})
