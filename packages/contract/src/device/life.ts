import * as z from 'zod/mini'
import { acting, batchBodyWith, batchReply } from '../core/batch.ts'
import { get, post, proved, provedWhen, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { commandNames, isProved } from './command.ts'
import { commandSchemas } from './commandSchemas.ts'
import { devices, devicesPath } from './device.ts'
import { lifecycles } from './states.ts'
import { mostTags, tag } from './tag.ts'
import { timelineSchemas } from './timeline.ts'

/** So long the lock of a lost terminal waits for it, and what unlocks it again. */
export const lostCommandDays = 30

const ofDevice = once(() => z.strictObject({ id: f.id() }))
const moved = once(() => z.object({ count: z.int() }))
/** Why somebody does it: kept with the move and in the action log. */
const reason = once(() => z.string().check(z.trim(), z.minLength(1), z.maxLength(255)))
const because = once(() => ({ reason: reason() }))
/** Whoever scraps a terminal says that its keys are erased; without, it must have been wiped since its last contact. */
export const erasing = once(() => ({ keysErased: z._default(z.boolean(), false) }))
const scrapping = once(() => ({ ...because(), ...erasing() }))
const mayExplain = once(() => ({ reason: z.optional(f.text(255)) }))

/**
 * What becomes of what a terminal has of its own when it moves. RESET: name, TID, MID, tags, labels
 * and groups by hand and its own profile go; WIPE: and it erases what it holds.
 */
export const moveKeeps = ['KEEP', 'RESET', 'WIPE'] as const
export type MoveKeep = (typeof moveKeeps)[number]

const place = once(() => ({
  orgId: f.id(),
  /** Where it stands then; it leaves the station that it is at. */
  stationId: z.optional(z.nullable(f.id())),
  ...mayExplain(),
}))
const moving = once(() => ({ ...place(), keep: z._default(z.enum(['KEEP', 'RESET']), 'KEEP') }))

/** What the list of terminals may be filtered by. */
export const deviceListFilter = once(() =>
  z.omit(devices.page.schemas.query, {
    pageNum: true,
    pageSize: true,
    sortField: true,
    sortOrder: true,
  }),
)

/** Moves that can be made with many at once, whose effect can be seen before. */
export const manyEvents = ['SUSPEND', 'RESUME', 'REPAIR', 'SCRAP', 'MOVE'] as const
export type ManyEvent = (typeof manyEvents)[number]

const one = <const S extends z.core.$ZodShape>(verb: string, permission: string, body: () => S) =>
  put(`${devicesPath}/${verb}/{id}`, permission, () => ({
    params: ofDevice(),
    body: z.strictObject(body()),
    reply: moved(),
  }))

const many = <const S extends z.core.$ZodShape>(verb: string, permission: string, body: () => S) =>
  put(`${devicesPath}/batch/${verb}`, permission, () => ({
    body: batchBodyWith(deviceListFilter(), body()),
    reply: batchReply(),
  }))

/** How many terminals a move would change, and why it would pass by the others. */
const impactReply = once(() =>
  z.object({
    total: z.int(),
    may: z.int(),
    /** Of MOVE: those that might move, and are where they would go already. */
    there: z.int(),
    /** Those that stay as they are, by the state that keeps them. */
    kept: z.array(z.object({ lifecycle: z.enum(lifecycles), count: z.int() })),
    /** Each of them, where that was asked for. */
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          name: z.nullable(z.string()),
          orgName: z.string(),
          lifecycle: z.enum(lifecycles),
          may: z.boolean(),
        }),
      ),
    ),
  }),
)
export type MoveImpact = z.output<ReturnType<typeof impactReply>>

/** What somebody may want of a terminal and ask why it is not so. */
export const wishes = ['ONLINE', 'PAYMENTS', 'COMMAND', 'SETTINGS', 'ALARM'] as const
export type Wish = (typeof wishes)[number]

/** What stands between a wish and a terminal. */
export const gates = [
  'LIFECYCLE',
  'DEPOT',
  'ENABLED',
  'REGISTERED',
  'PRESENCE',
  'SUPPORT',
  'QUEUE',
  'HALT',
  'BLACKOUT',
  'PACE',
  'SETTINGS',
  'LOCK',
  'FENCE',
  'KEYS',
] as const
export type Gate = (typeof gates)[number]

/** A gate as it stands before a terminal. */
export const judgedGate = once(() =>
  z.object({
    gate: z.enum(gates),
    passes: z.boolean(),
    /** What it was judged by: a state, a name, a number. */
    value: z.nullable(z.string()),
    /** Since or at which moment the value holds. */
    at: z.nullable(f.moment()),
    /** When it can change by itself; null: only when somebody does something, or nobody knows. */
    until: z.nullable(f.moment()),
  }),
)
export type JudgedGate = z.output<ReturnType<typeof judgedGate>>

const judgedWish = once(() =>
  z.object({
    wish: z.enum(wishes),
    cmd: z.nullable(z.enum(commandNames)),
    /** All gates pass. */
    isOpen: z.boolean(),
    gates: z.array(judgedGate()),
  }),
)
export type JudgedWish = z.output<ReturnType<typeof judgedWish>>

/** What a terminal may ail from, the heaviest first. */
export const ailments = [
  'TAMPERED',
  'ROOTED',
  'KEY_MISSING',
  'NOT_IN_SERVICE',
  'DISABLED',
  'OFFLINE',
  'NEVER_SEEN',
  'ALARM_GRAVE',
  'ENROLMENT_REFUSED',
  'DRIFT',
  'CLOCK_SKEWED',
  'STORAGE_LOW',
  'BATTERY_LOW',
  'PRINTER_ERROR',
  'PAPER_OUT',
  'ALARM_OPEN',
  'SUPPORT_OVER',
  'WARRANTY_OVER',
] as const
export type Ailment = (typeof ailments)[number]

