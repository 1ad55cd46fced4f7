import { mostToldParams } from '@muster/contract'
import type pg from 'pg'
import { prints, type Said } from './prints.ts'

export interface ToldParams extends Said {
  /** Epoch milliseconds. */
  readonly at: number
}

/** What was kept of what a terminal said before; null: nothing. */
export type KnownPrints = ReadonlyMap<string, string | null>

/**
 * How long a list is that may have been cut: what is not in it may be there. Older agents tell 20, and
 * nobody more than the protocol allows.
 */
const cutLengths: ReadonlySet<number> = new Set([20, mostToldParams])

/**
 * Keeps what terminals say they run with, where it is something else than before: whoever has what he
 * should have is done, whoever had it and has something else has drifted, and whoever has nothing any more
 * is brought it again. Only those of `others` are looked at: the rest says the same as before.
 */
export async function saveApplied(
  client: Pick<pg.ClientBase, 'query'>,
  states: ReadonlyMap<string, { readonly params: ToldParams | null }>,
  others: KnownPrints,
): Promise<void> {
  if (others.size === 0) return
  const all = [...others].flatMap(([deviceId, was]) => {
    const own = states.get(deviceId)?.params
    return own ? [{ ...own, deviceId, was }] : []
  })
  const rows = all.flatMap(({ told, edits = {}, deviceId, at }) =>
    Object.entries(told).map(([name, sum]) => ({
      deviceId,
      package: name,
      hash: sum,
      edits: Object.hasOwn(edits, name) ? (edits[name] ?? []) : [],
      at,
    })),
  )
  const whole = all.filter(({ told }) => !cutLengths.has(Object.keys(told).length))
  await keep(
    client,
    rows,
    whole.map(({ deviceId }) => deviceId),
  )
  await notePrints(
    client,
    all.map(({ deviceId, was, ...own }) => ({ deviceId, was, print: prints.of(deviceId, own) })),
  )
}

/** Times that values are brought to a terminal that says it has them and shows others. */
const mostUnproved = 3

interface AppliedRow {
  readonly deviceId: string
  readonly package: string
  readonly hash: string
  readonly edits: readonly string[]
  readonly at: number
}

/**
 * Whether it shows what held before, having been told before that changed: nobody changed it there, and what
 * holds now was never brought.
 */
const isBehindSql = `exists (select from param_desired earlier where earlier.device_id = held.device_id
            and earlier.app_id = held.app_id and earlier.until is not null and earlier.hash = shown.hash)
          and exists (select from push_item item join push on push.id = item.push_id
            where item.device_id = held.device_id and item.cmd = 'PARAM' and (item.id = held.item_id or item.ended_at is null)
            and coalesce(item.args, push.args) #>> '{gate,appId}' = held.app_id::text
            and item.created_at < held.since)`

/** `$1`: what is told; `$2`: terminals that told all that they have. */
const keepSql = `with told as materialized (
        select told."deviceId" as device_id, told.package, decode(told.hash, 'hex') as hash, told.edits, to_timestamp(told.at / 1000) as at
        from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, package text, hash text, edits text[], at float8)),
      kept as (
        insert into param_applied (device_id, package, hash, edits, reported_at)
          select told.device_id, told.package, told.hash, told.edits, told.at from told join device on device.id = told.device_id
            left join param_applied known on known.device_id = told.device_id and known.package = told.package
          where known.hash is distinct from told.hash or known.edits <> told.edits
          order by 1, 2
        on conflict (device_id, package) do update set hash = excluded.hash, edits = excluded.edits, reported_at = excluded.reported_at),
      missing as materialized (
        select known.device_id, known.package from param_applied known
        where known.device_id = any($2::uuid[]) and not exists (
          select from told where told.device_id = known.device_id and told.package = known.package)
        order by 1, 2 for update of known),
      lost as (
        delete from param_applied known using missing
        where known.device_id = missing.device_id and known.package = missing.package
        returning known.device_id, known.package),
      shown as (
        select device_id, package, hash, at from told
        union all
        select device_id, package, null, null from lost)
      update param_desired held
        set state = case when shown.hash is null then 'PENDING' when held.hash = shown.hash then 'APPLIED'
            when ${isBehindSql} then 'PENDING' else 'DRIFT' end,
          changed_at = clock_timestamp(), unproved = case when held.hash = shown.hash then 0 else held.unproved end,
          due_at = case when shown.hash is null
            or held.hash <> shown.hash and (held.unproved < ${mostUnproved} and param_resends(held.set_id) or ${isBehindSql})
            then clock_timestamp() end
      from shown join param_subject app on app.package = shown.package
      where held.device_id = shown.device_id and held.until is null and held.app_id = app.id and held.unresolved = '{}'
        and (held.hash = shown.hash and held.state <> 'APPLIED'
          or held.hash <> shown.hash and (held.state = 'APPLIED' or held.state = 'VERIFIED' and exists (
            select from push_item item where item.id = held.item_id and item.state = 'SUCCESS' and item.ended_at < shown.at))
          or shown.hash is null and held.state in ('APPLIED', 'DRIFT', 'PARTLY_APPLIED'))`

/** @param wholeIds terminals that told all that they have */
async function keep(
  client: Pick<pg.ClientBase, 'query'>,
  told: readonly AppliedRow[],
  wholeIds: readonly string[],
): Promise<void> {
  await client.query({
    name: 'apps.applied',
    text: keepSql,
    values: [JSON.stringify(told), [...wholeIds]],
  })
}

interface PrintRow {
  readonly deviceId: string
  readonly was: string | null
  readonly print: string
}

/**
 * Notes what is kept by now, after it is. Where something else was noted meanwhile nobody knows which of
 * both is kept: the next sign of life is looked at again.
 */
async function notePrints(
  client: Pick<pg.ClientBase, 'query'>,
  rows: readonly PrintRow[],
): Promise<void> {
  await client.query({
    name: 'apps.appliedPrints',
    text: `with told as materialized (
        select told."deviceId" as device_id, told.was, told.print
        from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, was uuid, print uuid)),
      held as materialized (
        select state.device_id from device_state state where state.device_id in (select device_id from told)
        order by 1 for no key update)
      update device_state state
        set params_print = case when state.params_print is not distinct from told.was then told.print end
      from told, held where state.device_id = told.device_id and held.device_id = told.device_id`,
    values: [JSON.stringify(rows)],
  })
}
