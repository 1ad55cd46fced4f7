import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'
import { clientsPath } from './client.ts'

const base = `${clientsPath}/webhook`
const deliveryStates = ['QUEUED', 'SENT', 'FAILED'] as const

const delivery = once(() =>
  z.object({
    id: f.id(),
    /** When it happened. */
    at: f.moment(),
    /** A name of `clientEvents`, or `test`. */
    event: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    /** HTTP status of the last answer; null where there was none. */
    status: z.nullable(z.int()),
    error: z.nullable(z.string()),
    durationMs: z.nullable(z.int()),
    nextAttemptAt: z.nullable(f.moment()),
    sentAt: z.nullable(f.moment()),
    /** The body that is sent. */
    body: z.string(),
  }),
)
export type Delivery = z.output<ReturnType<typeof delivery>>

const affected = once(() => z.object({ count: z.int() }))
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** What was sent to clients, and what became of it. */
export const webhooks = {
  log: get(`${base}/log/{id}`, 'CLIENT_WEBHOOK', () => ({
    ...withId(),
    query: pageQuery(
      z.object({
        event: z.optional(f.text(64)),
        state: z.optional(z.enum(deliveryStates)),
      }),
    ),
    reply: pageOf(delivery()),
  })),
  /** Queues a delivery that says nothing but that it is a test; a stopped webhook starts again. */
  test: post(`${base}/test/{id}`, 'CLIENT_WEBHOOK', () => ({ ...withId(), reply: affected() })),
  /** Sends a delivery once more, under the same id. */
  replay: post(`${base}/replay/{logId}`, 'CLIENT_WEBHOOK', () => ({
    params: z.strictObject({ logId: f.id() }),
    reply: affected(),
  })),
}

/** Headers of a delivery, beside its body of JSON. */
export const webhookHeaders = {
  /** The same for each try: who has seen it may answer 200 and do nothing. */
  id: 'Muster-Delivery',
  event: 'Muster-Event',
  /** `t=<epoch seconds>,v1=<hex>`, one `v1` for each secret that is good now. */
  signature: 'Muster-Signature',
} as const
