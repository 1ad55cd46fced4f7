import * as z from 'zod/mini'
import { acting, batchBody, batchReply } from '../core/batch.ts'
import { del, download, get, post, proved, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery, stateCountQuery, stateCounts } from '../core/page.ts'
import { once } from '../core/once.ts'
import { deviceLife, erasing, type MoveKeep, moveKeeps } from './life.ts'
import { lifecycles } from './states.ts'

/**
 * What is asked for. CLAIM: terminals that knocked and that nobody announced. TRANSFER: terminals of
 * another organisation. STOCK: so many of a model out of another organisation's stock. REPLACE: other
 * terminals in the place of some. DECOMMISSION: that some are scrapped.
 */
export const applyKinds = ['CLAIM', 'TRANSFER', 'STOCK', 'REPLACE', 'DECOMMISSION'] as const
export type ApplyKind = (typeof applyKinds)[number]

/** Kinds whose terminals stay in their organisation, by the call that does to one what is asked for. */
const actsInPlace = { REPLACE: deviceLife.swap, DECOMMISSION: deviceLife.scrap } as const
export type ApplyInPlace = keyof typeof actsInPlace

export const isInPlace = (kind: ApplyKind): kind is ApplyInPlace => kind in actsInPlace

/**
 * What may become of what the terminals of a kind have of their own. Stock has nothing on it that could
 * be erased, and who knocked unannounced has nothing at all.
 */
export const applyKeeps: Readonly<Record<ApplyKind, readonly MoveKeep[]>> = {
  CLAIM: ['KEEP'],
  TRANSFER: moveKeeps,
  STOCK: ['KEEP', 'RESET'],
  REPLACE: ['KEEP'],
  DECOMMISSION: ['KEEP'],
}

/** What whoever decides has to be allowed beside deciding: a request is no way around a right. */
export function rightToDecide(kind: ApplyKind, keep: MoveKeep): string | null {
  if (isInPlace(kind)) return actsInPlace[kind].permission
  return keep === 'WIPE' ? deviceLife.moveWipe.permission : null
}

/**
 * DRAFT: whoever wrote it alone sees it, and nobody is asked yet. DONE: all terminals have moved;
 * PARTIAL: some could not, and may be tried again.
 */
export const applyStates = [
  'DRAFT',
  'SUBMITTED',
  'SOURCE_APPROVED',
  'DONE',
  'PARTIAL',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
] as const
export type ApplyState = (typeof applyStates)[number]

/** What people do with a request. */
export const applyMoves = {
  edit: { from: ['DRAFT'] },
  submit: { from: ['DRAFT'] },
  assign: { from: ['SUBMITTED', 'SOURCE_APPROVED'] },
  approve: { from: ['SUBMITTED', 'SOURCE_APPROVED'] },
  reject: { from: ['SUBMITTED', 'SOURCE_APPROVED'] },
  withdraw: { from: ['SUBMITTED', 'SOURCE_APPROVED'] },
  execute: { from: ['PARTIAL'] },
  remove: { from: ['DRAFT', 'WITHDRAWN', 'REJECTED', 'EXPIRED'] },
} as const satisfies Record<string, { readonly from: readonly ApplyState[] }>
export type ApplyMove = keyof typeof applyMoves

/** Whether a request in this state may be moved so. */
export function mayApply(state: ApplyState, move: ApplyMove): boolean {
  const from: readonly ApplyState[] = applyMoves[move].from
  return from.includes(state)
}

/** Terminals that one request names. */
export const mostApplied = 1000
/** Of those that are replaced: each is a swap of its own. */
export const mostReplaced = 50
/** Requests whose terminals move with one approval of many. */
export const mostMovedRequests = 50
/** Files that go with one request. */
export const mostApplyFiles = 5

