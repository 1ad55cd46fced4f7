import { createHash } from 'node:crypto'
import { type Call, codes, headers } from '@muster/contract'
import { sql } from 'kysely'
import type { IncomingRequest } from './incoming.ts'
import type { Context } from '../kit/context.ts'
import { fieldRefusal, Refusal } from '../kit/refusal.ts'
import { Outside } from '../kit/serve.ts'

/** Characters of an `Idempotency-Key`; a UUID has 36. */
const longestKey = 128

type Where = Pick<Context, 'platform' | 'db' | 'principal'>

/** The key that a write is to be done once under, or null. */
export function keyOf(request: IncomingRequest, { schemas }: Call): string | null {
  const key = request.header(headers.idempotencyKey.toLowerCase())
  if (!key || schemas.unkept) return null
  if (key.length > longestKey)
    throw fieldRefusal(headers.idempotencyKey, 'rule.tooLong', { limit: longestKey })
  return key
}

/** Bodies hold passwords and short codes: whoever reads the database cannot try them out on this. */
const hashOf = ({ platform: { secrets } }: Where, request: IncomingRequest): Buffer => {
  const body = createHash('sha256').update(request.body).digest('hex')
  return secrets.mac(`${request.method} ${request.url}\n${body}`, 'idempotency.request')
}

/**
 * Runs a write at most once per caller and `Idempotency-Key`: the same key with the same request
 * answers what the first one answered, a refusal too; with another request it is refused. A twin
 * that runs at the same time waits for the first one's commit, because both want the same row.
 */
export async function once(
  ctx: Where,
  { request, key }: { request: IncomingRequest; key: string | null },
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (key === null) return run()
  const hash = hashOf(ctx, request)
  // What was refused did nothing: the key may go with a better request.
  const taken = await sql`insert into idempotency (user_id, key, request_hash)
    values (${ctx.principal.userId}, ${key}, ${hash})
    on conflict (user_id, key) do update set request_hash = excluded.request_hash, answer = null, created_at = now()
      where idempotency.created_at < now() - interval '24 hours'
        or (idempotency.answer is null and idempotency.created_at < now() - interval '2 minutes')
        or (idempotency.answer ? 'undone' and idempotency.request_hash <> excluded.request_hash)`.execute(
    ctx.db,
  )
  if (!taken.numAffectedRows) return firstAnswer(ctx, key, hash)
  const answer = await run()
  // Who talks to somebody outside has an answer only later.
  if (!(answer instanceof Outside)) await keepAnswer(ctx, key, answer)
  return answer
}

/** Keeps the answer of a write for who repeats it. */
export async function keepAnswer(ctx: Where, key: string | null, answer: unknown): Promise<void> {
  if (key === null) return
  const kept =
    answer instanceof Refusal ? { refusal: sealed(ctx, plainOf(answer)) } : sealed(ctx, answer)
  await sql`update idempotency set answer = ${JSON.stringify(kept)}::jsonb
    where user_id = ${ctx.principal.userId} and key = ${key}`.execute(ctx.db)
}

/** Refusals of the moment: the same request may well be carried out a moment later. */
const passing: ReadonlySet<number> = new Set([
  codes.unavailable,
  codes.failure,
  codes.tooManyRequests,
  codes.replayed,
  codes.idempotencyConflict,
])

/** Keeps what undid a write, so that the key answers it again. */
export async function keepRefusal(
  ctx: Where,
  { request, key }: { request: IncomingRequest; key: string | null },
  refusal: Refusal,
): Promise<void> {
  if (key === null || passing.has(refusal.code)) return
  const kept = { undone: true, refusal: sealed(ctx, plainOf(refusal)) }
  await sql`insert into idempotency (user_id, key, request_hash, answer)
    values (${ctx.principal.userId}, ${key}, ${hashOf(ctx, request)}, ${JSON.stringify(kept)}::jsonb)
    on conflict do nothing`.execute(ctx.db)
}

/** Gives the key of a write back that ended between its two transactions. */
export async function releaseKey(ctx: Where, key: string | null): Promise<void> {
  await sql`delete from idempotency where user_id = ${ctx.principal.userId} and key = ${key}
    and answer is null`.execute(ctx.db)
}

const plainOf = ({ code, key, detail }: Refusal) => ({ code, key, detail })

/** Answers may tell a secret that is kept nowhere in the clear: so not here either. */
const purpose = 'idempotency.answer'

const sealed = ({ platform: { secrets } }: Where, answer: unknown): string =>
  secrets.seal(Buffer.from(JSON.stringify(answer ?? null)), purpose).toString('base64')

const opened = ({ platform: { secrets } }: Where, kept: string): unknown =>
  JSON.parse(secrets.open(Buffer.from(kept, 'base64'), purpose).toString())

type Kept = string | { readonly refusal: string } | null

async function firstAnswer(ctx: Where, key: string, hash: Buffer): Promise<unknown> {
  const { rows } = await sql<{ requestHash: Buffer; answer: Kept }>`
    select request_hash, answer from idempotency
    where user_id = ${ctx.principal.userId} and key = ${key}`.execute(ctx.db)
  const [first] = rows
  if (!first?.requestHash.equals(hash))
    throw new Refusal(codes.idempotencyConflict, 'refusal.idempotencyConflict')
  const { answer } = first
  // The first one still talks to somebody outside.
  if (answer === null) throw new Refusal(codes.unavailable, 'refusal.unavailable')
  if (typeof answer === 'string') return opened(ctx, answer)
  // Sealed by this file alone.
  const { code, key: says, detail } = opened(ctx, answer.refusal) as ReturnType<typeof plainOf>
  throw new Refusal(code, says, detail)
}
