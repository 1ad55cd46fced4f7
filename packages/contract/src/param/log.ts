import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { paramDeliveryStates, paramLevels, refusedParam } from './assignment.ts'
import { pid } from './field.ts'

/** The path that the calls of the parameter log share. */
export const paramLogPath = '/admin/param/v1/log'

/** Days that a look goes back which names no beginning. */
export const paramLogDays = 30

/** Why values change. */
export const paramCauses = [
  'ACTIVATED',
  'REVOKED',
  'STARTED',
  'ENDED',
  'IMPORTED',
  'TEMPLATE',
  'DICTIONARY',
] as const

const change = z.object({
  id: z.string(),
  at: f.moment(),
  cause: z.enum(paramCauses),
  /** Who did it; null: a moment that had come, or somebody who is gone. */
  user: z.nullable(z.string()),
  note: z.nullable(z.string()),
  pid: z.string(),
  /** Null: there was none, there is none any more, or it is a secret. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  isSecret: z.boolean(),
  /** Null: the dictionary, or a template. */
  assignmentId: z.nullable(f.id()),
  ownerName: z.nullable(z.string()),
  level: z.nullable(z.enum(paramLevels)),
  targetName: z.nullable(z.string()),
  appId: z.nullable(f.id()),
  appName: z.nullable(z.string()),
})
export type ParamChange = z.output<typeof change>

export const paramDelivered = z.object({
  /** Terminal and application. */
  id: z.string(),
  deviceId: f.id(),
  sn: z.string(),
  orgName: z.string(),
  appId: f.id(),
  appName: z.string(),
  package: z.string(),
  /** The terminal's own number of its values, which rises with each change. */
  revision: z.int(),
  templateName: z.string(),
  templateRevision: z.int(),
  state: z.enum(paramDeliveryStates),
  /** Of the item that brings it, or brought it last. */
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  attempt: z.nullable(z.int()),
  /** Of PARTLY_APPLIED: what the application did not take. */
  refused: z.array(refusedParam),
  pushId: z.nullable(f.id()),
  since: f.moment(),
  changedAt: f.moment(),
  publishedAt: z.nullable(f.moment()),
  endedAt: z.nullable(f.moment()),
  /** When the terminal told last that it runs with other values than before. */
  reportedAt: z.nullable(f.moment()),
})
export type ParamDeliveryRow = z.output<typeof paramDelivered>

/** What was said about parameters. */
export const paramLog = {
  page: get(`${paramLogPath}/page`, 'PARAM_LOG_LIST', {
    query: pageQuery(
      z.object({
        appId: z.optional(f.id()),
        assignmentId: z.optional(f.id()),
        orgId: z.optional(f.id()),
        pid: z.optional(pid()),
        cause: z.optional(z.enum(paramCauses)),
        level: z.optional(z.enum(paramLevels)),
        from: z.optional(f.moment()),
        to: z.optional(f.moment()),
      }),
    ),
    reply: pageOf(change),
  }),
}

/** How far terminals are with their values. */
export const paramDeliveries = {
  /** Each terminal with each application that has values for it, the latest change first. */
  page: get(`${paramLogPath}/delivery/page`, 'PARAM_LOG_LIST', {
    query: pageQuery(
      z.object({
        sn: z.optional(f.text(32)),
        appId: z.optional(f.id()),
        orgId: z.optional(f.id()),
        /** One of those that speak of the terminal. */
        assignmentId: z.optional(f.id()),
        state: z.optional(z.enum(paramDeliveryStates)),
        /** The terminal's own number of its values. */
        revision: z.optional(
          z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647)),
        ),
      }),
    ),
    reply: pageOf(paramDelivered),
  }),
}
