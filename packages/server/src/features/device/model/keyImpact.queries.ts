import { countCap, type KeyImpact, type RequiredKey } from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { tooMany } from '../../../kit/refusal.ts'
import { deviceScope } from '../deviceScope.ts'
import { isMissingSql } from '../keys/missingKeys.ts'

/** So many terminals are listed at most. */
const mostListed = 50_000

/** So many of a model are looked at, however many it has: each is looked up slot by slot. */
const mostLooked = 200_000

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
export async function keyImpact(ctx: Context, { withRows, ...asked }: Asked): Promise<KeyImpact> {
  const differing = await differenceOf(ctx, asked)
  if (differing.gone.length + differing.added.length === 0)
    return { ...countsOf([]), ...(withRows ? { rows: [] } : {}) }
  const isBeyond = await hasMore(ctx, asked.id)
  if (withRows) {
    if (isBeyond) throw tooMany(mostLooked)
    const rows = await changedRows(ctx, differing)
    return { ...countsOf(rows), rows }
  }
  const { rows } = await sql<Pick<Row, 'fails'>>`select fails from ${changed(
    ctx,
    differing,
    countCap + 1,
  )}`.execute(ctx.db)
  const counted = countsOf(rows.slice(0, countCap))
  return isBeyond || rows.length > countCap ? { ...counted, capped: true } : counted
}

/** How other key slots differ from those that a model demands. */
interface Difference {
  readonly id: string
  readonly common: readonly RequiredKey[]
  readonly gone: readonly RequiredKey[]
  readonly added: readonly RequiredKey[]
}

async function differenceOf(
  { db }: Context,
  { id, keySlots }: Pick<Asked, 'id' | 'keySlots'>,
): Promise<Difference> {
  const { rows } = await sql<{
    slots: RequiredKey[]
  }>`select key_slots as slots from model where id = ${id}`.execute(db)
  const before = rows[0]?.slots ?? []
  const isIn = (list: readonly RequiredKey[]) => (one: RequiredKey) =>
    list.some(({ slot, type }) => slot === one.slot && type === one.type)
  return {
    id,
    common: keySlots.filter(isIn(before)),
    gone: before.filter((one) => !isIn(keySlots)(one)),
    added: keySlots.filter((one) => !isIn(before)(one)),
  }
}

/** The caller's terminals of a model. */
const ofModel = ({ principal }: Context, id: string): RawBuilder<unknown> =>
  sql`from device where model_id = ${id} and deleted_at is null and ${deviceScope.rows(principal)}`

/** Whether a model has more terminals than are looked at. */
async function hasMore(ctx: Context, id: string): Promise<boolean> {
  const { rows } = await sql`select ${ofModel(ctx, id)} offset ${mostLooked} limit 1`.execute(
    ctx.db,
  )
  return rows.length > 0
}

function countsOf(rows: readonly Pick<Row, 'fails'>[]) {
  const failing = rows.filter(({ fails }) => fails).length
  return { failing, mended: rows.length - failing }
}

async function changedRows(ctx: Context, differing: Difference): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select changed.sn, changed.name, own.name as org_name, changed.fails
    from ${changed(ctx, differing, mostListed + 1)} join organization own on own.id = changed.org_id
    order by changed.sn`.execute(ctx.db)
  if (rows.length > mostListed) throw tooMany(mostListed)
  return rows
}

/**
 * Whom another word than its own makes lack keys, or not: who tells himself that one is missing goes on lacking it, and
 * whoever lacks one that is demanded before and after.
 */
const changed = (
  ctx: Context,
  { id, common, gone, added }: Difference,
  limit: number,
): RawBuilder<unknown> =>
  sql`(select device.sn, device.name, device.org_id, lacks.then as fails
    from (select id, sn, name, org_id ${ofModel(ctx, id)} limit ${mostLooked}) as device
      join device_key_report report on report.device_id = device.id
      cross join lateral (select ${lacksOf(gone)} as now, ${lacksOf(added)} as then) as lacks
    where lacks.now <> lacks.then and not ${lacksOf(common)}
      and not exists (select from device_key held where held.device_id = device.id and ${sql.raw(isMissingSql('held'))})
    limit ${limit}) as changed`

/** Whether a terminal has not each of some key slots; looked up slot by slot. */
const lacksOf = (slots: readonly RequiredKey[]): RawBuilder<boolean> =>
  sql`exists (select from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as wanted (slot text, type text)
    where (select count(*) from device_key held where held.device_id = device.id and held.slot = wanted.slot
      and held.type = wanted.type) = 0)`
