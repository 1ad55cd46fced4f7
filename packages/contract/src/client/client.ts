import * as z from 'zod/mini'
import { get, proved, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { clientEventNames } from './clientEvents.ts'
import { dataScope, scopeKinds, shownScope } from '../user/dataScope.ts'
import { rightNode } from '../user/role.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/** What a client is for. WEBHOOK is told of events and may not call; all others may. */
const clientKinds = ['OPEN_API', 'CONSOLE', 'DEVICE_AGENT', 'WEBHOOK'] as const

/** SECRET_ROTATING: an earlier secret is still good for some hours. */
const clientStates = ['ACTIVE', 'SECRET_ROTATING', 'EXPIRED', 'DISABLED'] as const

/** How long a rotated secret stays good beside the new one, unless it is ended at once. */
export const secretOverlapHours = 24

/** Of the sending of events: STOPPED: it failed for days, and waits for somebody to look after it. */
const webhookStates = ['NONE', 'WORKING', 'FAILING', 'STOPPED'] as const

/** How a client signs: by its secret, or by a key whose private half only it has. */
const signingWays = ['HMAC-SHA256', 'RSA-PSS-SHA256'] as const

const fields = once(() =>
  z.object({
    name: f.name(),
    kind: z.enum(clientKinds),
    orgId: f.id(),
    /** Where its calls may come from; none named means anywhere. */
    ipAllow: z._default(z.array(f.network()).check(z.maxLength(50)), []),
    /** Calls within ten minutes; null: what the parameter client.rate.per10min says. */
    rateLimit: f.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    validTo: f.optional(f.moment()),
    remark: f.optional(f.text(500)),
    /** PEM (SPKI) of an RSA key: it signs its calls with the private half, and no secret opens any. */
    publicKey: f.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(2048))),
    /** Where events are sent; null: nowhere. */
    callbackUrl: f.optional(f.webAddress()),
    /** What is told, as far as rights and data scope reach. */
    events: z._default(
      z.array(z.enum(clientEventNames)).check(z.maxLength(clientEventNames.length)),
      [],
    ),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    kind: z.optional(z.enum(clientKinds)),
    state: z.optional(z.enum(clientStates)),
    orgId: z.optional(f.id()),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  state: z.enum(clientStates),
  dataScope: z.nullable(z.enum(scopeKinds)),
  signAlg: z.enum(signingWays),
  /** How many rights it holds. */
  rightCount: z.int(),
  /** To the minute. */
  lastUsedAt: z.nullable(f.moment()),
  /** Until when the secret before the current one is good. */
  oldSecretUntil: z.nullable(f.moment()),
  webhookState: z.enum(webhookStates),
  /** Told once, in the answer that made it; null everywhere else. */
  secret: secret(z.nullable(z.string())),
}))

/** The path that the calls of API clients share. */
export const clientsPath = '/admin/auth/v1/client'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

const life = recyclable(clientsPath, 'CLIENT', { fields, filter, shown })

/** The client's version after the change. */
const written = once(() => z.object({ version: z.int() }))

const callsOfDay = once(() =>
  z.object({
    hours: z.array(
      z.object({
        hour: f.moment(),
        calls: z.int(),
        /** Of the calls those that were answered with a refusal or a failure. */
        errors: z.int(),
        /** Turned away before: wrong signature, over the limit, disabled. */
        refused: z.int(),
      }),
    ),
    failed: z.array(
      z.object({
        id: f.id(),
        at: f.moment(),
        method: z.string(),
        path: z.string(),
        code: z.int(),
        ip: z.string(),
      }),
    ),
  }),
)
export type ClientCalls = z.output<ReturnType<typeof callsOfDay>>

/** API clients: programs of others that call as themselves. Their id is the CLIENTID of their calls. */
export const clients = {
  ...life,
  add: proved(life.add),
  update: proved(life.update),
  /** A new secret, told once; the one before stays good for {@link secretOverlapHours}. */
  rotate: put(`${clientsPath}/rotate/{id}`, 'CLIENT_ROTATE', () => ({
    ...withId(),
    body: z.strictObject({ endsOldNow: z._default(z.boolean(), false) }),
    reply: z.object({ secret: secret(z.string()), oldSecretUntil: z.nullable(f.moment()) }),
    proof: true,
  })),
  rights: get(`${clientsPath}/menu/{id}`, 'CLIENT_DATA', () => ({
    ...withId(),
    reply: z.array(rightNode()),
  })),
  /** Gives exactly these menu items, as far as the caller holds them; their parents come along. */
  setRights: put(`${clientsPath}/menu/{id}`, 'CLIENT_DATA', () => ({
    ...withId(),
    body: z.strictObject({ version: z.int(), menuIds: z.array(f.id()).check(z.maxLength(5000)) }),
    reply: written(),
    proof: true,
  })),
  scope: get(`${clientsPath}/data/{id}`, 'CLIENT_DATA', () => ({
    ...withId(),
    reply: shownScope(),
  })),
  setScope: put(`${clientsPath}/data/{id}`, 'CLIENT_DATA', () => ({
    ...withId(),
    body: z.strictObject({ ...dataScope().shape, version: z.int() }),
    reply: written(),
    proof: true,
  })),
  /** The calls of the last 24 hours, hour by hour, and those of them that failed last. */
  calls: get(`${clientsPath}/calls/{id}`, 'CLIENT_DETAIL', () => ({
    ...withId(),
    reply: callsOfDay(),
  })),
}
export type Client = RowOf<typeof clients>
