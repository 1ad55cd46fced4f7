import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { pushKinds, pushStates } from './pushStates.ts'

/** What a list of pushes may be cut to. */
export const pushFilter = once(() =>
  z.object({
    kind: z.optional(z.enum(pushKinds)),
    /** OPEN: all that have not ended. */
    state: z.optional(z.enum([...pushStates, 'OPEN'])),
    /** 1: waits for a decision that the caller may take. */
    waiting: z.optional(z.enum(['1'])),
    orgId: z.optional(f.id()),
    groupId: z.optional(f.id()),
    /** Some of its terminals are of this maker, or model. */
    vendorId: z.optional(f.id()),
    modelId: z.optional(f.id()),
    sn: z.optional(f.text(32)),
    from: z.optional(f.moment()),
    to: z.optional(f.moment()),
    /** Whoever gave it. */
    createdById: z.optional(f.id()),
    /** An error code that some of its terminals ended with. */
    code: z.optional(f.text(8)),
    /** What an application task brings or takes away, or whose parameters are brought. */
    appId: z.optional(f.id()),
    /** The version that it brings, as its maker calls it. */
    versionName: z.optional(f.text(64)),
    /** The assignment whose values a parameter push brings. */
    assignmentId: z.optional(f.id()),
    /** The same of a document. */
    documentId: z.optional(f.id()),
    /** The runs of a task that comes round. */
    parentId: z.optional(f.id()),
  }),
)

/** All that a page is asked for but the state. */
export const pushCountQuery = once(() =>
  z.strictObject({
    ...z.omit(pushFilter(), { state: true }).shape,
    keyword: z.optional(f.text(128)),
  }),
)

export const pushCounts = once(() =>
  z.object({
    /** All that have not ended: also those stopped of which terminals still are at work. */
    OPEN: z.int(),
    APPROVAL: z.int(),
    SCHEDULED: z.int(),
    RUNNING: z.int(),
    PAUSED: z.int(),
  }),
)
