import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { logPageOf, logSpan } from '../log/actionLog.ts'
import { severities } from './event.ts'

/** What stands in the log of terminals, by what people look for; the database's function says the same. */
export const codesOfLog = {
  CREATED: ['CREATED', 'CLAIMED'],
  IMPORTED: ['IMPORTED'],
  ACTIVATED: ['ACTIVATED'],
  MOVED: ['MOVED_IN', 'MOVED_OUT', 'STATION_CHANGED'],
  SUSPENDED: ['SUSPEND', 'RESUME', 'DISABLED', 'ENABLED'],
  LOCKED: ['LOCKED', 'UNLOCKED'],
  SWAPPED: ['SWAP', 'SUCCEED'],
  REPAIRED: ['REPAIR', 'RETURN', 'REPAIR_MOVED'],
  LOST: ['LOSE', 'FIND'],
  REMOVED: ['SCRAP', 'REMOVED', 'RESTORED', 'DESTROYED', 'WIPED'],
  SIM: ['SIM_CHANGED'],
  APP: ['APP_INSTALLED', 'APP_UPDATED', 'APP_DOWNGRADED', 'APP_REMOVED', 'APP_CRASHED'],
  PARAM: ['PARAM_APPLIED', 'PARAM_DRIFTED'],
  FIRMWARE: ['FIRMWARE_CHANGED', 'AGENT_CHANGED'],
  ALARM: ['ALARM_RAISED', 'ALARM_CLOSED'],
  FENCE: ['FENCE_LEFT', 'FENCE_ENTERED'],
  KEY: ['KEYS_LOADED', 'CERTIFICATE_RENEWED'],
  CONTACT: ['LOST_CONTACT', 'UNAUTHORISED_CONTACT'],
  CONFIG: ['TID_CHANGED', 'SETTING_DONE', 'CAPABILITY_MISMATCH'],
  SECURITY: ['TAMPERED', 'ROOTED', 'CLONE_SUSPECTED'],
  CONDITION: [
    'BATTERY_LOW',
    'STORAGE_LOW',
    'PAPER_OUT',
    'PRINTER_ERROR',
    'CLOCK_SKEWED',
    'TROUBLE_TOLD',
    'ACCESSORY_JOINED',
    'ACCESSORY_LEFT',
    'ACCESSORY_CHANGED',
    'KEY_INJECTED',
    'KEY_CHANGED',
    'KEY_MISSING',
    'KEY_EXPIRED',
    'KEY_REMOVED',
  ],
} as const
export type DeviceLogKind = keyof typeof codesOfLog
export type DeviceLogCode = (typeof codesOfLog)[DeviceLogKind][number]
const isLogKind = (name: string): name is DeviceLogKind => Object.hasOwn(codesOfLog, name)
export const deviceLogKinds = Object.keys(codesOfLog).filter(isLogKind)
const deviceLogCodes: readonly DeviceLogCode[] = Object.values(codesOfLog).flat()

/** Who says so: the terminal itself, the platform that found out, or somebody who did it. */
export const deviceLogSources = ['DEVICE', 'PLATFORM', 'USER'] as const
export type DeviceLogSource = (typeof deviceLogSources)[number]

/** What an entry came of or led to. */
export const deviceLogRefs = ['TASK', 'ALARM', 'REPAIR', 'DEVICE'] as const
export type DeviceLogRef = (typeof deviceLogRefs)[number]

const entry = once(() =>
  z.object({
    id: f.id(),
    /** When the platform wrote it down. */
    at: f.moment(),
    /** When it happened, as far as the terminal's clock is right. */
    happenedAt: f.moment(),
    deviceId: f.id(),
    sn: z.nullable(z.string()),
    /** Whether the terminal is still there. */
    isThere: z.boolean(),
    kind: z.enum(deviceLogKinds),
    code: z.enum(deviceLogCodes),
    severity: z.nullable(z.enum(severities)),
    /** It has ended: the battery is charged, there is paper again. */
    isOver: z.boolean(),
    source: z.enum(deviceLogSources),
    userName: z.nullable(z.string()),
    /** What belongs to it: versions, a reason, a percentage. */
    data: z.record(z.string(), z.unknown()),
    /** Of a move: where it came from or went to, for those who may see that organisation. */
    otherOrgName: z.nullable(z.string()),
    refKind: z.nullable(z.enum(deviceLogRefs)),
    refId: z.nullable(f.id()),
    /** What people call it: the number of a task or ticket, a serial number. */
    refNo: z.nullable(z.string()),
    /** Whose terminal it was then. */
    orgName: z.nullable(z.string()),
    modelName: z.nullable(z.string()),
  }),
)
export type DeviceLogEntry = z.output<ReturnType<typeof entry>>

const filter = once(() =>
  z.object({
    ...logSpan(),
    deviceId: z.optional(f.id()),
    /** How its serial number begins. */
    sn: z.optional(f.text(32)),
    kind: z.optional(z.enum(deviceLogKinds)),
    source: z.optional(z.enum(deviceLogSources)),
    /** This organisation and those below it. */
    orgId: z.optional(f.id()),
    /** A part of the operator's name. */
    userName: z.optional(f.text(64)),
  }),
)

/** The path that the calls of the log of terminals share. */
export const deviceLogPath = '/admin/devicelog/v1/log'

/** What happened to terminals: told by them, found out by the platform, or done by people. */
export const deviceLog = {
  /** Where it names no beginning, the last seven days; of one terminal, the last three months. */
  page: get(`${deviceLogPath}/page`, 'DEVICE_LOG_LIST', () => ({
    query: pageQuery(filter()),
    reply: logPageOf(entry()),
  })),
  /** The moment finds the entry's partition; it is the entry's own `at`. */
  detail: get(`${deviceLogPath}/detail`, 'DEVICE_LOG_DETAIL', () => ({
    query: z.strictObject({ id: f.id(), at: f.moment() }),
    reply: entry(),
  })),
}
