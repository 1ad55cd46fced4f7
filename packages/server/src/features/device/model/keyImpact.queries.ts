import { codes, countCap, type KeyImpact, type RequiredKey } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { isMissingSql } from '../keys/missingKeys.ts'

/** So many terminals are listed at most. */
const mostListed = 50_000

interface Asked {
  readonly id: string
  readonly keySlots: readonly RequiredKey[]
  readonly withRows: boolean
}

type Row = NonNullable<KeyImpact['rows']>[number]

/**
 * Which of the caller's terminals of a model would lack keys by other key slots, or no longer. They are counted no
 * further than {@link countCap}.
 */
export async function keyImpact(ctx: Context, asked: Asked): Promise<KeyImpact> {
  if (asked.withRows) {
    const rows = await changedRows(ctx, asked)
    return { ...countsOf(rows), rows }
  }
  const { rows } = await sql<Pick<Row, 'fails'>>`select fails from ${changed(
    ctx,
    asked,
    countCap + 1,
  )}`.execute(ctx.db)
  if (rows.length <= countCap) return countsOf(rows)
  return { ...countsOf(rows.slice(0, countCap)), capped: true }
}

function countsOf(rows: readonly Pick<Row, 'fails'>[]) {
  const failing = rows.filter(({ fails }) => fails).length
  return { failing, mended: rows.length - failing }
}

async function changedRows(ctx: Context, asked: Asked): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select changed.sn, changed.name, own.name as org_name, changed.fails
    from ${changed(ctx, asked, mostListed + 1)} join organization own on own.id = changed.org_id
    order by changed.sn`.execute(ctx.db)
  if (rows.length > mostListed)
    throw new Refusal(codes.warning, 'batch.tooMany', { params: { limit: mostListed } })
  return rows
}

/** Whom another word than its own makes lack keys, or not: who tells himself that one is missing goes on lacking it. */
const changed = (ctx: Context, { id, keySlots }: Asked, limit: number): RawBuilder<unknown> =>
  sql`(select device.sn, device.name, device.org_id, lacks.then as fails
    from (select id, sn, name, org_id from device where model_id = ${id} and deleted_at is null
        and ${deviceScope.rows(ctx.principal)}) as device
      join device_key_report report on report.device_id = device.id
      cross join lateral (select ${lacksOf(sql`(select key_slots from model where model.id = ${id})`)} as now,
        ${lacksOf(sql`${JSON.stringify(keySlots)}::jsonb`)} as then) as lacks
    where lacks.now <> lacks.then
      and not exists (select from device_key held where held.device_id = device.id and ${sql.raw(isMissingSql('held'))})
    limit ${limit}) as changed`

/** Whether a terminal has not each of some key slots; looked up slot by slot. */
const lacksOf = (slots: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select from jsonb_to_recordset(${slots}) as wanted (slot text, type text)
    where (select count(*) from device_key held where held.device_id = device.id and held.slot = wanted.slot
      and held.type = wanted.type) = 0)`
