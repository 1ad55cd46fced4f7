import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { download, get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

const developerTypes = ['COMPANY', 'INDIVIDUAL'] as const

/** CLOSED: left the programme, and must apply as somebody new. */
export const developerStates = [
  'APPLIED',
  'REVIEWING',
  'APPROVED',
  'REJECTED',
  'SUSPENDED',
  'CLOSED',
] as const
export type DeveloperState = (typeof developerStates)[number]

/** What people do with a developer. */
export const developerMoves = {
  start: { from: ['APPLIED'] },
  approve: { from: ['APPLIED', 'REVIEWING'] },
  reject: { from: ['APPLIED', 'REVIEWING'] },
  apply: { from: ['REJECTED'] },
  suspend: { from: ['APPROVED'] },
  resume: { from: ['SUSPENDED'] },
  close: { from: ['REJECTED', 'APPROVED', 'SUSPENDED'] },
  agree: { from: ['APPLIED', 'REVIEWING', 'REJECTED', 'APPROVED', 'SUSPENDED'] },
  secret: { from: ['APPROVED'] },
} as const satisfies Record<string, { readonly from: readonly DeveloperState[] }>
export type DeveloperMove = keyof typeof developerMoves

/** Whether a developer in this state may be moved so. */
export function mayMoveDeveloper(state: DeveloperState, move: DeveloperMove): boolean {
  const from: readonly DeveloperState[] = developerMoves[move].from
  return from.includes(state)
}

/** How long a secret that another has followed stays good, unless it is ended at once. */
export const developerOverlapHours = 24

const fields = once(() =>
  z.object({
    type: z.enum(developerTypes),
    name: f.name(128),
    /** In whose programme he is. */
    orgId: f.id(),
    /** Who acts for him, and is told what becomes of the application. */
    accountId: f.id(),
    country: f.country(),
    contact: f.text(128).check(z.minLength(1)),
    email: f.email(),
    phone: f.optional(f.phone()),
    /** Of companies. */
    licenceNo: f.optional(f.text(64)),
    /** Its scan: a stored file of the type `document`. */
    licenceFileId: f.optional(f.id()),
    /** Whether downloads for developers are for him. */
    sdkAccess: z._default(z.boolean(), true),
    /** The most applications that may stand in his name; null: any number. */
    maxApps: f.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
    /** Terminals of these organisations, and of those below them, may be offered his applications; none: of all. */
    publishOrgIds: z._default(z.array(f.id()).check(z.maxLength(100)), []),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    type: z.optional(z.enum(developerTypes)),
    state: z.optional(z.enum(developerStates)),
    country: z.optional(f.text(2)),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  accountName: z.string(),
  licenceFileName: z.nullable(z.string()),
  state: z.enum(developerStates),
  appliedAt: f.moment(),
  /** Until when he is to be answered; null: decided, or nobody promised anything. */
  dueAt: z.nullable(f.moment()),
  firstApproverName: z.nullable(z.string()),
  reviewerName: z.nullable(z.string()),
  reviewedAt: z.nullable(f.moment()),
  /** What was said with the last decision. */
  reason: z.nullable(z.string()),
  agreementVersion: z.nullable(z.string()),
  agreedAt: z.nullable(f.moment()),
  /** Whether the agreement in force is the one that he accepted; also where there is none. */
  hasAgreed: z.boolean(),
  /** Who made the application; like the account he decides nothing about it. */
  createdBy: z.nullable(f.id()),
  /** Since when the secret in force is; null: he has none. */
  secretSince: z.nullable(f.moment()),
  /** Of his applications that the caller sees: all, those with a version online, those with one that waits. */
  appCount: z.int(),
  onlineCount: z.int(),
  pendingCount: z.int(),
  /** SHA-256 of the certificates that what is online is signed with. */
  signers: z.array(z.string()),
}))

/** The path that the calls of developers share. */
export const developersPath = '/admin/developer/v1/developer'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const said = once(() => f.text(500).check(z.minLength(1)))

/** Who makes applications for terminals, and whether he may. */
export const developers = {
  ...recyclable(developersPath, 'DEVELOPER', { fields, filter, shown }),
  /** What the programme asks for: the agreement in force, and what a reviewer looks at. */
  programme: get(`${developersPath}/programme`, 'DEVELOPER_LIST', () => ({
    reply: z.object({
      isOpen: z.boolean(),
      agreementVersion: z.nullable(z.string()),
      agreementText: z.string(),
      twoPerson: z.boolean(),
      checklist: z.array(z.string()),
    }),
  })),
  /** START takes the application in hand; nobody decides about his own. */
  review: put(`${developersPath}/review/{id}`, 'DEVELOPER_REVIEW', () => ({
    ...withId(),
    body: z.strictObject({
      result: z.enum(['START', 'APPROVED', 'REJECTED']),
      /** Needed for a rejection. */
      reason: z._default(f.text(500), ''),
      /** Of the checklist, what was looked at: all of it for an approval. */
      checked: z._default(z.array(f.text(200)).check(z.maxLength(50)), []),
    }),
    reply: batchReply(),
  })),
  /** Asks once more after a rejection. */
  apply: put(`${developersPath}/apply/{id}`, 'DEVELOPER_EDIT', () => ({
    ...withId(),
    reply: batchReply(),
  })),
  /** Accepts the agreement in force, which is named: his own account alone does. */
  agree: put(`${developersPath}/agree/{id}`, 'DEVELOPER_DETAIL', () => ({
    ...withId(),
    body: z.strictObject({ agreementVersion: f.text(32) }),
    reply: batchReply(),
  })),
  /** 1 suspends, with a reason; 0 lets go on. */
  suspend: put(`${developersPath}/suspend/{id}/{on}`, 'DEVELOPER_SUSPEND', () => ({
    params: z.strictObject({ id: f.id(), on: z.enum(['0', '1']) }),
    body: z.strictObject({ reason: said() }),
    reply: batchReply(),
  })),
  /** Ends his part in the programme, for good. */
  close: put(`${developersPath}/close/{id}`, 'DEVELOPER_SUSPEND', () => ({
    ...withId(),
    body: z.strictObject({ reason: said() }),
    reply: batchReply(),
  })),
  /** A notice to whoever acts for him, and a mail to his address. */
  message: put(`${developersPath}/message/{id}`, 'DEVELOPER_REVIEW', () => ({
    ...withId(),
    body: z.strictObject({
      subject: f.text(120).check(z.minLength(1), z.regex(/^[^\r\n]*$/)),
      text: f.text(2000).check(z.minLength(1)),
    }),
    reply: batchReply(),
  })),
  /** A new secret, told once; the one before stays good for {@link developerOverlapHours}. */
  secret: put(`${developersPath}/secret/{id}`, 'DEVELOPER_SECRET', () => ({
    ...withId(),
    body: z.strictObject({ endsOldNow: z._default(z.boolean(), false) }),
    reply: z.object({ secret: secret(z.string()), oldSecretUntil: z.nullable(f.moment()) }),
    proof: true,
  })),
  /** The scan of his licence. */
  licence: download(get(`${developersPath}/licence/{id}`, 'DEVELOPER_DETAIL', withId)),
}
export type Developer = RowOf<typeof developers>
