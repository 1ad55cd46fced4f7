import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { severities } from '../device/event.ts'
import { estateFilter } from './estate.ts'

/** Seconds between two readings of the wall. */
export const wallSeconds = 15

const whole = once(() => z.int())

/** WALL: how the estate is at a glance, for a screen that nobody stands at; cut to its reader's scope. */
export const wallStat = {
  look: get('/admin/stat/v1/wall/look', 'WALL', () => ({
    query: z.strictObject({ orgId: estateFilter().orgId }),
    reply: z.object({
      at: f.moment(),
      total: whole(),
      online: whole(),
      /** Offline for less than is too long, and for more. */
      offline: whole(),
      away: whole(),
      /** The last 24 hours; null: nobody counted. */
      curve: z.array(z.object({ at: f.moment(), online: z.nullable(z.number()) })),
      alarms: z.object({
        open: z.record(z.enum(severities), whole()),
        /** The latest that are open, the most recent first. */
        latest: z.array(
          z.object({
            id: f.id(),
            kind: z.string(),
            severity: z.enum(severities),
            firstAt: f.moment(),
            sn: z.string(),
            orgName: z.string(),
          }),
        ),
      }),
      /** What is going on with many terminals: plans, and pushes that belong to none. */
      running: z.array(
        z.object({
          id: f.id(),
          kind: z.enum(['PLAN', 'PUSH']),
          no: z.string(),
          name: z.string(),
          state: z.string(),
          size: whole(),
          done: whole(),
          failed: whole(),
          /** There are more terminals than `size`: only so many were counted. */
          capped: z.boolean(),
        }),
      ),
      /** Organisations with terminals in service, those with the smallest share online first. */
      worst: z.array(z.object({ id: f.id(), name: z.string(), total: whole(), online: whole() })),
      link: z.object({
        /** Processes that speak with terminals, and those of them that were heard of lately. */
        gateways: whole(),
        answering: whole(),
        /** When terminals were last counted; null: never. */
        countedAt: z.nullable(f.moment()),
      }),
    }),
  })),
}
