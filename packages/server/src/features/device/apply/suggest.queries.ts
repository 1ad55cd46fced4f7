import type { ClaimSuggestion } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { type Evidence, suggestionsFor } from './suggest.rules.ts'

const place = organizationsBy('id', { creator: null })

/** So many terminals are looked at on either side: a whole shipment may be unclaimed. */
const lookedAt = 200
/**
 * So many of the last connections from an address are looked at: in the order of the index that knows addresses.
 * Where most come from one, as behind an operator's gateway, PostgreSQL would else walk through all the last ones
 * for an address that has none.
 */
const lastConnections = 50

/** The next terminal of the same model that somebody below the key's organisation has. */
const neighbour = (side: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`(select jsonb_build_object('sn', near.sn, 'orgId', near.org_id)
    from (select sn, org_id, lifecycle from device
        where device.model_id = asked.model_id and device.deleted_at is null and device.sn ${side} asked.sn
        order by device.sn ${order} limit ${sql.lit(lookedAt)}) as near
      join organization holder on holder.id = near.org_id and holder.path <@ asked.path
    where near.lifecycle <> 'UNCLAIMED' order by near.sn ${order} limit 1)`

/**
 * Whose terminals that knocked may be, as far as the caller sees the organisation: by the serial numbers
 * beside theirs, by the address that they came from, by their key. Never beyond the key's organisation.
 */
export async function suggestFor(
  ctx: Context,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, ClaimSuggestion>> {
  if (deviceIds.length === 0) return new Map()
  const { rows } = await sql<Evidence & { id: string }>`
    with asked as materialized (select device.id, device.sn, device.model_id, own.path, knock.ip,
          case when own.parent_id is not null then own.id end as key_org_id
        from device join organization own on own.id = device.org_id
          left join device_knock knock on knock.device_id = device.id
        where device.id = any(${[...deviceIds]}::uuid[]) and device.lifecycle = 'UNCLAIMED')
    select asked.id, asked.sn, asked.ip, asked.key_org_id,
      ${neighbour(sql`<`, sql`desc`)} as below, ${neighbour(sql`>`, sql`asc`)} as above,
      coalesce((select jsonb_agg(distinct last.org_id)
        from (select session.org_id from device_session session
            where session.ip between asked.ip and asked.ip and session.org_id is not null
            order by session.ip, session.connected_at desc limit ${sql.lit(lastConnections)}) as last
          join organization holder on holder.id = last.org_id and holder.path <@ asked.path), '[]') as same_address
    from asked`.execute(ctx.db)
  const candidates = new Map(rows.map((row) => [row.id, suggestionsFor(row)]))
  const names = await namesOf(
    ctx,
    [...candidates.values()].flat().map(({ orgId }) => orgId),
  )
  return new Map(
    [...candidates].flatMap(([id, found]) => {
      const seen = found.find(({ orgId }) => names.has(orgId))
      return seen ? [[id, { ...seen, orgName: names.get(seen.orgId) ?? '' }] as const] : []
    }),
  )
}

/** What the organisations are called that the caller sees. */
async function namesOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`select id, name from organization as row
    where id = any(${[...new Set(ids)]}::uuid[]) and deleted_at is null
      and ${place.rows(ctx.principal)}`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
