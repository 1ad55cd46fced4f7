import * as z from 'zod/mini'
import { acting, batchBody, batchBodyWith, batchReply } from '../core/batch.ts'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery, stateCountQuery, stateCounts } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { severities, type Severity } from './event.ts'
import { permittedPerState } from './lifecycle.ts'
import type { Lifecycle } from './states.ts'

/** Why there is an alarm: a terminal has at most one open alarm of each kind, of APP_CRASHED one for each application. */
export const alarmKinds = [
  'OFFLINE',
  'BATTERY',
  'STORAGE',
  'PAPER',
  'TAMPER',
  'ROOT',
  'SIM_CHANGED',
  'CLOCK_SKEW',
  'FENCE',
  'CLONE_SUSPECT',
  'UNAUTHORISED_CONTACT',
  'LOST_CONTACT',
  'CAPABILITY_MISMATCH',
  'WARRANTY',
  'SUPPORT_END',
  'APPROVAL_END',
  'KEY_MISSING',
  'KEY_END',
  'RECALLED',
  'PARAM_RULE',
  'PARAM_ENDING',
  'APP_CRASHED',
] as const
export type AlarmKind = (typeof alarmKinds)[number]

export const alarmStates = ['OPEN', 'ACK', 'CLOSED'] as const
export type AlarmState = (typeof alarmStates)[number]

interface KindOfAlarm {
  /** What a rule says that does not say it itself. */
  readonly severity: Severity
  /** From where on it is one, where a rule has a say in it. */
  readonly threshold?: { readonly usual: number; readonly from: number; readonly to: number }
  /** It tells of an attack, not of a fault: suspended terminals and those in repair raise it, too. */
  readonly isSecurity?: true
  /** It tells of contact that should not be: terminals that are lost or out raise it. */
  readonly isContact?: true
  /** It is about this state: with the state it is over. */
  readonly onlyIn?: Lifecycle
  /** The member of its data that it is about: one open alarm for each value of it. */
  readonly subject?: string
}

export const kindsOfAlarm: Readonly<Record<AlarmKind, KindOfAlarm>> = {
  OFFLINE: { severity: 'HIGH' },
  BATTERY: { severity: 'LOW', threshold: { usual: 15, from: 1, to: 99 } },
  STORAGE: { severity: 'MEDIUM', threshold: { usual: 200, from: 1, to: 1_000_000 } },
  PAPER: { severity: 'LOW' },
  TAMPER: { severity: 'CRITICAL', isSecurity: true },
  ROOT: { severity: 'CRITICAL', isSecurity: true },
  SIM_CHANGED: { severity: 'MEDIUM', isSecurity: true },
  CLOCK_SKEW: { severity: 'LOW', threshold: { usual: 300, from: 10, to: 86_400 } },
  FENCE: { severity: 'HIGH', isSecurity: true },
  CLONE_SUSPECT: { severity: 'CRITICAL', isSecurity: true },
  UNAUTHORISED_CONTACT: { severity: 'HIGH', isSecurity: true, isContact: true },
  LOST_CONTACT: { severity: 'HIGH', isContact: true, onlyIn: 'LOST' },
  CAPABILITY_MISMATCH: { severity: 'MEDIUM' },
  WARRANTY: { severity: 'LOW', threshold: { usual: 30, from: 1, to: 3650 } },
  SUPPORT_END: { severity: 'LOW', threshold: { usual: 180, from: 1, to: 3650 } },
  APPROVAL_END: { severity: 'LOW', threshold: { usual: 180, from: 1, to: 3650 } },
  KEY_MISSING: { severity: 'HIGH', isSecurity: true },
  KEY_END: { severity: 'MEDIUM', threshold: { usual: 30, from: 1, to: 3650 } },
  RECALLED: { severity: 'HIGH' },
  PARAM_RULE: { severity: 'HIGH' },
  PARAM_ENDING: { severity: 'MEDIUM', threshold: { usual: 30, from: 1, to: 3650 } },
  APP_CRASHED: { severity: 'MEDIUM', subject: 'package' },
}

