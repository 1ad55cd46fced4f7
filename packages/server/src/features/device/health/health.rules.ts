import {
  type Ailment,
  ailments,
  type AlarmKind,
  type Cure,
  type Health,
  pressingSeverities,
  type Severity,
} from '@muster/contract'
import { permittedIn } from '../lifecycle.rules.ts'

/** What the health of a terminal is judged by; null: nobody has told. */
export interface HealthFacts {
  readonly lifecycle: string
  readonly status: number
  readonly isOnline: boolean
  readonly offlineSince: Date | null
  /** Longer than this it should not be away. */
  readonly offlineMinutes: number
  readonly enrolmentRefusedAt: Date | null
  readonly wantedRev: number
  readonly appliedRev: number | null
  readonly lastSeenAt: Date | null
  readonly battery: number | null
  readonly isCharging: boolean | null
  readonly freeMb: number | null
  readonly storageMb: number | null
  readonly skewSeconds: number | null
  readonly isRooted: boolean | null
  readonly isTampered: boolean | null
  readonly printer: string | null
  /** Key slots in which no good key is. */
  readonly missingKeys: readonly string[]
  readonly keysToldAt: Date | null
  /** When it told what stands above. */
  readonly informedAt: Date | null
  readonly warrantyEnd: Date | null
  readonly endOfSupport: Date | null
  /** Those that are open, the oldest first; muted ones among them: nobody is told, and nothing is better. */
  readonly alarms: readonly OpenAlarm[]
}

interface OpenAlarm {
  readonly kind: AlarmKind
  readonly severity: Severity
  readonly firstAt: string
}

type Reason = Health['reasons'][number]

interface Judgement {
  readonly ails: boolean
  readonly value?: string | number | null | undefined
  readonly at?: Date | null
}

interface Rule {
  /** What of a hundred it costs. */
  readonly weight: number
  readonly cure: Cure
  readonly judge: (facts: HealthFacts, now: Date) => Judgement
}

/** Below so many percent a battery that is not charged is low. */
const lowBattery = 15
/** A tenth of the storage free, or less than so many megabytes, is little. */
const littleMb = 200
const mostSkewSeconds = 300
const isOver = (day: Date | null, now: Date): boolean => day !== null && day < now

/** What an alarm tells of that is an ailment of its own: while that is found, it is said once. */
const saidBy: Partial<Record<AlarmKind, Ailment>> = {
  TAMPER: 'TAMPERED',
  ROOT: 'ROOTED',
  KEY_MISSING: 'KEY_MISSING',
  OFFLINE: 'OFFLINE',
  CLOCK_SKEW: 'CLOCK_SKEWED',
  STORAGE: 'STORAGE_LOW',
  BATTERY: 'BATTERY_LOW',
  SUPPORT_END: 'SUPPORT_OVER',
  WARRANTY: 'WARRANTY_OVER',
}

const isGrave = ({ severity }: OpenAlarm): boolean =>
  pressingSeverities.some((one) => one === severity)

/** Open alarms of which no other ailment tells. */
function judgeAlarms(facts: HealthFacts, now: Date, counts: (alarm: OpenAlarm) => boolean) {
  const open = facts.alarms.filter((alarm) => {
    const ailment = saidBy[alarm.kind]
    return counts(alarm) && !(ailment && healthRules[ailment].judge(facts, now).ails)
  })
  return {
    ails: open.length > 0,
    value: [...new Set(open.map(({ kind }) => kind))].join(', '),
    at: open[0] ? new Date(open[0].firstAt) : null,
  }
}

