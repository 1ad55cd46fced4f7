import { countCap } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { seesAllBelow } from '../../../access/dataScope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Condition } from '../../../kit/page.ts'
import type { StoredRow } from '../../../kit/record.ts'
import { policyDevices } from './policyScope.ts'

/** Whether the caller sees all terminals of whichever policy he sees: what is kept is his to know. */
export const seesAll = ({ principal }: Pick<Context, 'principal'>): boolean =>
  seesAllBelow(principal.scope)

/** What {@link ownFigures} counts anew. */
export const ownlyFigures = { members: ['devices', 'compliant', 'unfit'], seesAll }

interface Figures {
  readonly devices: number
  readonly compliant: number
  readonly missing: number
  readonly outdated: number
  readonly forbidden: number
  readonly unfit: number
}

const none: Figures = {
  devices: 0,
  compliant: 0,
  missing: 0,
  outdated: 0,
  forbidden: 0,
  unfit: 0,
}

/** How the terminals that the caller sees stand to policies, counted no further than lists are. */
export async function figuresOf(
  { db, principal }: Context,
  ids: readonly string[],
): Promise<(id: string) => Figures> {
  const { rows } = await sql<Figures & { readonly id: string }>`select named.id, seen.*
    from unnest(${[...ids]}::uuid[]) as named (id) cross join lateral (select count(*)::integer as devices,
        count(*) filter (where standing = 'OK')::integer as compliant,
        count(*) filter (where standing = 'MISSING')::integer as missing,
        count(*) filter (where standing = 'OUTDATED')::integer as outdated,
        count(*) filter (where standing = 'FORBIDDEN')::integer as forbidden,
        count(*) filter (where standing = 'UNFIT')::integer as unfit
      from (select stand.standing from org_apk_stand stand join device on device.id = stand.device_id
        where stand.org_apk_id = named.id and device.deleted_at is null and ${policyDevices.rows(principal)}
        limit ${countCap}) as mine) as seen`.execute(db)
  const found = new Map(rows.map(({ id, ...figures }) => [id, figures]))
  return (id) => found.get(id) ?? none
}

type Row = StoredRow<'orgApk'>

/** Policies with the figures of the terminals that the caller sees: a filter of his would tell him of the others. */
export async function ownFigures(ctx: Context, rows: readonly Row[]): Promise<Row[]> {
  if (seesAll(ctx) || rows.length === 0) return [...rows]
  const figures = await figuresOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    if (row.devices === null) return row
    const { devices, compliant, unfit } = figures(row.id)
    return { ...row, devices, compliant, unfit }
  })
}

/** On policies: terminals that the caller sees do not comply. */
export const isBroken = (ctx: Context): Condition => {
  const some = sql<SqlBool>`compliant + unfit < devices`
  if (seesAll(ctx)) return some
  return sql<SqlBool>`(${some} and id in (select stand.org_apk_id from org_apk_stand stand
    join device on device.id = stand.device_id
    where stand.standing in ('MISSING', 'OUTDATED', 'FORBIDDEN') and device.deleted_at is null
      and ${policyDevices.rows(ctx.principal)}))`
}
