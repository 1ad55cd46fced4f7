import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { filterTree } from './filter.ts'
import { handedFile } from './handIn.ts'
import { pushKinds, pushStates } from './pushStates.ts'
import { itemStates, itemWaits } from './taskItem.ts'
import { pushWindow } from './window.ts'

/** Serial numbers that a push may name. */
export const mostNamedTerminals = 10_000

const ways = once(
  () =>
    ({
      sns: z.optional(
        z.array(f.serialNumber()).check(z.minLength(1), z.maxLength(mostNamedTerminals)),
      ),
      ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(mostNamedTerminals))),
      groupId: z.optional(f.id()),
      /** This organisation and those below it. */
      orgId: z.optional(f.id()),
      filter: z.optional(filterTree()),
    }) as const,
)

const isNamedOnce = (targets: object): boolean =>
  Object.values(targets).filter((way) => way !== undefined).length === 1

/** Which terminals are meant: named in exactly one way. */
export const pushTargets = once(() =>
  z.strictObject(ways()).check(z.refine(isNamedOnce, { error: 'push.oneTarget', path: ['sns'] })),
)
export type PushTargets = z.output<ReturnType<typeof pushTargets>>

/** How urgent a push is unless it says so. */
export const usualPriority = 5

/**
 * Terminals of a release: those of a share, from above one percentage up to another; or on its way
 * back, those that have its version from it, with a version before it or without.
 */
const ofRelease = once(() =>
  z.strictObject({
    id: f.id(),
    part: z.enum(['FORTH', 'BACK', 'OFF']),
    above: z.int(),
    upTo: z.int(),
  }),
)
export type ReleaseTargets = z.output<ReturnType<typeof ofRelease>>

/** Terminals that a push has brought a version, and that have got nothing newer of it since. */
const reached = once(() => z.strictObject({ pushId: f.id(), package: z.string(), code: z.int() }))
export type ReachedTargets = z.output<ReturnType<typeof reached>>

/** Terminals of a plan that are brought its versions together; or, on the way back, that have them. */
const ofPlan = once(() =>
  z.strictObject({
    id: f.id(),
    part: z.optional(z.int()),
    /** The way back: those that had this version before. */
    before: z.optional(z.string()),
  }),
)
export type PlanTargets = z.output<ReturnType<typeof ofPlan>>

/** The same as they are kept: releases, plans and roll-backs name terminals in ways that nobody can ask for. */
export const keptTargets = once(() =>
  z
    .strictObject({
      ...ways(),
      release: z.optional(ofRelease()),
      reached: z.optional(reached()),
      plan: z.optional(ofPlan()),
    })
    .check(z.refine(isNamedOnce)),
)
export type KeptTargets = z.output<ReturnType<typeof keptTargets>>

/** How many terminals a push may be sent to a minute. */
export const pushRate = () => z.int().check(z.minimum(1), z.maximum(60_000))

/** How a push is carried out. */
export const pushOptions = once(() =>
  z.strictObject({
    window: z.optional(pushWindow()),
    /** How often a terminal that failed begins anew. */
    retries: z._default(z.int().check(z.minimum(0), z.maximum(10)), 0),
    /** Terminals that are not there are passed by. */
    needOnline: z._default(z.boolean(), false),
    /** Whoever gave it hears of its end, however it ends. */
    notify: z._default(z.boolean(), false),
    /** What is more urgent leaves first: 9 before 1. */
    priority: z._default(z.int().check(z.minimum(1), z.maximum(9)), usualPriority),
    /** The IANA zone by whose clock it comes round; where it is not said, that of its giver's organisation, else UTC. */
    zone: z.optional(f.text(64)),
    /** So many of its terminals are sent it a minute; where it is not said, as many as its organisation may. */
    ratePerMinute: z.optional(pushRate()),
  }),
)

export type PushOptions = z.output<ReturnType<typeof pushOptions>>

/** How long a push may be called. */
export const titleLength = 64