/** Whether a terminal in this state raises alarms of this kind. */
export function isAlarmedIn(lifecycle: Lifecycle, kind: AlarmKind): boolean {
  const { alarms: heard } = permittedPerState[lifecycle]
  const { isSecurity = false, isContact = false, onlyIn } = kindsOfAlarm[kind]
  if (onlyIn && onlyIn !== lifecycle) return false
  return (
    heard === 'all' || (heard === 'security' && isSecurity) || (heard === 'contact' && isContact)
  )
}

/** The path that the calls of alarms share. */
export const alarmsPath = '/admin/device/v1/alarm'
/** The path that the calls of their rules share. */
export const alarmRulesPath = `${alarmsPath}/rule`

const ruleFields = once(() =>
  z.object({
    name: f.name(),
    /**
     * For its terminals and those of all below it. Of the rules of a kind one for a group decides before one for a
     * model, and that before one for all; among equals the nearest. Disabled: there is none.
     */
    orgId: f.id(),
    /** Only for terminals of this model, or of this group: at most one of both. */
    modelId: f.optional(f.id()),
    groupId: f.optional(f.id()),
    kind: z.enum(alarmKinds),
    severity: z.enum(severities),
    /** See {@link kindsOfAlarm}; null: as is usual. */
    threshold: f.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** Of OFFLINE: a terminal is missed only while its station is open; one without hours, always. */
    inHours: z._default(z.boolean(), false),
    tellsNotice: z._default(z.boolean(), true),
    tellsMail: z._default(z.boolean(), false),
    tellsWebhook: z._default(z.boolean(), true),
    remark: f.optional(f.text(500)),
  }),
)

/** When there is an alarm, how grave it is, and who is told. */
export const alarmRules = recyclable(alarmRulesPath, 'ALARM_RULE', {
  fields: ruleFields,
  filter: () =>
    z.object({
      orgId: z.optional(f.id()),
      modelId: z.optional(f.id()),
      groupId: z.optional(f.id()),
      kind: z.optional(z.enum(alarmKinds)),
      severity: z.optional(z.enum(severities)),
      status: z.optional(z.enum(['0', '1'])),
    }),
  shown: () => ({
    orgName: z.string(),
    modelName: z.nullable(z.string()),
    groupName: z.nullable(z.string()),
  }),
})
export type AlarmRule = RowOf<typeof alarmRules>

const closeCauses = ['ENDED', 'LIFECYCLE', 'RULE', 'HAND'] as const

const alarm = once(() =>
  z.object({
    id: f.id(),
    deviceId: f.id(),
    sn: z.string(),
    deviceName: z.nullable(z.string()),
    kind: z.enum(alarmKinds),
    severity: z.enum(severities),
    state: z.enum(alarmStates),
    /** How often it came, with those within an hour of its end. */
    count: z.int(),
    /** What belongs to it: a percentage, a package, an address. */
    data: z.record(z.string(), z.unknown()),
    firstAt: f.moment(),
    lastAt: f.moment(),
    ackedAt: z.nullable(f.moment()),
    ackedByName: z.nullable(z.string()),
    closedAt: z.nullable(f.moment()),
    closedByName: z.nullable(z.string()),
    closeCause: z.nullable(z.enum(closeCauses)),
    closeNote: z.nullable(z.string()),
    ruleName: z.nullable(z.string()),
    /** Until when nobody is told of it; null: it is not muted. */
    mutedUntil: z.nullable(f.moment()),
    muteReason: z.nullable(z.string()),
    mutedByName: z.nullable(z.string()),
    /** Of the terminal; of a closed alarm, of the terminal as it was then. */
    orgId: f.id(),
    orgName: z.string(),
    modelId: f.id(),
    modelName: z.string(),
    /** Where the terminal stands now. */
    stationName: z.nullable(z.string()),
    version: z.int(),
  }),
)
export type Alarm = z.output<ReturnType<typeof alarm>>

