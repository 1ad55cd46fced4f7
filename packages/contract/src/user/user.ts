import * as z from 'zod/mini'
import { acting, batchBodyWith, batchReply } from '../core/batch.ts'
import { get, post, proved, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { spans, stateCountQuery, stateCounts } from '../core/page.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { dataScope, scopeKinds, shownScope } from './dataScope.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** 4 to 64 characters of `A–Z a–z 0–9 _ . @ -`. */
const userName = () =>
  z.string().check(z.trim(), z.minLength(4), z.maxLength(64), z.regex(/^[A-Za-z0-9_.@-]+$/))

/** INVITED: waits for its owner to choose a password. LOCKED: too many failures. EXPIRED: its time is over. */
export const userStates = ['INVITED', 'ACTIVE', 'LOCKED', 'EXPIRED', 'DISABLED'] as const

const fields = once(() =>
  z.object({
    userName: userName(),
    realName: f.name(),
    email: f.email(),
    phone: z._default(f.phone(), ''),
    orgId: f.id(),
    roleIds: z.array(f.id()).check(z.minLength(1), z.maxLength(50)),
    /** Whose staff he is: he then sees this vendor's terminals only. */
    vendorId: f.optional(f.id()),
    /** Language code; null: the site's. */
    language: f.optional(z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))),
    /** IANA name; null: the zone of the computer in use. */
    timeZone: f.optional(z.string().check(z.trim(), z.maxLength(64))),
    validFrom: f.optional(f.moment()),
    validTo: f.optional(f.moment()),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    /** Only the subtree of this organisation, itself included. */
    within: z.optional(f.id()),
    roleId: z.optional(f.id()),
    /** The people of a vendor. */
    vendorId: z.optional(f.id()),
    state: z.optional(z.enum(userStates)),
    hasFactor: z.optional(z.enum(['true', 'false'])),
    /** Nobody who signed in within so many days. */
    dormantDays: z.optional(f.queryNumber().check(z.minimum(1), z.maximum(3650))),
  }),
)

const shown = once(() => ({
  /** Null: the first administrator has none until he says one. */
  email: z.nullable(f.email()),
  orgName: z.string(),
  vendorName: z.nullable(z.string()),
  roleNames: z.array(z.string()),
  /** His own data scope; null: that of his roles. */
  dataScope: z.nullable(z.enum(scopeKinds)),
  state: z.enum(userStates),
  isSuperAdmin: z.boolean(),
  hasFactor: z.boolean(),
  lockedUntil: z.nullable(f.moment()),
  lastSignInAt: z.nullable(f.moment()),
  lastSignInIp: z.nullable(z.string()),
  passwordChangedAt: f.moment(),
}))

/** The path that the calls of accounts share. */
export const usersPath = '/admin/user/v1/user'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const ids = once(() => z.array(f.id()).check(z.minLength(1), z.maxLength(1000)))
const affected = once(() => z.object({ count: z.int() }))
const life = recyclable(usersPath, 'USER', { fields, filter, shown })

/** Staff accounts of organisations. */
export const users = {
  ...life,
  add: proved(life.add),
  update: proved(life.update),
  /** How many of those that a list shows are in each state. */
  countStates: get(`${usersPath}/count/state`, 'USER_LIST', () => ({
    query: stateCountQuery(z.extend(filter(), spans())),
    reply: stateCounts(userStates),
  })),
  /** Mails a link, good for a day, by which each of them chooses his own password. */
  invite: post(`${usersPath}/invite`, 'USER_ADD', () => ({
    body: z.strictObject({ ids: ids() }),
    reply: affected(),
  })),
  /** Whether an invitation can be mailed: without a mail server it only waits. */
  mailReady: get(`${usersPath}/mail/ready`, 'USER_ADD', () => ({
    reply: z.object({ isReady: z.boolean() }),
  })),
  /** Lifts a lock that too many failures brought. */
  unlock: put(`${usersPath}/unlock/{id}`, 'USER_UNLOCK', () => ({
    ...withId(),
    reply: affected(),
  })),
  /** A new one-time password, told once: it must be changed at the next sign-in. */
  resetPassword: put(`${usersPath}/reset/pwd/{id}`, 'USER_RESET_PWD', () => ({
    ...withId(),
    reply: z.object({ password: secret(z.string()) }),
    proof: true,
  })),
  /** Takes authenticator and recovery codes away. */
  resetFactor: put(`${usersPath}/reset/mfa/{id}`, 'USER_RESET_MFA', () => ({
    ...withId(),
    reply: affected(),
    proof: true,
  })),
  /** Ends all sessions of a user, at once and everywhere. */
  kick: put(`${usersPath}/kick/{id}`, 'USER_KICK', () => ({ ...withId(), reply: affected() })),
  /** A user's own data scope; null: that of his roles. */
  scope: get(`${usersPath}/data/{id}`, 'USER_DATA', () => ({
    ...withId(),
    reply: z.nullable(shownScope()),
  })),
  setScope: put(`${usersPath}/data/{id}`, 'USER_DATA', () => ({
    ...withId(),
    body: z.strictObject({ version: z.int(), scope: z.nullable(dataScope()) }),
    reply: z.object({ version: z.int() }),
    proof: true,
  })),
  /** The spec's call: moves a user to another organisation. */
  move: put(`${usersPath}/org/{id}`, 'USER_ORG', () => ({
    ...withId(),
    body: z.strictObject({ orgId: f.id() }),
    reply: affected(),
    proof: true,
  })),
  moveMany: acting(
    life.page,
    put(`${usersPath}/batch/org`, 'USER_ORG', () => ({
      body: batchBodyWith(filter(), { orgId: f.id() }),
      reply: batchReply(),
      proof: true,
    })),
  ),
  addRoleMany: acting(
    life.page,
    put(`${usersPath}/batch/role`, 'USER_EDIT', () => ({
      body: batchBodyWith(filter(), { roleId: f.id() }),
      reply: batchReply(),
      proof: true,
    })),
  ),
}
export type User = RowOf<typeof users>

/** Users as rows of a sheet. */
export const userSheet = sheetOf(users, {
  key: 'userName',
  columns: {
    userName: 'user.userName',
    realName: 'user.realName',
    email: 'user.email',
    phone: 'user.phone',
    orgId: 'user.organization',
    roleIds: 'user.roles',
    vendorId: 'user.vendor',
    language: 'user.language',
    timeZone: 'user.timeZone',
    validFrom: 'user.validFrom',
    validTo: 'user.validTo',
    remark: 'user.remark',
  },
})