/** What is said of each push beside what is wanted. */
export const pushBody = once(
  () =>
    ({
      title: z._default(z.string().check(z.trim(), z.maxLength(titleLength)), ''),
      targets: pushTargets(),
      /** Serial numbers of no terminal that its giver sees are passed by; else they are refused. */
      skipUnknown: z._default(z.boolean(), false),
      /** Who joins the group later gets it as well, as long as it runs. */
      growing: z._default(z.boolean(), false),
      options: z._default(pushOptions(), {
        retries: 0,
        needOnline: false,
        notify: false,
        priority: usualPriority,
      }),
      startsAt: z.optional(z.nullable(f.moment())),
      /** Five fields, by the clock of the option `zone`; each run is a push of its own. */
      cron: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(64)))),
      /** Seconds for which it is worth delivering. */
      ttlSeconds: z.optional(z.int().check(z.minimum(60), z.maximum(2_592_000))),
    }) as const,
)

/** What is said anew of a push before it begins: all but what is wanted. What is left out stays as it was: its title, and for how long it is worth delivering. */
export const pushEdit = once(() => z.strictObject({ ...pushBody(), version: z.int() }))

/** By whom a push passes, by the reason. */
const leftOut = once(() =>
  z.array(
    z.object({
      code: z.string(),
      count: z.int(),
      /** Some of their serial numbers. */
      examples: z.array(z.string()),
    }),
  ),
)

/** How many terminals a push is about, and why it passes by those that it does. */
export const pushPreview = once(() =>
  z.object({
    total: z.int(),
    /** Those that are given it. */
    given: z.int(),
    leftOut: leftOut(),
    /** What follows it on each terminal, and by whom that passes. */
    next: z.array(z.object({ title: z.string(), given: z.int(), leftOut: leftOut() })),
    /** Serial numbers of no terminal that the caller sees, and some of them. */
    unknown: z.object({ count: z.int(), examples: z.array(z.string()) }),
    /** There are more: only so many were counted. */
    capped: z.boolean(),
    /** Whether a second person has to approve it. */
    needsApproval: z.boolean(),
  }),
)
export type PushPreview = z.output<ReturnType<typeof pushPreview>>

/** A push as its list shows it. */
export const pushRow = once(() =>
  z.object({
    id: f.id(),
    taskNo: z.string(),
    kind: z.enum(pushKinds),
    title: z.string(),
    /** What an application task is about. */
    package: z.nullable(z.string()),
    versionName: z.nullable(z.string()),
    orgName: z.string(),
    state: z.enum(pushStates),
    reason: z.nullable(z.string()),
    /** What is more urgent leaves first: 9 before 1. */
    priority: z.int(),
    /** What an application task asks of a terminal, by the names of its options. */
    asks: z.array(z.string()),
    /** Of those that came to an end, so many percent failed; null: none has. */
    errorPercent: z.nullable(z.number()),
    /** What it names: serial numbers, a group, an organisation, a filter, a release's share, those that another push has reached, a part of a plan. */
    targetKind: z.enum(['sns', 'ids', 'groupId', 'orgId', 'filter', 'release', 'reached', 'plan']),
    /** Name of the group or organisation; a serial number that stands alone. */
    targetName: z.nullable(z.string()),
    /** How many it names one by one; null: it names them in another way, or the reader does not see them all. */
    named: z.nullable(z.int()),
    isGrowing: z.boolean(),
    size: z.int(),
    /** Not yet sent, or sent and not accepted. */
    waiting: z.int(),
    /** Accepted and not at an end. */
    active: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    /** Called off before its end, by people or with the whole push. */
    cancelled: z.int(),
    /** Passed by: not fit, already pending, not there. */
    leftOut: z.int(),
    /** The reader sees more of its terminals: only so many were counted. */
    capped: z.boolean(),
    startsAt: z.nullable(f.moment()),
    cron: z.nullable(z.string()),
    /** By whose clock it comes round. */
    zone: z.nullable(z.string()),
    /** How many of its terminals are sent it a minute; null: as many as its organisation may. */
    ratePerMinute: z.nullable(z.int()),
    /** The task that comes round, of which this is one run. */
    parentId: z.nullable(f.id()),
    parentNo: z.nullable(z.string()),
    /** The task that it follows: a terminal gets it when that one is done there. */
    afterPushId: z.nullable(f.id()),
    afterNo: z.nullable(z.string()),
    graceUntil: z.nullable(f.moment()),
    expandedAt: z.nullable(f.moment()),
    expiresAt: z.nullable(f.moment()),
    needsApproval: z.boolean(),
    approvedAt: z.nullable(f.moment()),
    approvedBy: z.nullable(z.string()),
    /** Whoever was to approve it has refused it, and said why. */
    rejectedAt: z.nullable(f.moment()),
    rejectedBy: z.nullable(z.string()),
    /** Somebody has changed it before it began: when last, and who. */
    editedAt: z.nullable(f.moment()),
    editedBy: z.nullable(z.string()),
    /** It was given by hand and nothing of it has begun: it can be changed. */
    isEditable: z.boolean(),
    createdAt: f.moment(),
    createdBy: z.nullable(z.string()),
    createdById: z.nullable(f.id()),
    endedAt: z.nullable(f.moment()),
    version: z.int(),
  }),
)
export type Push = z.output<ReturnType<typeof pushRow>>

