import type { KeyKind, OrganizationKey } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { organizationsBy } from '../../../access/scope.ts'

const mine = organizationsBy('orgId')

/** The keys of an organisation that hold, the newest first. */
export async function keysOf({ db }: Context, orgId: string): Promise<OrganizationKey[]> {
  const { rows } = await sql<OrganizationKey>`select id, kind, alias, reference,
      sealed_secret is not null as has_secret, created_at, expires_at
    from organization_key where org_id = ${orgId} and revoked_at is null
      and (expires_at is null or expires_at > now())
    order by kind, lower(alias), created_at desc limit 1000`.execute(db)
  return rows
}

export interface NewKey {
  readonly orgId: string
  readonly kind: KeyKind
  readonly alias: string
  readonly reference: string | null
}

/** Writes a key without its secret, which is sealed for the id. Answers the id. */
export async function addKey({ db, principal }: Context, key: NewKey): Promise<string> {
  const { id } = await db
    .insertInto('organizationKey')
    .values({ ...key, createdBy: principal.userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function keepSecret(ctx: Context, id: string, secret: string): Promise<void> {
  const { secrets } = ctx.platform
  await ctx.db
    .updateTable('organizationKey')
    .set({ sealedSecret: secrets.seal(Buffer.from(secret), `organization.key:${id}`) })
    .where('id', '=', id)
    .execute()
}

/** Ends the key in use after some hours, and answers what the next one takes over. */
export async function endKey(
  { db, principal }: Context,
  id: string,
  hours: number,
): Promise<NewKey | null> {
  const { rows } = await sql<NewKey>`update organization_key
      set expires_at = now() + make_interval(hours => ${hours}::integer)
    where id = ${id} and revoked_at is null and expires_at is null and ${mine.rows(principal)}
    returning org_id, kind, alias, reference`.execute(db)
  return rows[0] ?? null
}

interface EndedEnrolment {
  readonly orgId: string
  readonly maxUses: number
  readonly lasts: number
}

/** The same of an enrolment key; `lasts` are the seconds that it was given. */
export async function endEnrolmentKey(
  { db, principal }: Context,
  id: string,
  hours: number,
): Promise<EndedEnrolment | null> {
  const { rows } = await sql<EndedEnrolment>`with old as (
      select id, extract(epoch from expires_at - created_at)::integer as lasts from enrolment_key
      where id = ${id} and revoked_at is null and expires_at > now() and ${mine.rows(principal)} for update)
    update enrolment_key
      set expires_at = least(expires_at, now() + make_interval(hours => ${hours}::integer))
    from old where enrolment_key.id = old.id
    returning enrolment_key.org_id, enrolment_key.max_uses, old.lasts`.execute(db)
  return rows[0] ?? null
}

/** Voids a key at once. Answers whether there was one. */
export async function revokeKey({ db, principal }: Context, id: string): Promise<boolean> {
  const { rows } = await sql`update organization_key set revoked_at = now()
    where id = ${id} and revoked_at is null and ${mine.rows(principal)} returning id`.execute(db)
  return rows.length > 0
}
