import type pg from 'pg'

/** What a terminal says it runs with, of one application. */
export interface AppliedRow {
  readonly deviceId: string
  readonly package: string
  /** SHA-256 of all its values, lower-case hexadecimal. */
  readonly hash: string
  /** Epoch milliseconds. */
  readonly at: number
}

/**
 * Keeps what terminals say they run with, where it is something else than before: whoever has what he
 * should have is done, whoever had it and has it no more has drifted. Most say the same as before, which
 * costs a look by their key.
 */
export async function saveApplied(
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
