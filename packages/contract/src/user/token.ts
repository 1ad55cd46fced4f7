import * as z from 'zod/mini'
import { type Call, del, get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { rightNode } from './role.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { usersPath } from './user.ts'

/** How many tokens a person may have, those that are over included. */
export const mostTokens = 20

/** Days that a token is good for at the most; the parameter token.maxDays may say fewer. */
const longestTokenDays = 365

/** ALL: whatever its owner may; READ: of that what only reads; CHOSEN: of that what is named. */
export const tokenReaches = ['ALL', 'READ', 'CHOSEN'] as const

/**
 * What no token changes, whatever its owner may: who comes in, by what, and with which rights. A
 * stolen token must not make another way in.
 */
const closedToTokens = [
  '/admin/user/',
  '/admin/auth/',
  '/admin/org/v1/org/keys',
  '/admin/org/v1/org/pwd',
  '/admin/system/v1/mail',
  '/admin/system/v1/menu',
  '/admin/system/v1/parameter',
  '/admin/system/v1/pwd',
  '/admin/system/v1/website',
]

/** Whether no token makes a call, whatever its owner may. */
export const isClosedToTokens = ({ method, path }: Pick<Call, 'method' | 'path'>): boolean =>
  method !== 'GET' && closedToTokens.some((start) => path.startsWith(start))

const fields = once(() => ({
  name: f.name(),
  reach: z.enum(tokenReaches),
  /** Permission codes, where the reach is CHOSEN. */
  codes: z._default(z.array(f.text(64)).check(z.maxLength(1000)), []),
  /** Where its calls may come from; none named means from wherever its owner may sign in. */
  ipAllow: z._default(z.array(f.network()).check(z.maxLength(50)), []),
}))

const token = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    reach: z.enum(tokenReaches),
    codes: z.array(z.string()),
    ipAllow: z.array(z.string()),
    createdAt: f.moment(),
    validTo: f.moment(),
    isOver: z.boolean(),
    /** To the minute. */
    lastUsedAt: z.nullable(f.moment()),
    lastIp: z.nullable(z.string()),
  }),
)
export type Token = z.output<ReturnType<typeof token>>

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** The caller's own tokens: scripts sign with one and act as he does. Its id is the CLIENTID of its calls. */
export const tokens = {
  list: get(`${usersPath}/token`, 'PERSONAL_TOKEN', () => ({
    reply: z.object({
      list: z.array(token()),
      /** Days that a new one may be good for; 0: there are to be none. */
      mostDays: z.int(),
    }),
  })),
  /** What there is to choose from: the rights that the caller holds. */
  rights: get(`${usersPath}/token/rights`, 'PERSONAL_TOKEN', () => ({
    reply: z.array(rightNode()),
  })),
  /** The secret is told once. */
  make: post(`${usersPath}/token`, 'PERSONAL_TOKEN', () => ({
    body: z.strictObject({
      ...fields(),
      days: z.int().check(z.minimum(1), z.maximum(longestTokenDays)),
    }),
    reply: z.object({ token: token(), secret: secret(z.string()) }),
    proof: true,
  })),
  end: del(`${usersPath}/token/{id}`, 'PERSONAL_TOKEN', () => ({
    ...withId(),
    reply: z.object({ count: z.int() }),
  })),
}

/** The tokens of a user, as an administrator sees and ends them. */
export const userTokens = {
  list: get(`${usersPath}/tokens/{id}`, 'USER_TOKEN', () => ({
    ...withId(),
    reply: z.array(token()),
  })),
  end: del(`${usersPath}/tokens/{id}`, 'USER_TOKEN', () => ({
    ...withId(),
    body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(mostTokens)) }),
    reply: z.object({ count: z.int() }),
  })),
}
