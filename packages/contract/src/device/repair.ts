import * as z from 'zod/mini'
import { acting, batchBodyWith, batchReply } from '../core/batch.ts'
import { download, get, post, proved, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery, stateCountQuery, stateCounts } from '../core/page.ts'
import { once } from '../core/once.ts'
import { severities } from './event.ts'
import { erasing } from './life.ts'
import {
  checkOutcomes,
  repairChecks,
  repairClocks,
  repairFaults,
  repairHolders,
  repairResults,
  repairSources,
  repairStates,
  stagesInOrder,
  transitionStates,
} from './repairStates.ts'
import { lifecycles } from './states.ts'

/** What a form says of a ticket. */
const about = once(() => ({
  fault: z.enum(repairFaults),
  severity: z.enum(severities),
  description: f.text(2000).check(z.minLength(1)),
  contact: f.optional(f.text(64)),
  pickupAddress: f.optional(f.text(255)),
  /** Of faults that touch keys: it is made sure that none are left on it. */
  keysErased: z._default(z.boolean(), false),
  expectedReturn: f.optional(f.day()),
  /** Of the terminal that the merchant has meanwhile. */
  loanSn: f.optional(f.serialNumber()),
  rmaNo: f.optional(f.text(64)),
}))

const money = () => z.number().check(z.minimum(0), z.maximum(1_000_000_000), z.multipleOf(0.01))

/** What was built in. */
const part = once(() =>
  z.strictObject({
    name: f.text(64).check(z.minLength(1)),
    quantity: z.int().check(z.minimum(1), z.maximum(999)),
    price: money(),
  }),
)
export const mostParts = 30

/** A line of the check list. */
const check = once(() =>
  z.strictObject({
    check: z.enum(repairChecks),
    outcome: z.enum(checkOutcomes),
    note: f.optional(f.text(255)),
  }),
)
export type CheckedPart = z.output<ReturnType<typeof check>>

/** Stored files of the type `image` that show what is wrong, or that it is mended. */
export const mostPhotos = 10
const photoIds = once(() => z.array(f.id()).check(z.maxLength(mostPhotos)))
const photo = once(() => z.object({ id: f.id(), name: z.string(), bytes: z.int() }))

const row = once(() =>
  z.object({
    id: f.id(),
    ticketNo: z.string(),
    deviceId: f.id(),
    sn: z.string(),
    deviceName: z.nullable(z.string()),
    lifecycle: z.enum(lifecycles),
    modelName: z.string(),
    orgName: z.string(),
    stationName: z.nullable(z.string()),
    ...about(),
    state: z.enum(repairStates),
    heldState: z.nullable(z.enum(repairStates)),
    source: z.enum(repairSources),
    keysInjected: z.boolean(),
    depotId: z.nullable(f.id()),
    depotName: z.nullable(z.string()),
    assigneeId: z.nullable(f.id()),
    assigneeName: z.nullable(z.string()),
    /** Whether it was in warranty when it was reported; null: nobody knows. */
    inWarranty: z.nullable(z.boolean()),
    holder: z.enum(repairHolders),
    holderName: z.nullable(z.string()),
    /** Null as well for who may not see it. */
    cost: z.nullable(z.number()),
    result: z.nullable(z.enum(repairResults)),
    rootCause: z.nullable(z.string()),
    swapDeviceId: z.nullable(f.id()),
    swapSn: z.nullable(z.string()),
    /** When the clock that runs runs out; null: none runs. */
    dueAt: z.nullable(f.moment()),
    isOverdue: z.boolean(),
    closedAt: z.nullable(f.moment()),
    version: z.int(),
    createdAt: f.moment(),
    createdBy: z.nullable(z.string()),
    updatedAt: f.moment(),
  }),
)
export type Repair = z.output<ReturnType<typeof row>>

/**
 * What was done with a ticket; of custody, `before` and `after` are who had the terminal. TOLD: what
 * somebody at the terminal reported.
 */
