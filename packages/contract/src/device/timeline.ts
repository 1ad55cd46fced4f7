import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { severities } from './event.ts'
import { codesOfLog, type DeviceLogKind, deviceLogRefs } from './log.ts'
import { taskItem } from './taskItemRow.ts'

/** What the timeline of a terminal tells, by what people look for. */
export const timelineKinds = [
  'PRESENCE',
  'ALARM',
  'COMMAND',
  'LIFE',
  'VERSION',
  'PARAM',
  'REPORT',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Entries of the log that the timeline tells, by its own kinds. */
export const logOfTimeline = {
  ALARM: ['ALARM'],
  LIFE: [
    'CREATED',
    'IMPORTED',
    'ACTIVATED',
    'MOVED',
    'SUSPENDED',
    'LOCKED',
    'SWAPPED',
    'REPAIRED',
    'LOST',
    'REMOVED',
  ],
  VERSION: ['FIRMWARE', 'APP'],
  PARAM: ['PARAM'],
  REPORT: ['SIM', 'FENCE', 'KEY', 'CONTACT', 'CONFIG', 'SECURITY', 'CONDITION'],
} as const satisfies Partial<Record<TimelineKind, readonly DeviceLogKind[]>>

/** It came; came back within a minute; went and stayed away. */
export const presenceCodes = ['CONNECTED', 'RECONNECTED', 'DISCONNECTED'] as const
export type PresenceCode = (typeof presenceCodes)[number]

/** A code of the log of terminals; those of the log's own kinds are told apart by {@link codesOfLog}. */
const logCodes = Object.values(codesOfLog).flat()

/** What a step of the timeline was. */
export const timelineCodes = [
  ...presenceCodes,
  ...logCodes,
  /** Moved to another organisation or station, for who does not read the log. */
  'MOVED',
  /** Went into other hands during a repair. */
  'CUSTODY',
  'COMMAND',
] as const
export type TimelineCode = (typeof timelineCodes)[number]

const timelineStep = once(() =>
  z.object({
    id: f.id(),
    kind: z.enum(timelineKinds),
    code: z.enum(timelineCodes),
    at: f.moment(),
    /** Who did it; null: the terminal itself, or the platform. */
    by: z.nullable(z.string()),
    severity: z.nullable(z.enum(severities)),
    /** Of a trouble: this is its end. */
    isOver: z.boolean(),
    /** What belongs to it: versions, a reason, seconds that it was away. */
    data: z.record(z.string(), z.unknown()),
    /** Of a move: where it came from, for those who may see that organisation. */
    otherOrgName: z.nullable(z.string()),
    /** Of a command: which, and how far it is. */
    task: z.nullable(
      z.pick(taskItem(), {
        cmd: true,
        state: true,
        percent: true,
        code: true,
        waitsFor: true,
        publishedAt: true,
        ackedAt: true,
        endedAt: true,
        provedAt: true,
      }),
    ),
    refKind: z.nullable(z.enum(deviceLogRefs)),
    refId: z.nullable(f.id()),
    /** What people call it: the number of a ticket, a serial number. */
    refNo: z.nullable(z.string()),
  }),
)
export type TimelineStep = z.output<ReturnType<typeof timelineStep>>

/** What a timeline is asked for, and a part of it. */
export const timelineSchemas = once(() => ({
  query: z.strictObject({
    kind: z.optional(z.enum(timelineKinds)),
    /** What follows a part that was read: its `next`. */
    before: z.optional(z.string().check(z.regex(/^\d{1,16}\.[0-9a-f-]{36}$/))),
    limit: z._default(f.queryNumber().check(z.minimum(1), z.maximum(100)), 20),
  }),
  reply: z.object({
    /** The latest first. */
    steps: z.array(timelineStep()),
    /** Asks for what is older; null: there is nothing. */
    next: z.nullable(z.string()),
  }),
}))
