import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { findApart, findRest, findWrong, leaveGroups, letGo, nobody } from './findings.queries.ts'
import { type Judged, keepFacts } from './said.queries.ts'

/** Terminals that are judged in one transaction, where all are. */
const atOnce = 2000

/** Judges what these terminals should have by now, in the transaction that found it. */
export async function judgeTerminals(db: Kysely<DB>, deviceIds: readonly string[]): Promise<void> {
  if (await hasRules(db)) await judgeBy(db, { deviceIds, ruleIds: null, isAll: false })
}

/** Whether any rule is about terminals at all, or any of those that refuse. */
export async function hasRules(db: Kysely<DB>, severity?: 'REFUSE'): Promise<boolean> {
  const { rows } = await sql`select from param_rule where status = 1 and deleted_at is null
    and ${severity === undefined ? sql`true` : sql`severity = ${severity}`} limit 1`.execute(db)
  return rows.length > 0
}

async function judgeBy(db: Kysely<DB>, judged: Judged): Promise<void> {
  await takeTurn(db)
  const said = await keepFacts(db, judged)
  await letGo(db, [
    // First: a rule may be of another kind than when it was found.
    ...(await leaveGroups(db, judged)),
    ...(await findWrong(db, judged, said)),
    ...(await findApart(db, judged, said)),
  ])
}

/** Two who come to have the same at once would not see each other. */
const takeTurn = (db: Kysely<DB>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('param_rule', 0))`.execute(db)

/**
 * Goes on with groups too large for the moment that turned them, until none waits; others take turns with it.
 * Before values are brought: what a rule refuses is held from those who are found.
 */
export async function judgeRest({ db }: Pick<Platform, 'db'>): Promise<void> {
  const { rows } = await sql`select from param_group_waiting limit 1`.execute(db)
  for (let hasMore = rows.length > 0; hasMore; )
    hasMore = await db.transaction().execute(async (trx) => {
      await takeTurn(trx)
      const rest = await findRest(trx)
      await letGo(trx, rest.freed)
      return rest.hasMore
    })
}

/** Judges all terminals by rules that are new or another than before; what was found by those that are not any more ends. */
export async function judgeAnew({ db }: Pick<Platform, 'db'>): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; isOn: boolean }>`
    select id, version, status = 1 and deleted_at is null as is_on from param_rule where judged_at is null`.execute(
    db,
  )
  for (const { id, isOn } of rows) if (!isOn) await forgetRule(db, id)
  const on = rows.filter(({ isOn }) => isOn).map(({ id }) => id)
  if (on.length > 0) await judgeAll(db, on)
  await sql`update param_rule rule set judged_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (id uuid, version integer)
    where rule.id = told.id and rule.version = told.version and rule.judged_at is null`.execute(db)
}

/** Judges every terminal by these rules, or by all: what they ask of may have changed where nothing else did. */
export async function judgeAll(
  db: Platform['db'],
  ruleIds: readonly string[] | null,
): Promise<void> {
  if (!(await hasRules(db))) return
  for (let after = nobody; ; ) {
    const deviceIds = await nextTerminals(db, after)
    const last = deviceIds.at(-1)
    if (last === undefined) return
    await db.transaction().execute((trx) => judgeBy(trx, { deviceIds, ruleIds, isAll: true }))
    after = last
  }
}

async function nextTerminals(db: Kysely<DB>, after: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from device
    where id > ${after}::uuid and deleted_at is null order by id limit ${atOnce}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends what was found by a rule that is not any more. */
async function forgetRule(db: Platform['db'], ruleId: string): Promise<void> {
  for (let hasMore = true; hasMore; )
    hasMore = await db.transaction().execute(async (trx) => {
      await takeTurn(trx)
      await sql`delete from param_fact where (rule_id, device_id, app_id) in (
        select rule_id, device_id, app_id from param_fact where rule_id = ${ruleId} limit ${atOnce})`.execute(
        trx,
      )
      const { rows } = await sql<{
        deviceId: string
        appId: string
      }>`update param_finding set closed_at = now()
        where id in (select id from param_finding where rule_id = ${ruleId} and closed_at is null limit ${atOnce})
        returning device_id, app_id`.execute(trx)
      await letGo(trx, rows)
      const left = await sql`select from param_fact where rule_id = ${ruleId} limit 1`.execute(trx)
      return rows.length === atOnce || left.rows.length > 0
    })
}
