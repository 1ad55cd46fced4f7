import { type Ailment, ailments, type AlarmKind, type Severity } from '@muster/contract'
import { expect, it } from 'vitest'
import { type HealthFacts, healthRules, judgeHealth } from './health.rules.ts'

const now = new Date('2026-11-23T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3600_000)

const well: HealthFacts = {
  lifecycle: 'ACTIVE',
  status: 1,
  isOnline: true,
  offlineSince: null,
  offlineMinutes: 1440,
  enrolmentRefusedAt: null,
  wantedRev: 3,
  appliedRev: 3,
  lastSeenAt: hoursAgo(0),
  battery: 80,
  isCharging: false,
  freeMb: 4000,
  storageMb: 8000,
  skewSeconds: 2,
  isRooted: false,
  isTampered: false,
  printer: 'OK',
  missingKeys: [],
  keysToldAt: hoursAgo(1),
  informedAt: hoursAgo(1),
  warrantyEnd: null,
  endOfSupport: null,
  alarms: [],
}

const raised = (kind: AlarmKind, severity: Severity): HealthFacts['alarms'][number] => ({
  kind,
  severity,
  firstAt: hoursAgo(2).toISOString(),
})

const ails = (facts: Partial<HealthFacts>): Ailment[] =>
  judgeHealth({ ...well, ...facts }, now).reasons.map(({ ailment }) => ailment)

it('finds nothing in a terminal that is well, and in one of which nothing is known', () => {
  expect(judgeHealth(well, now)).toEqual({ score: 100, reasons: [] })
  const silent = { battery: null, freeMb: null, skewSeconds: null, appliedRev: null, printer: null }
  expect(ails(silent)).toEqual([])
})

const cases: Record<Ailment, Partial<HealthFacts>> = {
  TAMPERED: { isTampered: true },
  ROOTED: { isRooted: true },
  KEY_MISSING: { missingKeys: ['1 TMK'] },
  NOT_IN_SERVICE: { lifecycle: 'SUSPENDED' },
  DISABLED: { status: 0 },
  OFFLINE: { isOnline: false, offlineSince: hoursAgo(25) },
  NEVER_SEEN: { isOnline: false, lastSeenAt: null },
  ALARM_GRAVE: { alarms: [raised('FENCE', 'HIGH')] },
  ENROLMENT_REFUSED: { enrolmentRefusedAt: hoursAgo(1) },
  DRIFT: { appliedRev: 2 },
  CLOCK_SKEWED: { skewSeconds: -301 },
  STORAGE_LOW: { freeMb: 100 },
  BATTERY_LOW: { battery: 14 },
  PRINTER_ERROR: { printer: 'ERROR' },
  PAPER_OUT: { printer: 'NO_PAPER' },
  ALARM_OPEN: { alarms: [raised('SIM_CHANGED', 'MEDIUM')] },
  SUPPORT_OVER: { endOfSupport: hoursAgo(48) },
  WARRANTY_OVER: { warrantyEnd: hoursAgo(48) },
}

it.each(ailments)('%s is found, costs something and has its cure', (ailment) => {
  expect(ails(cases[ailment])).toEqual([ailment])
  const { score } = judgeHealth({ ...well, ...cases[ailment] }, now)
  expect(score).toBe(100 - healthRules[ailment].weight)
})

it.each<Partial<HealthFacts>>([
  { isOnline: false, offlineSince: hoursAgo(23) },
  { battery: 10, isCharging: true },
  // Settings reach it when it is back.
  { isOnline: false, offlineSince: hoursAgo(1), appliedRev: 2 },
])('is not alarmed too early: %o', (facts) => {
  expect(ails(facts)).toEqual([])
})

it('puts the heaviest reason first, and expects nothing of what is not in the field', () => {
  expect(ails({ battery: 5, isRooted: true, status: 0 })).toEqual([
    'ROOTED',
    'DISABLED',
    'BATTERY_LOW',
  ])
  for (const lifecycle of ['UNCLAIMED', 'STOCK', 'ASSIGNED', 'REPLACED', 'SCRAPPED'])
    expect(judgeHealth({ ...well, lifecycle, battery: 1 }, now).score).toBeNull()
})

it('names what its open alarms are about, and since when, but for what it says already', () => {
  const alarms = [
    raised('APP_CRASHED', 'MEDIUM'),
    raised('TAMPER', 'CRITICAL'),
    raised('FENCE', 'HIGH'),
    raised('APP_CRASHED', 'MEDIUM'),
    raised('WARRANTY', 'LOW'),
  ]
  const { score, reasons } = judgeHealth({ ...well, isTampered: true, alarms }, now)
  expect(score).toBe(0)
  expect(reasons).toMatchObject([
    { ailment: 'TAMPERED' },
    { ailment: 'ALARM_GRAVE', cure: 'SEE_ALARMS', value: 'FENCE' },
    { ailment: 'ALARM_OPEN', value: 'APP_CRASHED, WARRANTY', at: hoursAgo(2).toISOString() },
  ])
})