const event = once(() =>
  z.object({
    id: f.id(),
    kind: z.enum([
      'STATE',
      'COMMENT',
      'CUSTODY',
      'ASSIGN',
      'LOG',
      'PHOTO',
      'CHECK',
      'TOLD',
      'PICTURE',
    ]),
    before: z.nullable(z.string()),
    after: z.nullable(z.string()),
    text: z.nullable(z.string()),
    /** Of a log or a picture: the item that asked for it. */
    itemId: z.nullable(f.id()),
    at: f.moment(),
    by: z.nullable(z.string()),
  }),
)
export type RepairEvent = z.output<ReturnType<typeof event>>

const filter = once(() =>
  z.object({
    /** OPEN: all that are not settled; or those in a stage. */
    state: z.optional(z.enum([...repairStates, ...stagesInOrder, 'OPEN'])),
    fault: z.optional(z.enum(repairFaults)),
    severity: z.optional(z.enum(severities)),
    source: z.optional(z.enum(repairSources)),
    /** Only terminals of this organisation or one below it. */
    orgId: z.optional(f.id()),
    modelId: z.optional(f.id()),
    depotId: z.optional(f.id()),
    assigneeId: z.optional(f.id()),
    deviceId: z.optional(f.id()),
    sn: z.optional(f.text(32)),
    holder: z.optional(z.enum(repairHolders)),
    warranty: z.optional(z.enum(['0', '1'])),
    overdue: z.optional(z.enum(['1'])),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

/** The path that the calls of repair tickets share. */
export const repairsPath = '/admin/device/v1/repair'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const one = once(() => ({ ...withId(), reply: row() }) as const)
const note = once(() => f.optional(f.text(500)))

const page = get(`${repairsPath}/page`, 'REPAIR_LIST', () => ({
  query: pageQuery(filter()),
  reply: pageOf(row()),
}))

/** Repair tickets. */
export const repairs = {
  page,
  /** How many of those that a list shows are not settled, and in each stage, which add up to them. */
  countStates: get(`${repairsPath}/count/state`, 'REPAIR_LIST', () => ({
    query: stateCountQuery(filter()),
    reply: stateCounts(['OPEN', ...stagesInOrder]),
  })),
  /** Stations that terminals are mended at, for a picker. */
  depots: get(`${repairsPath}/depots`, 'REPAIR_LIST', () => ({
    query: z.strictObject({ keyword: z.optional(z.string()), id: z.optional(f.id()) }),
    reply: z.array(z.object({ id: f.id(), name: z.string(), code: z.nullable(z.string()) })),
  })),
  detail: get(`${repairsPath}/detail/{id}`, 'REPAIR_DETAIL', () => ({
    ...withId(),
    reply: z.extend(row(), {
      parts: z.array(part()),
      /** Of its latest test; none: it was not tested yet. */
      checks: z.array(check()),
      photos: z.array(photo()),
      events: z.array(event()),
    }),
  })),
  /** How many run by which clock, and how many of them have run out. */
  sla: get(`${repairsPath}/sla`, 'REPAIR_LIST', () => ({
    reply: z.object({
      clocks: z.array(z.object({ clock: z.enum(repairClocks), open: z.int(), overdue: z.int() })),
      held: z.int(),
    }),
  })),
  /** Reports a fault; the terminal stays in service until the repair is approved. */
  add: post(`${repairsPath}/add`, 'REPAIR_ADD', () => ({
    body: z.strictObject({
      sn: f.serialNumber(),
      ...about(),
      source: z._default(z.enum(repairSources), 'CONSOLE'),
      photoIds: z._default(photoIds(), []),
    }),
    reply: row(),
  })),
  update: put(`${repairsPath}/update`, 'REPAIR_EDIT', () => ({
    body: z.strictObject({ id: f.id(), version: z.int(), ...about() }),
    reply: row(),
  })),
  assign: put(`${repairsPath}/assign/{id}`, 'REPAIR_ASSIGN', () => ({
    ...one(),
    body: z.strictObject({ assigneeId: f.optional(f.id()), depotId: f.optional(f.id()) }),
  })),
  /** Brings a ticket to its next state; of those that move the terminal too, both or none. */
  transition: put(`${repairsPath}/transition/{id}/{state}`, 'REPAIR_TRANSITION', () => ({
    params: z.strictObject({ id: f.id(), state: z.enum(transitionStates) }),
    body: z.strictObject({
      note: note(),
      /** Of CLOSED. */
      result: f.optional(z.enum(repairResults)),
      rootCause: note(),
    }),
    reply: row(),
  })),
  /** The terminals of some tickets have come to the depot together. */
  receiveMany: acting(
    page,
    put(`${repairsPath}/batch/receive`, 'REPAIR_TRANSITION', () => ({
      body: batchBodyWith(filter(), {
        /** Who signed for them. */
        holderName: z._default(f.text(64), ''),
      }),
      reply: batchReply(),
    })),
  ),
  /** One terminal has come to the depot, named by its serial number as a scanner reads it. */
  receive: put(`${repairsPath}/receive`, 'REPAIR_TRANSITION', () => ({
    body: z.strictObject({
      sn: f.serialNumber(),
      holderName: z._default(f.text(64), ''),
    }),
    reply: row(),
  })),
  /** The terminal is beyond repair: it ends, and its ticket with it. */
  scrap: proved(
    put(`${repairsPath}/scrap/{id}`, 'REPAIR_SCRAP', () => ({
      ...one(),
      body: z.strictObject({ reason: f.text(255).check(z.minLength(1)), ...erasing() }),
    })),
  ),
  /** Another terminal takes the place of the broken one, which ends the ticket. */
  swap: proved(
    put(`${repairsPath}/swap/{id}`, 'REPAIR_SWAP', () => ({
      ...one(),
      body: z.strictObject({
        newSn: f.serialNumber(),
        reason: f.text(255).check(z.minLength(1)),
      }),
    })),
  ),
  comment: post(`${repairsPath}/comment/{id}`, 'REPAIR_COMMENT', () => ({
    ...one(),
    body: z.strictObject({ text: f.text(1000).check(z.minLength(1)) }),
  })),
  /** The terminal changes hands: into whose, and who took it. */
  custody: post(`${repairsPath}/custody/{id}`, 'REPAIR_TRANSITION', () => ({
    ...one(),
    body: z.strictObject({
      holder: z.enum(repairHolders),
      /** Who signed for it. */
      holderName: f.text(64).check(z.minLength(1)),
      note: note(),
    }),
  })),
  /** Makes these files the photos of a ticket, and no others. */
  photos: put(`${repairsPath}/photos/{id}`, 'REPAIR_EDIT', () => ({
    ...one(),
    body: z.strictObject({ photoIds: photoIds() }),
  })),
  photo: download(
    get(`${repairsPath}/photo/{id}/{fileId}`, 'REPAIR_DETAIL', () => ({
      params: z.strictObject({ id: f.id(), fileId: f.id() }),
    })),
  ),
  /** What came of the test; a ticket with a failed check goes no further than back to repair. */
  checks: put(`${repairsPath}/checks/{id}`, 'REPAIR_TRANSITION', () => ({
    ...one(),
    body: z.strictObject({
      checks: z.array(check()).check(
        z.minLength(1),
        z.maxLength(repairChecks.length),
        z.refine((all) => new Set(all.map((one) => one.check)).size === all.length, {
          error: 'repair.checkTwice',
        }),
      ),
    }),
  })),
  cost: put(`${repairsPath}/cost/{id}`, 'REPAIR_COST', () => ({
    ...one(),
    body: z.strictObject({
      cost: f.optional(money()),
      parts: z._default(z.array(part()).check(z.maxLength(mostParts)), []),
    }),
  })),
}
export type DetailedRepair = ReplyOf<typeof repairs.detail>
