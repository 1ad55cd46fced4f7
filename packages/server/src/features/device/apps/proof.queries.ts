import type pg from 'pg'
import type { ChangedItem } from '../command/command.device.ts'
import { isListed, isRun, isYoung } from './shown.ts'

/**
 * The same of upgrades: the terminal tells, with what it says of itself anyway, that it runs the
 * version that was to come.
 */
export async function proveUpgrades(
  client: pg.ClientBase,
  deviceIds: readonly string[],
): Promise<ChangedItem[]> {
  const { rows } = await client.query<ChangedItem>({
    name: 'upgrade.prove',
    text: `with proved as (
        select item.id from push_item item join device on device.id = item.device_id
          left join push on push.id = item.push_id
        where item.device_id = any($1::uuid[]) and item.proved_at is null
          and ${isYoung}
          and item.cmd = 'UPGRADE' and (item.ended_at is null or item.state = 'SUCCESS')
          and item.acked_at is not null and ${isRun}
        order by item.id for update of item)
      update push_item item set proved_at = now() from proved, device
      where item.id = proved.id and device.id = item.device_id
      returning item.id, item.device_id as "deviceId", device.org_id as "orgId",
        item.push_id as "pushId", item.sender_org_id as "pushOrgId"`,
    values: [deviceIds],
  })
  return rows
}

/**
 * Notes of what was wanted from these terminals that their own inventory shows it: the version that
 * was to come, or nothing any more of what was to go. Items of the last month are looked at. Answers
 * those that are proved now.
 */
export async function proveItems(
  client: pg.ClientBase,
  deviceIds: readonly string[],
): Promise<ChangedItem[]> {
  const { rows } = await client.query<ChangedItem>({
    name: 'apps.prove',
    text: `with proved as (
        select item.id from push_item item left join push on push.id = item.push_id
        where item.device_id = any($1::uuid[]) and item.proved_at is null
          and ${isYoung}
          and item.cmd in ('APP_INSTALL', 'APP_UNINSTALL') and (item.ended_at is null or item.state = 'SUCCESS')
          and item.acked_at is not null and ${isListed}
        order by item.id for update of item)
      update push_item item set proved_at = now() from proved, device
      where item.id = proved.id and device.id = item.device_id
      returning item.id, item.device_id as "deviceId", device.org_id as "orgId",
        item.push_id as "pushId", item.sender_org_id as "pushOrgId"`,
    values: [deviceIds],
  })
  return rows
}
