import { type LogCondition, logFilesPath, type LogKind, logRulesPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import { standingNow } from '../../../access/owner.ts'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { announcePushes, givePush, pushBell } from '../../device/index.ts'

type Db = Kysely<DB>
type Store = Pick<Platform, 'db' | 'live' | 'now'>

/** Signals of one transaction. */
const atOnce = 1000
/** A push is called no longer than that. */
const titleLength = 64

interface Fired {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly condition: LogCondition
  readonly types: readonly LogKind[]
  readonly maxMb: number
  readonly giver: FrozenPrincipal
  readonly deviceIds: readonly string[]
}

/** Pulls the logs that rules ask for because of what has happened. Any number of processes may do it. */
export async function pullByRules(store: Store): Promise<void> {
  const { db, live } = store
  for (;;) {
    const { taken, rules, pushes } = await db.transaction().execute((own) => pullSome(own, store))
    if (pushes.length > 0) {
      announcePushes(live, pushes)
      live.ring(pushBell)
      for (const { id, orgId } of rules)
        for (const path of [logRulesPath, logFilesPath])
          live.changed({ path, ids: [id], orgIds: [orgId] })
    }
    if (taken < atOnce) return
  }
}

async function pullSome(db: Db, { now }: Store) {
  const signals = await takeSignals(db)
  const rules = signals.length > 0 ? await fire(db, signals) : []
  const pushes: { id: string; orgId: string }[] = []
  for (const rule of rules) {
    const who = await standingNow(db, rule.giver)
    const push = who && (await give({ db, now }, rule, who))
    if (push) pushes.push({ id: push.id, orgId: rule.orgId })
  }
  return { taken: signals.length, rules, pushes }
}

interface Signal {
  readonly deviceId: string
  readonly condition: string
  readonly detail: string
}

/** What nobody else is at. */
async function takeSignals(db: Db): Promise<Signal[]> {
  const { rows } = await sql<Signal>`with taken as materialized (
      select id from log_signal order by id limit ${atOnce} for update skip locked)
    delete from log_signal signal using taken where signal.id = taken.id
    returning signal.device_id, signal.condition, signal.detail`.execute(db)
  return rows
}

/** The rules that what has happened is meant by, each with the terminals that it has not asked for a while. */
async function fire(db: Db, signals: readonly Signal[]): Promise<Fired[]> {
  const { rows } = await sql<Fired>`with told as (
      select distinct told."deviceId" as device_id, told.condition, told.detail
      from jsonb_to_recordset(${JSON.stringify(signals)}::jsonb)
        as told ("deviceId" uuid, condition text, detail text)),
    matched as (
      select distinct rule.id as rule_id, device.id as device_id, rule.cooldown_hours
      from told join device on device.id = told.device_id and device.deleted_at is null
        join organization place on place.id = device.org_id
        join organization above on above.path @> place.path
        join log_rule rule on rule.org_id = above.id and rule.condition = told.condition
          and rule.status = 1 and rule.deleted_at is null
      where (rule.group_id is null or exists (select from device_group_member member
          where member.group_id = rule.group_id and member.device_id = device.id))
        and case rule.condition
          when 'ALARM' then rule.alarm_kinds = '{}' or told.detail = any(rule.alarm_kinds)
          when 'CRASH' then rule.package is null or rule.package = told.detail
          else true end),
    fired as (
      insert into log_rule_fired as known (rule_id, device_id, at)
      select rule_id, device_id, now() from matched order by rule_id, device_id
      on conflict (rule_id, device_id) do update set at = now()
        where known.at <= now() - make_interval(hours => (select cooldown_hours from log_rule
          where log_rule.id = excluded.rule_id))
      returning rule_id, device_id)
    select rule.id, rule.org_id, rule.name, rule.condition, rule.types, rule.max_mb, rule.giver,
      array_agg(fired.device_id order by fired.device_id) as device_ids
    from fired join log_rule rule on rule.id = fired.rule_id group by rule.id order by rule.id`.execute(
    db,
  )
  return rows
}

/** Gives the pull, to those terminals that its giver sees; null: he sees none of them. */
async function give(store: Pick<Store, 'db' | 'now'>, rule: Fired, giver: FrozenPrincipal) {
  const { id, name, condition, types, maxMb, deviceIds } = rule
  const push = await givePush(store, {
    kind: 'LOG_PULL',
    args: { types, from: null, to: null, maxMB: maxMb },
    title: name.slice(0, titleLength),
    targets: { ids: [...deviceIds] },
    growing: false,
    options: { retries: 0, needOnline: false, notify: false, priority: 5 },
    giver,
    startsAt: null,
    // Whoever wrote the rule has decided on it, terminal by terminal.
    isApproved: true,
    isAtOnce: true,
  })
  if (!push) return null
  await sql`insert into log_rule_push (push_id, rule_id, condition)
    values (${push.id}, ${id}, ${condition})`.execute(store.db)
  await sql`update log_rule set fired_count = fired_count + ${push.total}, fired_at = now()
    where id = ${id}`.execute(store.db)
  return push
}