/** A push whole. */
export const detailedPush = once(() =>
  z.extend(pushRow(), {
    args: z.record(z.string(), z.unknown()),
    targets: z.record(z.string(), z.unknown()),
    /** How many terminals it would be for now, of those that the reader sees; null: they are written down, or being so. */
    meant: z.nullable(z.object({ count: z.int(), capped: z.boolean() })),
    options: z.record(z.string(), z.unknown()),
    /** Seconds for which it is worth delivering. */
    ttlSeconds: z.nullable(z.int()),
    /** Items by state, and by step while they run. */
    counts: z.array(z.object({ state: z.enum(itemStates), step: z.string(), count: z.int() })),
    /** The policy that gave it, or whose release did, as far as the reader may see policies. */
    policy: z.nullable(z.object({ id: f.id(), name: z.string(), isRelease: z.boolean() })),
  }),
)

export type DetailedPush = z.output<ReturnType<typeof detailedPush>>

/** One terminal of a push. */
export const pushItemRow = once(() =>
  z.object({
    id: f.id(),
    pushId: f.id(),
    deviceId: f.id(),
    sn: z.string(),
    deviceName: z.nullable(z.string()),
    orgName: z.string(),
    modelName: z.string(),
    presence: z.enum(['ONLINE', 'OFFLINE', 'NEVER']),
    state: z.enum(itemStates),
    step: z.nullable(z.string()),
    percent: z.nullable(z.int()),
    code: z.nullable(z.string()),
    message: z.nullable(z.string()),
    attempt: z.int(),
    waitsFor: z.nullable(z.enum(itemWaits)),
    waitsReason: z.nullable(z.string()),
    waitsUntil: z.nullable(f.moment()),
    /** Handed to the broker. */
    publishedAt: z.nullable(f.moment()),
    /** Accepted by the terminal. */
    acceptedAt: z.nullable(f.moment()),
    /** At its end by the terminal's own word. */
    endedAt: z.nullable(f.moment()),
    /** When something showed it that the terminal did not write for its sake: its inventory, a new connection, a report. */
    provedAt: z.nullable(f.moment()),
    bytes: z.nullable(z.number()),
    /** What the terminal has handed in for it. */
    file: z.nullable(handedFile()),
    /** Which button of a message its merchant has pressed. */
    answer: z.nullable(z.string()),
    expiresAt: f.moment(),
  }),
)
export type PushItem = z.output<ReturnType<typeof pushItemRow>>

export const pushItemQuery = once(() =>
  pageQuery(
    z.object({
      pushId: f.id(),
      /** OPEN: not at its end; FAILED_ANY: at an end that is none of success. */
      state: z.optional(z.enum([...itemStates, 'OPEN', 'FAILED_ANY'])),
      code: z.optional(f.text(8)),
      sn: z.optional(f.text(32)),
    }),
  ),
)
