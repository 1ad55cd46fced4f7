import type pg from 'pg'

const args = 'coalesce(item.args, push.args)'
const shown = `select from device_app app where app.device_id = item.device_id
  and app.package = ${args} ->> 'pkg'`

/**
 * Notes of what was wanted from these terminals that their own inventory shows it: the version that
 * was to come, or nothing any more of what was to go. Answers the items.
 */
export async function proveItems(
  client: pg.ClientBase,
  deviceIds: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'apps.prove',
    text: `with proved as (
        select item.id from push_item item left join push on push.id = item.push_id
        where item.device_id = any($1::uuid[]) and item.proved_at is null
          and item.cmd in ('APP_INSTALL', 'APP_UNINSTALL') and (item.ended_at is null or item.state = 'SUCCESS')
          and item.acked_at is not null
          and case item.cmd when 'APP_UNINSTALL' then not exists (${shown})
            else exists (${shown} and app.version_code = (${args} ->> 'vc')::bigint) end
        order by item.id for update of item)
      update push_item item set proved_at = now() from proved where item.id = proved.id
      returning item.id`,
    values: [deviceIds],
  })
  return rows.map(({ id }) => id)
}