/** What presses: alarms that somebody should see to now. */
export const pressingSeverities = ['HIGH', 'CRITICAL'] as const satisfies readonly Severity[]

const filter = once(() =>
  z.object({
    kind: z.optional(z.enum(alarmKinds)),
    /** `PRESSING`: one of {@link pressingSeverities}. */
    severity: z.optional(z.enum([...severities, 'PRESSING'])),
    /** `LIVE`: those that are not closed. */
    state: z.optional(z.enum([...alarmStates, 'LIVE'])),
    /** `1`: those that are muted, `ALL`: these, too; unless said, those that are not. */
    muted: z.optional(z.enum(['1', 'ALL'])),
    orgId: z.optional(f.id()),
    vendorId: z.optional(f.id()),
    modelId: z.optional(f.id()),
    deviceId: z.optional(f.id()),
    /** Serial numbers that begin so. */
    sn: z.optional(f.text(32)),
    /** Last raised from, and before. */
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

const one = once(() => ({ params: z.strictObject({ id: f.id() }), reply: batchReply() }) as const)
/** An alarm is muted for at most a year. */
export const mostMuteMinutes = 366 * 24 * 60

const muting = once(() => ({
  /** So long from now on, or until a moment: one of both. */
  minutes: z.optional(z.int().check(z.minimum(1), z.maximum(mostMuteMinutes))),
  until: z.optional(f.moment()),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
}))
const note = once(() => ({ note: z._default(f.text(500), '') }))
const page = get(`${alarmsPath}/page`, 'ALARM_LIST', () => ({
  query: pageQuery(filter()),
  reply: pageOf(alarm()),
}))

/** What is wrong with terminals, and what people did about it. */
export const alarms = {
  page,
  detail: get(`${alarmsPath}/detail/{id}`, 'ALARM_LIST', () => ({
    params: one().params,
    reply: alarm(),
  })),
  /** Open alarms of what the caller sees, by severity; kept by the writes. */
  count: get(`${alarmsPath}/count`, 'ALARM_LIST', () => ({
    query: z.strictObject({ orgId: z.optional(f.id()) }),
    reply: z.object({
      bySeverity: z.record(z.enum(severities), z.int()),
      /** Terminals that have any. */
      devices: z.int(),
    }),
  })),
  /** How many of those that a list shows are in each state that asks for somebody. */
  countStates: get(`${alarmsPath}/count/state`, 'ALARM_LIST', () => ({
    query: stateCountQuery(filter()),
    reply: stateCounts(['LIVE', 'OPEN', 'ACK']),
  })),
  /** Somebody sees to it. */
  ack: acting(page, put(`${alarmsPath}/ack/{id}`, 'ALARM_ACK', one)),
  ackMany: acting(
    page,
    put(`${alarmsPath}/batch/ack`, 'ALARM_ACK', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
  /** It is over, whatever the terminal says. */
  close: put(`${alarmsPath}/close/{id}`, 'ALARM_CLOSE', () => ({
    params: one().params,
    body: z.strictObject(note()),
    reply: z.object({ count: z.int() }),
  })),
  closeMany: acting(
    page,
    put(`${alarmsPath}/batch/close`, 'ALARM_CLOSE', () => ({
      body: batchBodyWith(filter(), note()),
      reply: batchReply(),
    })),
  ),
  /** Nobody is told of them for a while, nor of those of the kind that the terminal raises meanwhile. */
  mute: acting(
    page,
    put(`${alarmsPath}/batch/mute`, 'ALARM_MUTE', () => ({
      body: batchBodyWith(filter(), muting()),
      reply: batchReply(),
    })),
  ),
  unmute: acting(
    page,
    put(`${alarmsPath}/batch/unmute`, 'ALARM_MUTE', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
}