/** The act that cures an ailment. */
export const cures = [
  'INSPECT',
  'MOVE_ON',
  'ENABLE',
  'CALL_ON_SITE',
  'INSTALL',
  'LOAD_KEYS',
  'RELEASE',
  'SYNC',
  'REBOOT',
  'CHARGE',
  'PAPER',
  'REPAIR',
  'REPLACE',
  'SEE_ALARMS',
] as const
export type Cure = (typeof cures)[number]

const health = once(() =>
  z.object({
    /** 0 to 100; null: it takes no part in the field, so nothing is expected of it. */
    score: z.nullable(z.int()),
    reasons: z.array(
      z.object({
        ailment: z.enum(ailments),
        cure: z.enum(cures),
        /** What it was judged by: percent, megabytes, seconds, a state, kinds of alarms. */
        value: z.nullable(z.string()),
        /** Since when, or when it was reported. */
        at: z.nullable(f.moment()),
      }),
    ),
    /** The last move that a person made with it. */
    lastMove: z.nullable(
      z.object({
        event: z.string(),
        at: f.moment(),
        by: z.nullable(z.string()),
        reason: z.nullable(z.string()),
        /** It was locked with it. */
        isLocking: z.boolean(),
        /** The other terminal of a swap. */
        other: z.nullable(z.object({ id: f.id(), sn: z.string() })),
      }),
    ),
  }),
)
export type Health = z.output<ReturnType<typeof health>>

/** The life of terminals beyond their records: the moves between its states, and what they depend on. */
export const deviceLife = {
  suspend: one('suspend', 'DEVICE_SUSPEND', because),
  suspendMany: acting(devices.page, many('suspend', 'DEVICE_SUSPEND', because)),
  resume: one('resume', 'DEVICE_SUSPEND', mayExplain),
  resumeMany: acting(devices.page, many('resume', 'DEVICE_SUSPEND', mayExplain)),
  /** With `lock` it is told to lock itself as well, which asks for what that command asks for. */
  lost: provedWhen(
    one('lost', 'DEVICE_LOST', () => ({ ...because(), lock: z.optional(commandSchemas.LOCK) })),
    ({ lock }) => lock !== undefined && isProved('LOCK'),
  ),
  /** Back in service, or to the workshop first; in service it may be unlocked with it. */
  found: provedWhen(
    one('found', 'DEVICE_LOST', () => ({
      to: z._default(z.enum(['ACTIVE', 'REPAIR']), 'ACTIVE'),
      unlock: z._default(z.boolean(), false),
      ...mayExplain(),
    })),
    ({ unlock }) => unlock && isProved('UNLOCK'),
  ),
  repair: one('repair', 'DEVICE_REPAIR', because),
  repairMany: acting(devices.page, many('repair', 'DEVICE_REPAIR', because)),
  /** From the workshop back in service. */
  repaired: one('repaired', 'DEVICE_REPAIR', mayExplain),
  /** Another terminal takes its place: what both share is moved, its credential is void. */
  swap: proved(
    put(`${devicesPath}/swap/{id}`, 'DEVICE_SWAP', () => ({
      params: ofDevice(),
      body: z.strictObject({ newSn: f.serialNumber(), ...because() }),
      reply: z.object({ count: z.int(), newId: f.id() }),
    })),
  ),
  scrap: proved(one('scrap', 'DEVICE_SCRAP', scrapping)),
  scrapMany: acting(devices.page, proved(many('scrap', 'DEVICE_SCRAP', scrapping))),
  /** To another organisation, with what is the terminal's own or without it; what is on it stays there. */
  move: one('move', 'DEVICE_MOVE', moving),
  moveMany: acting(devices.page, many('move', 'DEVICE_MOVE', moving)),
  /** Reset and moved, and told to erase what it holds: one that cannot be told stays where it is. */
  moveWipe: proved(one('move/wipe', 'DEVICE_WIPE', place)),
  moveWipeMany: acting(devices.page, proved(many('move/wipe', 'DEVICE_WIPE', place))),
  /** Adds words to terminals and takes others from them. */
  tagMany: acting(
    devices.page,
    put(`${devicesPath}/tags`, 'DEVICE_TAG', () => ({
      body: batchBodyWith(deviceListFilter(), {
        add: z._default(z.array(tag()).check(z.maxLength(mostTags)), []),
        remove: z._default(z.array(tag()).check(z.maxLength(mostTags)), []),
      }),
      reply: batchReply(),
    })),
  ),
  /** Changes nothing: says what a move of many would change. */
  impact: post(`${devicesPath}/impact/{event}`, 'DEVICE_LIST', () => ({
    params: z.strictObject({ event: z.enum(manyEvents) }),
    body: z.strictObject({
      ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(1000))),
      matching: z.optional(deviceListFilter()),
      /** Of MOVE: where they would go. */
      toOrgId: z.optional(f.id()),
      withRows: z._default(z.boolean(), false),
    }),
    reply: impactReply(),
  })),
  /** What happened to it, part by part; what the caller has no right to read elsewhere is left out. */
  timeline: get(`${devicesPath}/{id}/timeline`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    ...timelineSchemas(),
  })),
  /** Of each thing wanted of a terminal, every gate between. */
  why: get(`${devicesPath}/why/{id}`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: z.array(judgedWish()),
  })),
  /** Whether it is well, and if not, why. */
  health: get(`${devicesPath}/health/{id}`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: health(),
  })),
}
export type LastMove = NonNullable<ReplyOf<typeof deviceLife.health>['lastMove']>
