import { hash } from 'node:crypto'
import type pg from 'pg'

/** What a terminal says its applications run with, by package: SHA-256 of all values of each, lower-case hexadecimal. */
export interface ToldParams {
  readonly told: Readonly<Record<string, string>>
  /** Epoch milliseconds. */
  readonly at: number
}

/** Half a SHA-256, as what a uuid has room for: the same for whoever says the same again. */
export const printOf = (told: ToldParams['told']): string =>
  hash('sha256', JSON.stringify(told)).slice(0, 32)

/** What was kept of what a terminal said before; null: nothing. */
export type KnownPrints = ReadonlyMap<string, string | null>

/**
 * Keeps what terminals say they run with, where it is something else than before: whoever has what he
 * should have is done, whoever had it and has it no more has drifted. Only those of `others` are looked at:
 * the rest says the same as before.
 */
export async function saveApplied(
  client: Pick<pg.ClientBase, 'query'>,
  params: ReadonlyMap<string, ToldParams>,
  others: KnownPrints,
): Promise<void> {
  if (others.size === 0) return
  const all = [...others].flatMap(([deviceId, was]) => {
    const own = params.get(deviceId)
    return own ? [{ ...own, deviceId, was }] : []
  })
  await keep(
    client,
    all.flatMap(({ told, deviceId, at }) =>
      Object.entries(told).map(([name, sum]) => ({ deviceId, package: name, hash: sum, at })),
    ),
  )
  await notePrints(
    client,
    all.map(({ told, deviceId, was }) => ({ deviceId, was, print: printOf(told) })),
  )
}

interface AppliedRow {
  readonly deviceId: string
  readonly package: string
  readonly hash: string
  readonly at: number
}

async function keep(
  client: Pick<pg.ClientBase, 'query'>,
  told: readonly AppliedRow[],
): Promise<void> {
  await client.query({
    name: 'apps.applied',
    text: `with told as materialized (
        select told."deviceId" as device_id, told.package, decode(told.hash, 'hex') as hash, to_timestamp(told.at / 1000) as at
        from jsonb_to_recordset($1::jsonb) as told ("deviceId" uuid, package text, hash text, at float8)
          left join param_applied known on known.device_id = told."deviceId" and known.package = told.package
        where known.hash is distinct from decode(told.hash, 'hex')),
      kept as (
        insert into param_applied (device_id, package, hash, reported_at)
          select told.device_id, told.package, told.hash, told.at from told join device on device.id = told.device_id
          order by 1, 2
        on conflict (device_id, package) do update set hash = excluded.hash, reported_at = excluded.reported_at)
      update param_desired held
        set state = case when held.hash = told.hash then 'APPLIED' else 'DRIFT' end, changed_at = clock_timestamp(),
          due_at = case when held.hash <> told.hash and param_resends(held.set_id) then clock_timestamp() end
      from told, param_subject app
      where held.device_id = told.device_id and held.until is null and app.id = held.app_id and app.package = told.package
        and (held.hash = told.hash and held.state <> 'APPLIED' or held.hash <> told.hash and held.state = 'APPLIED')`,
    values: [JSON.stringify(told)],
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
