import type { DownMessage } from '@muster/contract'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { DB } from '../platform/schema.ts'
import type { Context } from './context.ts'

/** Work for the gateway, as it lies in the outbox. */
export const deviceOutbox = 'device'

export interface Addressee {
  readonly sn: string
  /** Unique per message: a terminal acts on an id once, however often it arrives. */
  readonly messageId: string
  /** After this moment the terminal drops the message; epoch milliseconds. */
  readonly expiresAt: number
}

/** Writes a message to a terminal in the caller's transaction; the gateway sends it after the commit. */
export async function tell<B extends z.ZodMiniType>(
  ctx: Pick<Context, 'ring'> & { readonly db: Kysely<DB> },
  message: DownMessage<B>,
  { to, body }: { to: Addressee; body: z.input<B> },
): Promise<void> {
  const payload = { ...to, path: message.path, body }
  await ctx.db
    .insertInto('outbox')
    .values({ kind: deviceOutbox, key: to.sn, payload: JSON.stringify(payload) })
    .execute()
  ctx.ring(deviceOutbox)
}
