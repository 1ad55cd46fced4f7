import { developerOverlapHours } from '@muster/contract'
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Context, Platform } from '../../kit/context.ts'
import type { DB } from '../../platform/schema.ts'
import { makeToken } from '../../platform/secrets.ts'

const purposeOf = (id: string): string => `developer_secret:${id}`

/** Makes a developer's secret and keeps it sealed; what it answers is told once. */
export async function makeSecret(ctx: Context, developerId: string): Promise<string> {
  const secret = makeToken()
  const id = randomUUID()
  await ctx.db
    .insertInto('developerSecret')
    .values({
      id,
      developerId,
      sealed: ctx.platform.secrets.seal(Buffer.from(secret), purposeOf(id)),
      validFrom: ctx.now().toISOString(),
      createdBy: ctx.principal.userId,
    })
    .execute()
  return secret
}

/** Ends the secret in force after its overlap, or now; one that was ending already ends now. */
export async function endSecrets(
  ctx: Context,
  developerId: string,
  isAtOnce: boolean,
): Promise<string | null> {
  const now = ctx.now()
  const later = new Date(now.getTime() + developerOverlapHours * 3_600_000).toISOString()
  const at = now.toISOString()
  const end = isAtOnce ? at : later
  const { rows } = await sql<{
    wasInForce: boolean
  }>`with held as (select id, valid_to is null as was_in_force
      from developer_secret where developer_id = ${developerId} and (valid_to is null or valid_to > ${at})
      for update)
    update developer_secret secret
    set valid_to = case when held.was_in_force then ${end}::timestamptz else ${at}::timestamptz end
    from held where held.id = secret.id returning held.was_in_force`.execute(ctx.db)
  return !isAtOnce && rows.some(({ wasInForce }) => wasInForce) ? later : null
}

/** The secrets of a developer that are good now. */
export async function goodSecrets(
  { secrets, now }: Platform,
  db: Kysely<DB>,
  developerId: string,
): Promise<readonly Buffer[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`select id, sealed from developer_secret
    where developer_id = ${developerId} and (valid_to is null or valid_to > ${now().toISOString()})
    order by valid_from desc limit 5`.execute(db)
  return rows.map(({ id, sealed }) => secrets.open(sealed, purposeOf(id)))
}
