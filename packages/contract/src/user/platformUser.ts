import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { platformUserKinds } from './registration.ts'
import { publicKey } from './session.ts'
import { users } from './user.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** REGISTERED: the address is not proved yet. FROZEN: may not sign in for now. CLOSED: never again. */
export const platformUserStates = [
  'REGISTERED',
  'PENDING_REVIEW',
  'ACTIVE',
  'REJECTED',
  'FROZEN',
  'CLOSED',
] as const
export type PlatformUserState = (typeof platformUserStates)[number]

const row = once(() =>
  z.object({
    id: f.id(),
    email: z.string(),
    realName: z.string(),
    kind: z.enum(platformUserKinds),
    company: z.string(),
    country: z.nullable(z.string()),
    phone: z.string(),
    state: z.enum(platformUserStates),
    source: z.enum(['REGISTER', 'INVITE', 'IMPORT']),
    verifiedAt: z.nullable(f.moment()),
    reviewedAt: z.nullable(f.moment()),
    reviewedBy: z.nullable(z.string()),
    /** Why it was rejected, or what was said with the approval. */
    reason: z.nullable(z.string()),
    /** The staff account that the review opened. */
    userId: z.nullable(f.id()),
    userName: z.nullable(z.string()),
    orgId: z.nullable(f.id()),
    orgName: z.nullable(z.string()),
    vendorId: z.nullable(f.id()),
    vendorName: z.nullable(z.string()),
    lastSignInAt: z.nullable(f.moment()),
    /** The address of the registration that this one was merged into. */
    mergedInto: z.nullable(z.string()),
    version: z.int(),
    createdAt: f.moment(),
    updatedAt: f.moment(),
  }),
)
export type PlatformUser = z.output<ReturnType<typeof row>>

const filter = once(() =>
  z.object({
    kind: z.optional(z.enum(platformUserKinds)),
    state: z.optional(z.enum(platformUserStates)),
    country: z.optional(f.text(2)),
    /** When they registered. */
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
  }),
)

/** The path that the calls of platform users share. */
export const platformUsersPath = '/admin/user/v1/platform'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const account = once(() => users.add.schemas.body.shape)

/** Those who asked for an account at the sign-in page. Only who sees the whole platform sees them. */
export const platformUsers = {
  page: get(`${platformUsersPath}/page`, 'PLATFORM_USER_LIST', () => ({
    query: pageQuery(filter()),
    reply: pageOf(row()),
  })),
  detail: get(`${platformUsersPath}/detail/{id}`, 'PLATFORM_USER_LIST', () => ({
    ...withId(),
    reply: row(),
  })),
  /**
   * Decides about a request; the applicant is told by mail. An approval makes a staff account, whose
   * owner chooses his password by the link of a second mail; it needs user name, organisation and roles.
   */
  review: put(`${platformUsersPath}/review/{id}`, 'PLATFORM_USER_REVIEW', () => ({
    ...withId(),
    body: z.strictObject({
      result: z.enum(['APPROVED', 'REJECTED']),
      /** Needed for a rejection. */
      reason: z._default(f.text(500), ''),
      userName: f.optional(account().userName),
      orgId: f.optional(f.id()),
      vendorId: f.optional(f.id()),
      roleIds: z._default(z.array(f.id()).check(z.maxLength(50)), []),
      version: z.int(),
    }),
    reply: row(),
    proof: true,
  })),
  /** 1 freezes: all sessions end at once; 0 lets in again. */
  freeze: put(`${platformUsersPath}/freeze/{id}/{on}`, 'PLATFORM_USER_FREEZE', () => ({
    params: z.strictObject({ id: f.id(), on: z.enum(['0', '1']) }),
    reply: row(),
  })),
  /** For good: the account goes to the recycle bin, the address is free again. */
  close: put(`${platformUsersPath}/close/{id}`, 'PLATFORM_USER_FREEZE', () => ({
    ...withId(),
    reply: row(),
  })),
  /** Another organisation, roles or vendor for the account. */
  link: put(`${platformUsersPath}/link/{id}`, 'PLATFORM_USER_LINK', () => ({
    ...withId(),
    body: z.strictObject({
      orgId: f.id(),
      vendorId: f.optional(f.id()),
      roleIds: account().roleIds,
      version: z.int(),
    }),
    reply: row(),
    proof: true,
  })),
  /** Two requests of one person: the first is closed, the second stays and takes its account where it has none. */
  merge: put(`${platformUsersPath}/merge/{id}/{intoId}`, 'PLATFORM_USER_LINK', () => ({
    params: z.strictObject({ id: f.id(), intoId: f.id() }),
    reply: row(),
  })),
  /**
   * Opens a session that looks at the console as the account does and changes nothing: all calls but
   * reads are refused with `readOnly`. It ends after {@link impersonationMinutes}, with `session.logout`,
   * and with the caller's own session. The owner is told, with the reason.
   */
  impersonate: post(`${platformUsersPath}/impersonate/{id}`, 'PLATFORM_USER_IMPERSONATE', () => ({
    ...withId(),
    body: z.strictObject({
      reason: f.text(500).check(z.minLength(1)),
      /** Left out only where the server allows sessions without a key. */
      publicKey: z.optional(publicKey()),
    }),
    reply: z.object({
      accessToken: secret(z.string()),
      clientId: z.string(),
      publicKey: z.nullable(publicKey()),
      /** Epoch milliseconds. */
      serverTime: z.number(),
      userName: z.string(),
    }),
    proof: true,
  })),
}

/** Minutes that one may look as another at a time. */
export const impersonationMinutes = 15
