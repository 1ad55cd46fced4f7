import type pg from 'pg'
import type { ChangedItem } from './command.device.ts'

/**
 * Notes what terminals' own inventories prove: a package that they were to have is there in its
 * version or a later one, one that was to go is gone. Only terminals are looked at whose inventory has
 * changed, and of their items those of the last month.
 */
export async function proveItems(
  client: pg.ClientBase,
  devices: readonly { readonly id: string }[],
): Promise<ChangedItem[]> {
  if (devices.length === 0) return []
  const { rows } = await client.query<ChangedItem>({
    name: 'command.prove',
    text: `with shown as materialized (
        select item.id from push_item item left join push on push.id = item.push_id
          cross join lateral (select coalesce(item.args, push.args) as args) as said
          left join device_app app on app.device_id = item.device_id and app.package = said.args ->> 'pkg'
        where item.device_id = any($1::uuid[]) and item.created_at > now() - interval '31 days'
          and item.cmd in ('APP_INSTALL', 'APP_UNINSTALL') and item.proved_at is null
          and item.state in ('PUBLISHED', 'DELIVERED', 'ACKED', 'RUNNING', 'DEFERRED', 'SUCCESS')
          and case item.cmd when 'APP_INSTALL' then app.version_code >= (said.args ->> 'vc')::bigint
            else app.package is null end
        order by item.id for update of item)
      update push_item item set proved_at = now() from shown, device
      where item.id = shown.id and device.id = item.device_id
      returning item.id, item.device_id as "deviceId", device.org_id as "orgId",
        item.push_id as "pushId", item.sender_org_id as "pushOrgId"`,
    values: [devices.map(({ id }) => id)],
  })
  return rows
}
