import { createHash } from 'node:crypto'
import { codes, headers } from '@muster/contract'
import { sql } from 'kysely'
import type { IncomingRequest } from './incoming.ts'
import type { Context } from '../kit/context.ts'
import { Refusal } from '../kit/refusal.ts'

/**
 * Runs a write at most once per caller and `Idempotency-Key`: the same key with the same request
 * answers what the first one answered, with another request it is refused. A twin that runs at
 * the same time waits for the first one's commit, because both want the same row.
 */
export async function once(
  ctx: Context,
  request: IncomingRequest,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const key = request.header(headers.idempotencyKey.toLowerCase())
  if (!key) return run()
  const hash = createHash('sha256')
    .update(`${request.method} ${request.url}\n`)
    .update(request.body)
    .digest()
  const { userId } = ctx.principal
  const taken = await sql`insert into idempotency (user_id, key, request_hash)
    values (${userId}, ${key.slice(0, 128)}, ${hash})
    on conflict (user_id, key) do update set request_hash = excluded.request_hash, answer = null, created_at = now()
      where idempotency.created_at < now() - interval '24 hours'`.execute(ctx.db)
  if (!taken.numAffectedRows) return firstAnswer(ctx, key, hash)
  const answer = await run()
  if (!(answer instanceof Refusal))
    await sql`update idempotency set answer = ${JSON.stringify(sealed(ctx, answer))}::jsonb
      where user_id = ${userId} and key = ${key}`.execute(ctx.db)
  return answer
}

/** Answers may tell a secret that is kept nowhere in the clear: so not here either. */
const purpose = 'idempotency.answer'

const sealed = ({ platform: { secrets } }: Context, answer: unknown): string =>
  secrets.seal(Buffer.from(JSON.stringify(answer ?? null)), purpose).toString('base64')

/** What was kept before answers were sealed is read as it is. */
const opened = ({ platform: { secrets } }: Context, kept: unknown): unknown =>
  typeof kept === 'string'
    ? JSON.parse(secrets.open(Buffer.from(kept, 'base64'), purpose).toString())
    : kept

async function firstAnswer(ctx: Context, key: string, hash: Buffer): Promise<unknown> {
  const first = await ctx.db
    .selectFrom('idempotency')
    .select(['requestHash', 'answer'])
    .where('userId', '=', ctx.principal.userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!first?.requestHash.equals(hash))
    throw new Refusal(codes.idempotencyConflict, 'refusal.idempotencyConflict')
  return opened(ctx, first.answer)
}
