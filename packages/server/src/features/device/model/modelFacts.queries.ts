import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'

interface Facts {
  readonly firmwareStable: string | null
  readonly firmwareBeta: string | null
  readonly ptsVersion: string | null
  readonly ptsUntil: string | null
}

const nothing: Facts = {
  firmwareStable: null,
  firmwareBeta: null,
  ptsVersion: null,
  ptsUntil: null,
}

const versionScope = organizationsBy('orgId')

/** Models with the firmware that is current for each, and how long the card industry approves of it. */
export async function withFacts<R extends { readonly id: string }>(
  ctx: Context,
  rows: readonly R[],
): Promise<(R & Facts)[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: found } = await sql<Facts & { id: string }>`
    select model.id,
      ${firmware(ctx, 'STABLE')} as firmware_stable, ${firmware(ctx, 'BETA')} as firmware_beta,
      approval.pts_version, approval.expires_on::text as pts_until
    from model left join lateral (
      select pts_version, expires_on from vendor_certificate certificate
      where certificate.vendor_id = model.vendor_id and certificate.deleted_at is null
        and certificate.status = 1
        and (certificate.model_ids = '{}' or model.id = any(certificate.model_ids))
      order by expires_on desc, id limit 1) as approval on true
    where model.id = any(${ids}::uuid[])`.execute(ctx.db)
  const facts = new Map(found.map(({ id, ...own }) => [id, own]))
  return rows.map((row) => ({ ...row, ...(facts.get(row.id) ?? nothing) }))
}

const firmware = ({ principal }: Context, channel: 'STABLE' | 'BETA') =>
  sql`(select version_name from upgrade_version as row
    where model_ids @> array[model.id] and kind = 'FIRMWARE' and channel = ${channel}
      and state = 'ONLINE' and row.status = 1 and row.deleted_at is null
      and ${versionScope.rows(principal)}
    order by online_at desc nulls last, row.id desc limit 1)`