const fields = once(() => ({
  kind: z.enum(applyKinds),
  /** Where the terminals are to go; those of REPLACE and DECOMMISSION stay where they are. */
  toOrgId: f.optional(f.id()),
  /** Of STOCK: out of whose stock; the others tell it by their terminals. */
  fromOrgId: f.optional(f.id()),
  /** Where they stand then; those that stay in their organisation stay where they are. */
  stationId: f.optional(f.id()),
  keep: z._default(z.enum(moveKeeps), 'KEEP'),
  /** Of DECOMMISSION: see {@link erasing}. */
  ...erasing(),
  /** Of STOCK. */
  modelId: f.optional(f.id()),
  quantity: f.optional(z.int().check(z.minimum(1), z.maximum(mostApplied))),
  /** Of all but STOCK. */
  sns: z._default(z.array(f.serialNumber()).check(z.maxLength(mostApplied)), []),
  /** Of REPLACE: who takes the place of each of `sns`, in the same order. */
  successors: z._default(z.array(f.serialNumber()).check(z.maxLength(mostReplaced)), []),
  expectedDate: f.optional(f.day()),
  reason: f.text(500).check(z.minLength(1)),
  /** Stored files of the type `document` that go with it. */
  fileIds: z._default(z.array(f.id()).check(z.maxLength(mostApplyFiles)), []),
}))

const row = once(() =>
  z.object({
    id: f.id(),
    applyNo: z.string(),
    kind: z.enum(applyKinds),
    state: z.enum(applyStates),
    orgName: z.string(),
    createdBy: z.string(),
    fromOrgId: z.nullable(f.id()),
    fromOrgName: z.nullable(z.string()),
    toOrgId: f.id(),
    toOrgName: z.string(),
    stationId: z.nullable(f.id()),
    stationName: z.nullable(z.string()),
    keep: z.enum(moveKeeps),
    keysErased: z.boolean(),
    modelId: z.nullable(f.id()),
    modelName: z.nullable(z.string()),
    /** Terminals that are asked for. */
    quantity: z.int(),
    /** Of those how many have moved. */
    moved: z.int(),
    expectedDate: z.nullable(f.day()),
    reason: z.string(),
    /** Who decided last, and what was said with it. */
    decidedBy: z.nullable(z.string()),
    decidedAt: z.nullable(f.moment()),
    decision: z.nullable(z.string()),
    /** Whom of those who may decide it was given to; null: any of them. */
    approver: z.nullable(z.string()),
    /** Since when it waits for the decision that is next. */
    waitingSince: z.nullable(f.moment()),
    /** When nobody's answer is one as well. */
    expiresAt: z.nullable(f.moment()),
    /** Whether the caller asked himself: nobody approves his own request. */
    isMine: z.boolean(),
    /** Whether the caller may take the decision that is next. */
    mayDecide: z.boolean(),
    /** Whether it waits for him: it may be given to another of those who may decide. */
    waitsForMe: z.boolean(),
    version: z.int(),
    createdAt: f.moment(),
    updatedAt: f.moment(),
  }),
)
export type Apply = z.output<ReturnType<typeof row>>

/**
 * Why nothing was done with a terminal: removed, not below the source (any more), its life cycle forbids
 * it, the one that should take its place cannot, or it cannot be told to erase what it holds.
 */
export const applyFaults = [
  'GONE',
  'NOT_THERE',
  'WRONG_STATE',
  'NO_SUCCESSOR',
  'NOT_WIPED',
  'KEYS_HELD',
] as const

/**
 * Why a terminal that knocked may be an organisation's. SERIAL: it has the terminals beside it by their
 * serial numbers; ADDRESS: its terminals alone came from the same address lately; KEY: it showed its
 * enrolment key.
 */
export const claimReasons = ['SERIAL', 'ADDRESS', 'KEY'] as const
export type ClaimReason = (typeof claimReasons)[number]

const claimSuggestion = once(() =>
  z.object({
    orgId: f.id(),
    orgName: z.string(),
    reason: z.enum(claimReasons),
    /** What it was told by: serial numbers, an address. */
    detail: z.nullable(z.string()),
  }),
)
export type ClaimSuggestion = z.output<ReturnType<typeof claimSuggestion>>

const item = once(() =>
  z.object({
    sn: z.string(),
    /** Of REPLACE. */
    successorSn: z.nullable(z.string()),
    deviceId: z.nullable(f.id()),
    lifecycle: z.nullable(z.enum(lifecycles)),
    movedAt: z.nullable(f.moment()),
    fault: z.nullable(z.enum(applyFaults)),
    /** Of one that nobody has claimed: whose it may be. */
    suggestion: z.nullable(claimSuggestion()),
  }),
)

