import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { handedFile } from './handIn.ts'
import { itemStates, itemWaits } from './taskItem.ts'

/** One command to one terminal and how far it has come. */
export const taskItem = once(() =>
  z.object({
    id: f.id(),
    /** What it belongs to. */
    pushId: f.id(),
    deviceId: f.id(),
    cmd: z.string(),
    args: z.record(z.string(), z.unknown()),
    state: z.enum(itemStates),
    /** How far an application is while it runs, see `installSteps`. */
    step: z.nullable(z.string()),
    /** Progress of a running command, 0 to 100. */
    percent: z.nullable(z.int()),
    /** Error code, e.g. `C402`. */
    code: z.nullable(z.string()),
    message: z.nullable(z.string()),
    /** What it found out, in the words of U-TASK; null: nothing was told. */
    result: z.nullable(z.record(z.string(), z.unknown())),
    /** What the terminal has handed in for it. */
    file: z.nullable(handedFile()),
    attempt: z.int(),
    createdAt: f.moment(),
    createdBy: z.nullable(z.string()),
    queuedAt: z.nullable(f.moment()),
    publishedAt: z.nullable(f.moment()),
    deliveredAt: z.nullable(f.moment()),
    ackedAt: z.nullable(f.moment()),
    endedAt: z.nullable(f.moment()),
    /** When something showed it that the terminal did not write for its sake: its inventory, a new connection, a report. */
    provedAt: z.nullable(f.moment()),
    expiresAt: f.moment(),
    /** Why it does not leave although its terminal is there. */
    waitsFor: z.nullable(z.enum(itemWaits)),
    /** What the calendar says about the blackout. */
    waitsReason: z.nullable(z.string()),
    waitsUntil: z.nullable(f.moment()),
    /** Late and repeated answers that were recorded but moved nothing. */
    staleReports: z.int(),
  }),
)
export type TaskItem = z.output<ReturnType<typeof taskItem>>
