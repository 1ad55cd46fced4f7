import { codes, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../kit/refusal.ts'
import { addressFault } from '../../platform/outbound.ts'

interface Told {
  readonly kind: string
  readonly callbackUrl?: string | null | undefined
  readonly events?: readonly string[] | undefined
}

/**
 * What is wrong with the address that events go to, or null: without one nobody is told of them,
 * and it is one that may be reached. What a name means is looked up when something is sent.
 */
function callbackFault(ctx: Context, { kind, callbackUrl, events }: Told): TextKey | null {
  const isTold = kind === 'WEBHOOK' || (events ?? []).length > 0
  if (!callbackUrl) return isTold ? 'client.needsCallback' : null
  return addressFault(callbackUrl, ctx.platform.env.webhookNetworks)
}

/** Events go to an address that may be reached, or nobody is told of them. */
export function requireCallback(ctx: Context, values: Told): void {
  const fault = callbackFault(ctx, values)
  if (fault) throw fieldRefusal('callbackUrl', fault)
}

/** The same of clients that are enabled or come back from the bin: older ones may be otherwise. */
export async function requireCallbacks(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<
    Told & { name: string }
  >`select name, kind, callback_url, events from api_client
    where id = any(${[...ids]}::uuid[]) order by name`.execute(ctx.db)
  const wrong = rows.find((row) => callbackFault(ctx, row) !== null)
  if (wrong)
    throw new Refusal(codes.warning, 'client.noGoodCallback', {
      params: { name: wrong.name },
    })
}