/** Every ailment: what it costs, how it is told, and the act that cures it. */
export const healthRules: Readonly<Record<Ailment, Rule>> = {
  TAMPERED: {
    weight: 100,
    cure: 'INSPECT',
    judge: ({ isTampered, informedAt: at }) => ({ ails: isTampered === true, at }),
  },
  ROOTED: {
    weight: 100,
    cure: 'INSPECT',
    judge: ({ isRooted, informedAt: at }) => ({ ails: isRooted === true, at }),
  },
  KEY_MISSING: {
    weight: 60,
    cure: 'LOAD_KEYS',
    judge: ({ missingKeys, keysToldAt: at }) => ({
      ails: missingKeys.length > 0,
      value: missingKeys.join(', '),
      at,
    }),
  },
  NOT_IN_SERVICE: {
    weight: 60,
    cure: 'MOVE_ON',
    judge: ({ lifecycle }) => ({
      ails: ['SUSPENDED', 'REPAIR', 'LOST'].includes(lifecycle),
      value: lifecycle,
    }),
  },
  DISABLED: { weight: 50, cure: 'ENABLE', judge: ({ status }) => ({ ails: status === 0 }) },
  OFFLINE: {
    weight: 50,
    cure: 'CALL_ON_SITE',
    judge: ({ isOnline, offlineSince: at, offlineMinutes }, now) => ({
      ails: !isOnline && at !== null && now.getTime() - at.getTime() > offlineMinutes * 60_000,
      at,
    }),
  },
  NEVER_SEEN: {
    weight: 40,
    cure: 'INSTALL',
    judge: ({ lifecycle, isOnline, lastSeenAt }) => ({
      ails: lifecycle === 'ACTIVE' && !isOnline && lastSeenAt === null,
    }),
  },
  ALARM_GRAVE: {
    weight: 40,
    cure: 'SEE_ALARMS',
    judge: (facts, now) => judgeAlarms(facts, now, isGrave),
  },
  ENROLMENT_REFUSED: {
    weight: 30,
    cure: 'RELEASE',
    judge: ({ enrolmentRefusedAt: at }) => ({ ails: at !== null, at }),
  },
  DRIFT: {
    weight: 15,
    cure: 'SYNC',
    judge: ({ isOnline, appliedRev, wantedRev }) => ({
      ails: isOnline && appliedRev !== null && appliedRev !== wantedRev,
      value: `${appliedRev} / ${wantedRev}`,
    }),
  },
  CLOCK_SKEWED: {
    weight: 20,
    cure: 'REBOOT',
    judge: ({ skewSeconds, informedAt: at }) => ({
      ails: Math.abs(skewSeconds ?? 0) > mostSkewSeconds,
      value: skewSeconds,
      at,
    }),
  },
  STORAGE_LOW: {
    weight: 15,
    cure: 'INSPECT',
    judge: ({ freeMb, storageMb, lastSeenAt: at }) => ({
      ails: freeMb !== null && (freeMb < littleMb || freeMb * 10 < (storageMb ?? 0)),
      value: freeMb,
      at,
    }),
  },
  BATTERY_LOW: {
    weight: 15,
    cure: 'CHARGE',
    judge: ({ battery, isCharging, lastSeenAt: at }) => ({
      ails: battery !== null && battery < lowBattery && isCharging !== true,
      value: battery,
      at,
    }),
  },
  PRINTER_ERROR: {
    weight: 25,
    cure: 'REPAIR',
    judge: ({ printer, informedAt: at }) => ({ ails: printer === 'ERROR', at }),
  },
  PAPER_OUT: {
    weight: 10,
    cure: 'PAPER',
    judge: ({ printer, informedAt: at }) => ({ ails: printer === 'NO_PAPER', at }),
  },
  ALARM_OPEN: {
    weight: 10,
    cure: 'SEE_ALARMS',
    judge: (facts, now) => judgeAlarms(facts, now, (alarm) => !isGrave(alarm)),
  },
  SUPPORT_OVER: {
    weight: 10,
    cure: 'REPLACE',
    judge: ({ endOfSupport: at }, now) => ({ ails: isOver(at, now), at }),
  },
  WARRANTY_OVER: {
    weight: 5,
    cure: 'REPLACE',
    judge: ({ warrantyEnd: at }, now) => ({ ails: isOver(at, now), at }),
  },
}

/** Of a terminal that is not in the field nothing is expected. */
const isExpected = (lifecycle: string): boolean =>
  permittedIn(lifecycle).connection && !['STOCK', 'ASSIGNED'].includes(lifecycle)

/** Whether a terminal is well, and if not, why: the heaviest reason first. */
export function judgeHealth(facts: HealthFacts, now: Date): Pick<Health, 'score' | 'reasons'> {
  if (!isExpected(facts.lifecycle)) return { score: null, reasons: [] }
  const found = ailments.flatMap((ailment) => {
    const rule = healthRules[ailment]
    const { ails, value, at = null } = rule.judge(facts, now)
    if (!ails) return []
    const reason: Reason = {
      ailment,
      cure: rule.cure,
      value: value === undefined || value === null ? null : String(value),
      at: at?.toISOString() ?? null,
    }
    return [{ weight: rule.weight, reason }]
  })
  const cost = found.reduce((sum, { weight }) => sum + weight, 0)
  const reasons = found
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ reason }) => reason)
  return { score: Math.max(0, 100 - cost), reasons }
}
