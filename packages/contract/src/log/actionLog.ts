import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { actKinds } from './actKinds.ts'

/** Days that one look at a log may span. */
export const logSpanDays = 92

/** Days up to its end that a look at a log spans where it names no beginning. */
export const defaultLogDays = 7

/** From when to when one looks at a log. */
export const logSpan = once(() => ({ from: z.optional(f.moment()), to: z.optional(f.moment()) }))

/** A page of a log, and the span that it was looked for in. */
export const logPageOf = <R extends z.ZodMiniType>(row: R) =>
  z.extend(pageOf(row), {
    from: f.moment(),
    /** What comes later is not in it. */
    to: f.moment(),
  })

/** By what an action was done: in the console, or by a call that an API client or a personal token signed. */
export const actionClients = ['CONSOLE', 'CLIENT', 'TOKEN'] as const
export type ActionClient = (typeof actionClients)[number]

const entryShape = once(() => ({
  id: f.id(),
  at: f.moment(),
  userId: z.nullable(f.id()),
  userName: z.string(),
  /** The same as it is read, in the caller's language: an API client by what it is, nobody as such. */
  who: z.string(),
  /** Who looked on as the user; null: the user himself. */
  impersonatorName: z.nullable(z.string()),
  orgId: z.nullable(f.id()),
  orgName: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  /** What the call asked for: the module and the action are in it. */
  permission: z.string(),
  /** Name in the menu of the page that the permission belongs to; null where it is of none. */
  pageName: z.nullable(z.string()),
  /** What was done, in the caller's language. */
  sentence: z.string(),
  targetIds: z.array(z.string()),
  targetName: z.nullable(z.string()),
  code: z.int(),
  ip: z.nullable(z.string()),
  durationMs: z.int(),
  /** Null: nobody had signed in, or it was written before this was kept. */
  clientKind: z.nullable(z.enum(actionClients)),
  /** What the browser or the program calls itself. */
  userAgent: z.nullable(z.string()),
  /** Whether the session's owner had shown a second factor; null: there was no session, or it was not kept. */
  factorGiven: z.nullable(z.boolean()),
  /** Finds the call in the server's own log. */
  requestId: z.string(),
}))

const filter = once(() =>
  z.object({
    ...logSpan(),
    userName: z.optional(f.text(64)),
    orgId: z.optional(f.id()),
    /** First part of a permission code, e.g. `VENDOR`. */
    module: z.optional(f.text(64)),
    /** What was done, whatever to. */
    act: z.optional(z.enum(actKinds)),
    /** An id, a part of the name of what was changed, or its whole serial number, user name or code. */
    target: z.optional(f.text(128)),
    result: z.optional(z.enum(['done', 'refused'])),
    ip: z.optional(f.text(64)),
    client: z.optional(z.enum(actionClients)),
  }),
)

/** Where an entry stands in the chain of seals. */
const sealState = once(() =>
  z.object({
    /** `waiting`: written less than about a minute ago and not sealed yet. */
    state: z.enum(['sealed', 'waiting', 'changed']),
    seq: z.nullable(z.int()),
    sealedAt: z.nullable(f.moment()),
  }),
)

/** What a verification may find. */
const logFaults = [
  'entryChanged',
  'entriesMissing',
  'entriesAdded',
  'chainBroken',
  'signatureWrong',
  /** A block that was seen elsewhere is not in the log any more, or is another one. */
  'anchorMissing',
] as const

/** A block of the log as it was seen elsewhere: its number and its hash. */
export const logAnchor = () => z.string().check(z.regex(/^\d{1,15}:[0-9a-f]{64}$/))

const fault = once(() =>
  z.object({
    kind: z.enum(logFaults),
    /** Number of the block it was found in. */
    seq: z.int(),
    /** Null for a block that is not there. */
    sealedAt: z.nullable(f.moment()),
    /** The entry, where one can be named. */
    entryId: z.nullable(f.id()),
  }),
)

/** Who did what (product spec, section 7). */
export const actionLog = {
  page: get('/admin/log/v1/action/page', 'LOG_LIST', () => ({
    query: pageQuery(filter()),
    reply: logPageOf(z.object(entryShape())),
  })),
  /** The moment finds the entry's partition; it is the entry's own `at`. */
  detail: get('/admin/log/v1/action/detail', 'LOG_DETAIL', () => ({
    query: z.strictObject({ id: f.id(), at: f.moment() }),
    reply: z.object({
      ...entryShape(),
      /** What was sent, secrets masked. */
      request: z.nullable(z.unknown()),
      before: z.nullable(z.unknown()),
      after: z.nullable(z.unknown()),
      seal: sealState(),
    }),
  })),
  /** Proves a range untouched, at most {@link logSpanDays} days, and that the log still has a block. */
  verify: get('/admin/log/v1/action/verify', 'LOG_VERIFY', () => ({
    query: z.strictObject({ from: f.moment(), to: f.moment(), anchor: z.optional(logAnchor()) }),
    reply: z.object({
      blocks: z.int(),
      entries: z.int(),
      /** Written so lately that no block holds them yet. */
      waiting: z.int(),
      faults: z.array(fault()),
    }),
  })),
}
export type Action = z.output<(typeof actionLog.page)['schemas']['reply']>['list'][number]
export type ActionDetail = z.output<(typeof actionLog.detail)['schemas']['reply']>
export type LogVerdict = z.output<(typeof actionLog.verify)['schemas']['reply']>

const signInShape = once(() => ({
  id: f.id(),
  at: f.moment(),
  userId: z.nullable(f.id()),
  userName: z.string(),
  orgName: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  /** `SUCCESS`, or why it failed. */
  result: z.string(),
}))

/** Who signed in, or tried to. */
export const signInLog = {
  page: get('/admin/log/v1/signin/page', 'LOG_LIST', () => ({
    query: pageQuery(
      z.object({
        ...logSpan(),
        userName: z.optional(f.text(64)),
        ip: z.optional(f.text(64)),
        result: z.optional(z.enum(['done', 'refused'])),
      }),
    ),
    reply: logPageOf(z.object(signInShape())),
  })),
}
export type SignInEntry = z.output<(typeof signInLog.page)['schemas']['reply']>['list'][number]
