import type { Filter } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'
import type { DB } from '../../../platform/schema.ts'
import { filterCondition } from '../filter/filterCondition.ts'
import { type Lookup, lookupIn } from '../filter/lookup.ts'
import { afterOlder } from './afterOlder.ts'
import { inTurn } from './inTurn.ts'

type Db = Kysely<DB>

interface RuleLabel {
  readonly id: string
  readonly rule: Filter
  readonly dimension: string
  readonly exclusive: boolean
  readonly priority: number
}

/** Labels that are given by rule; nobody changes them until the commit. */
async function ruleLabels(db: Db): Promise<readonly RuleLabel[]> {
  const { rows } = await sql<RuleLabel>`select id, rule, dimension, exclusive, priority
    from classification where rule is not null and status = 1 and deleted_at is null
    order by id for share`.execute(db)
  return rows
}

/** One whose rule cannot be judged any more holds up no other: those who have it keep it, and it waits to be tried as a whole. */
async function judgedLabels(db: Db, lookup: Lookup) {
  const judged: (RuleLabel & { readonly finds: Condition })[] = []
  const faulty: string[] = []
  for (const label of await ruleLabels(db))
    try {
      judged.push({ ...label, finds: await filterCondition(label.rule, lookup) })
    } catch (error) {
      if (error instanceof Error && 'code' in error) throw error
      faulty.push(label.id)
    }
  if (faulty.length > 0)
    await sql`update classification set is_pending = true
      where id = any(${faulty}::uuid[]) and not is_pending`.execute(db)
  return judged
}

/**
 * Judges some terminals by the rules of all labels and writes the difference; answers the labels that
 * changed. Of exclusive labels of one dimension the one with the highest priority is given, and none
 * where a person has given one. To be called while labels are held (`holdLabels`).
 */
export async function followLabels(
  db: Db,
  { ids, lookup }: { ids: readonly string[]; lookup: Lookup },
): Promise<string[]> {
  const labels = await judgedLabels(db, lookup)
  if (labels.length === 0) return []
  const selects = labels.map(
    ({ id, dimension, exclusive, priority, finds }) => sql`select ${id}::uuid as label_id,
        ${exclusive ? dimension : null}::text as exclusive_in, ${priority}::integer as priority, device.id as device_id
      from device where device.id = any(${[...ids]}::uuid[]) and device.deleted_at is null and ${finds}`,
  )
  const chosen = sql`found as materialized (${sql.join(selects, sql` union all `)}),
    chosen as materialized (
      select distinct on (device_id, coalesce(exclusive_in, label_id::text)) label_id, exclusive_in, device_id
      from found where exclusive_in is null or not exists (select from device_classification hand
        where hand.device_id = found.device_id and hand.exclusive_in = found.exclusive_in and not hand.by_rule)
      order by device_id, coalesce(exclusive_in, label_id::text), priority desc, label_id)`
  const labelIds = labels.map(({ id }) => id)
  // One after the other: a label has to go before another one of its dimension comes.
  const gone = await sql<{ id: string }>`with ${chosen}
    delete from device_classification bound
    where bound.device_id = any(${[...ids]}::uuid[]) and bound.classification_id = any(${labelIds}::uuid[])
      and bound.by_rule and not exists (select from chosen
        where chosen.label_id = bound.classification_id and chosen.device_id = bound.device_id)
    returning bound.classification_id as id`.execute(db)
  const added = await sql<{ id: string }>`with ${chosen}
    insert into device_classification (classification_id, device_id, by_rule, exclusive_in)
    select label_id, device_id, true, exclusive_in from chosen
    where not exists (select from device_classification bound
      where bound.classification_id = chosen.label_id and bound.device_id = chosen.device_id)
    on conflict do nothing returning classification_id as id`.execute(db)
  return [...new Set([...gone.rows, ...added.rows].map(({ id }) => id))]
}

const dueLabels = afterOlder()
const turns = inTurn()

/**
 * Notes the terminals of every label whose rule has changed: those that have it, and those it finds.
 * Answers what failed.
 */
export async function notePendingLabels(db: Db): Promise<unknown[]> {
  const { rows } = await sql<{ id: string; key: string }>`select id, id || xmin::text as key
    from classification where is_pending and deleted_at is null
      and id || xmin::text <> all(${turns.putOff(db)}::text[]) limit 100`.execute(db)
  const keys = rows.map(({ key }) => key)
  const due = await dueLabels(db, keys)
  const waiting = rows.filter(({ key }) => due.has(key))
  return turns.each(db, waiting, ({ id }) =>
    db.transaction().execute((trx) => notePendingLabel(trx, id)),
  )
}

async function notePendingLabel(db: Db, id: string): Promise<void> {
  const { rows: taken } = await sql<{ rule: Filter | null }>`update classification
    set is_pending = false where id = ${id} and is_pending and deleted_at is null
    returning rule`.execute(db)
  const rule = taken[0]?.rule
  const found = rule
    ? sql`union select device.id from device where device.deleted_at is null
        and ${await filterCondition(rule, lookupIn(db))}`
    : sql``
  if (taken.length > 0)
    await sql`insert into device_changed (device_id)
      select device_id from device_classification where classification_id = ${id}
      ${found}`.execute(db)
}
