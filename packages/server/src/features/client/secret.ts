import { secretOverlapHours } from '@muster/contract'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { makeToken } from '../../platform/secrets.ts'

/** Makes a client's secret and keeps it sealed; what it answers is told once. */
export async function makeSecret(ctx: Context, clientId: string): Promise<string> {
  const secret = makeToken()
  const id = randomUUID()
  await ctx.db
    .insertInto('apiClientSecret')
    .values({
      id,
      clientId,
      sealed: ctx.platform.secrets.seal(Buffer.from(secret), `api_client_secret:${id}`),
      validFrom: ctx.now().toISOString(),
      createdBy: ctx.principal.userId,
    })
    .execute()
  await noteMaker(ctx, clientId)
  return secret
}

/** What a client does is the doing of whoever may have what it signs with, see one_person. */
export async function noteMaker({ db, principal }: Context, clientId: string): Promise<void> {
  await sql`update api_client set makers = array_append(array_remove(makers, ${principal.userId}::uuid), ${principal.userId}::uuid)
    where id = ${clientId}`.execute(db)
}

/** Ends the current secret after its overlap, or now; one that was ending already ends now. */
export async function endSecrets(
  ctx: Context,
  clientId: string,
  isAtOnce: boolean,
): Promise<string | null> {
  const now = ctx.now()
  const later = new Date(now.getTime() + secretOverlapHours * 3_600_000)
  const end = isAtOnce ? now : later
  const { rows } = await sql<{ validTo: string }>`update api_client_secret
    set valid_to = case when valid_to is null then ${end.toISOString()}::timestamptz else ${now.toISOString()}::timestamptz end
    where client_id = ${clientId} and (valid_to is null or valid_to > ${now.toISOString()})
    returning valid_to`.execute(ctx.db)
  const last = rows
    .map(({ validTo }) => validTo)
    .toSorted()
    .at(-1)
  return isAtOnce || last === undefined ? null : last
}
