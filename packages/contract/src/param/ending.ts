import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { paramSources } from './assignmentStates.ts'
import { pid } from './field.ts'
import { paramDelivered } from './log.ts'

/** The path that the calls of what ends share. */
export const paramEndingsPath = '/admin/param/v1/ending'

/** Days ahead that are looked at where nobody names others. */
export const usualEndingDays = 90

const ending = once(() =>
  z.object({
    /** The value, the row and the column. */
    id: z.string(),
    valueId: z.int(),
    pid: pid(),
    title: z.string(),
    /** Of a table. */
    columnTitle: z.nullable(z.string()),
    /** The first cells of the row of a table; empty: it is none. */
    label: z.string(),
    endsOn: f.day(),
    /** Until then; past ones are negative. */
    days: z.int(),
    source: z.enum(paramSources),
    /** Null: the dictionary, a template, or an assignment that the reader does not see. */
    assignmentId: z.nullable(f.id()),
    ownerName: z.nullable(z.string()),
    appName: z.nullable(z.string()),
    /** Terminals and applications that should have it now, of those that the caller sees. */
    /** Counted up to one more than a list counts ({@link countCap}). */
    deviceCount: z.int(),
  }),
)
export type ParamEnding = z.output<ReturnType<typeof ending>>

/** Keys, identities and certificates among the values that end soon, or have ended. */
export const paramEndings = {
  /** What terminals that the caller sees should have, the first to end before the others. */
  page: get(`${paramEndingsPath}/page`, 'PARAM_LIST', () => ({
    query: pageQuery(
      z.object({
        /** Within so many days; what has ended is among them. */
        days: z._default(f.queryNumber().check(z.minimum(0), z.maximum(3650)), usualEndingDays),
        pid: z.optional(f.text(128)),
      }),
    ),
    reply: pageOf(ending()),
  })),
  /** The terminals of one of them, and how far each is with its values. */
  devices: get(`${paramEndingsPath}/device/page`, 'PARAM_LIST', () => ({
    query: pageQuery(
      z.object({ valueId: f.queryNumber().check(z.minimum(1)), sn: z.optional(f.text(32)) }),
    ),
    reply: pageOf(paramDelivered()),
  })),
}