/** With how many terminals of a request it could be done now, and what keeps the others. */
const applyImpact = once(() =>
  z.object({
    total: z.int(),
    may: z.int(),
    kept: z.array(z.object({ fault: z.enum(applyFaults), count: z.int() })),
    /** Each of them, where that was asked for; those of stock are chosen when it is done. */
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          lifecycle: z.nullable(z.enum(lifecycles)),
          fault: z.nullable(z.enum(applyFaults)),
        }),
      ),
    ),
  }),
)
export type ApplyImpact = z.output<ReturnType<typeof applyImpact>>

const file = once(() => z.object({ id: f.id(), name: z.string(), bytes: z.int() }))

const filter = once(() =>
  z.object({
    kind: z.optional(z.enum(applyKinds)),
    state: z.optional(z.enum(applyStates)),
    /** Asked by, from or for this organisation or one below it. */
    orgId: z.optional(f.id()),
    /** Names this terminal. */
    sn: z.optional(f.text(32)),
    /** 1: waits for a decision that the caller may take. */
    waiting: z.optional(z.enum(['1'])),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

/** The path that the calls of requests share. */
export const appliesPath = '/admin/device/v1/apply'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const one = once(() => ({ ...withId(), reply: batchReply() }) as const)
const page = get(`${appliesPath}/page`, 'DEVICE_APPLY_LIST', () => ({
  query: pageQuery(filter()),
  reply: pageOf(row()),
}))

const unclaimedRow = once(() =>
  z.object({
    id: f.id(),
    sn: z.string(),
    modelName: z.string(),
    vendorName: z.string(),
    /** Whose enrolment key it came with. */
    orgId: f.id(),
    orgName: z.string(),
    firmware: z.nullable(z.string()),
    agentVersion: z.nullable(z.string()),
    /** When it knocked first. */
    createdAt: f.moment(),
    /** A request that waits for it. */
    applyNo: z.nullable(z.string()),
    /** The address that it knocked from last; null: not known. */
    ip: z.nullable(z.string()),
    /** Whose it may be; null: nothing says so. */
    suggestion: z.nullable(claimSuggestion()),
  }),
)
export type Unclaimed = z.output<ReturnType<typeof unclaimedRow>>

/** What terminals that knocked say to be, where no such model is on record. */
const unknownModel = once(() =>
  z.object({
    id: f.id(),
    /** Whose enrolment key they came with. */
    orgId: f.id(),
    orgName: z.string(),
    vendorCode: z.string(),
    modelCode: z.string(),
    /** The vendor of that code; null: there is none either. */
    vendorId: z.nullable(f.id()),
    vendorName: z.nullable(z.string()),
    /** Terminals that say so; of each organisation a thousand are kept. */
    terminals: z.int(),
    /** How often they knocked. */
    times: z.int(),
    /** Those that knocked last: five at most. */
    sns: z.array(z.string()),
    firmware: z.nullable(z.string()),
    /** The address that the last one knocked from. */
    ip: z.nullable(z.string()),
    firstAt: f.moment(),
    lastAt: f.moment(),
  }),
)
export type UnknownModel = z.output<ReturnType<typeof unknownModel>>

const unclaimedFilter = once(() =>
  z.object({
    orgId: z.optional(f.id()),
    modelId: z.optional(f.id()),
  }),
)
const unclaimedPage = get(`${appliesPath}/unclaimed/page`, 'DEVICE_APPLY_LIST', () => ({
  query: pageQuery(unclaimedFilter()),
  reply: pageOf(unclaimedRow()),
}))

/** Requests about terminals that somebody else has to decide. */
export const applies = {
  page,
  /** How many of those that a list shows are in each state that has not ended. */
  countStates: get(`${appliesPath}/count/state`, 'DEVICE_APPLY_LIST', () => ({
    query: stateCountQuery(filter()),
    reply: stateCounts(['DRAFT', 'SUBMITTED', 'SOURCE_APPROVED', 'PARTIAL']),
  })),
  detail: get(`${appliesPath}/detail/{id}`, 'DEVICE_APPLY_DETAIL', () => ({
    ...withId(),
    reply: z.extend(row(), { items: z.array(item()), files: z.array(file()) }),
  })),
  /** Lays a request before those who decide; a draft waits until it is handed in. */
  add: post(`${appliesPath}/add`, 'DEVICE_APPLY_ADD', () => ({
    body: z.strictObject({ ...fields(), isDraft: z._default(z.boolean(), false) }),
    reply: row(),
  })),
  /** Writes one's own draft anew. */
  update: put(`${appliesPath}/update`, 'DEVICE_APPLY_ADD', () => ({
    body: z.strictObject({ id: f.id(), version: z.int(), ...fields() }),
    reply: row(),
  })),
  /** Lays one's own draft before those who decide; it is judged as things are now. */
  submit: put(`${appliesPath}/submit/{id}`, 'DEVICE_APPLY_ADD', one),
  /** A file that goes with a request. */
  file: download(
    get(`${appliesPath}/file/{id}/{fileId}`, 'DEVICE_APPLY_DETAIL', () => ({
      params: z.strictObject({ id: f.id(), fileId: f.id() }),
    })),
  ),
  /** Changes nothing: says what an approval would do as things are. */
  impact: post(`${appliesPath}/impact/{id}`, 'DEVICE_APPLY_DETAIL', () => ({
    ...withId(),
    body: z.strictObject({ withRows: z._default(z.boolean(), false) }),
    reply: applyImpact(),
  })),
  /** Whom a request may be given to: whom the caller sees of those who may take the next decision. */
  approvers: get(`${appliesPath}/approver/{id}`, 'DEVICE_APPLY_APPROVE', () => ({
    ...withId(),
    reply: z.array(z.object({ id: f.id(), userName: z.string(), realName: z.string() })),
  })),
  /** Gives the next decision to one of those who may take it, or back to all of them. */
  assign: put(`${appliesPath}/assign/{id}`, 'DEVICE_APPLY_APPROVE', () => ({
    ...one(),
    body: z.strictObject({ userId: f.optional(f.id()) }),
  })),
  /**
   * Agrees, never to one's own request. Who answers for the source alone passes it on to who answers
   * for the target; who answers for the target, or for both, moves the terminals. Dangerous, for it may
   * void credentials.
   */
  approve: proved(put(`${appliesPath}/approve/{id}`, 'DEVICE_APPLY_APPROVE', one)),
  /** Never those that replace or scrap terminals: these are decided one by one. */
  approveMany: acting(
    page,
    put(`${appliesPath}/batch/approve`, 'DEVICE_APPLY_APPROVE', () => ({
      body: batchBody(filter()),
      reply: batchReply(),
    })),
  ),
  reject: put(`${appliesPath}/reject/{id}`, 'DEVICE_APPLY_REJECT', () => ({
    ...one(),
    body: z.strictObject({ reason: f.text(500).check(z.minLength(1)) }),
  })),
  withdraw: put(`${appliesPath}/withdraw/{id}`, 'DEVICE_APPLY_ADD', one),
  /** Tries again to do it with those that could not; of DECOMMISSION he may say that their keys are erased. */
  execute: proved(
    put(`${appliesPath}/execute/{id}`, 'DEVICE_APPLY_APPROVE', () => ({
      ...one(),
      body: z.strictObject(erasing()),
    })),
  ),
  remove: del(`${appliesPath}/delete/{id}`, 'DEVICE_APPLY_DELETE', one),
  unclaimed: unclaimedPage,
  /** What terminals say to be that were refused because nobody has such a model. */
  unknownModels: get(`${appliesPath}/unknown/page`, 'DEVICE_APPLY_LIST', () => ({
    query: pageQuery(z.object({ orgId: z.optional(f.id()) })),
    reply: pageOf(unknownModel()),
  })),
  /** Takes terminals that knocked into an organisation, without a request. */
  claim: acting(
    unclaimedPage,
    post(`${appliesPath}/claim/{orgId}`, 'DEVICE_CLAIM', () => ({
      params: z.strictObject({ orgId: f.id() }),
      body: batchBody(unclaimedFilter()),
      reply: batchReply(),
    })),
  ),
}
export type DetailedApply = ReplyOf<typeof applies.detail>
