/** Some rows of a table, by its key. */
export const some = (table: string, { key = 'id', where = 'true', count = 40 } = {}): string =>
  `${key} in (select ${key} from ${table} where ${where} order by ${key} desc limit ${count})`

/** Some commands are open again, of terminals that are there or are not. */
export const open = (change: string, isThere = true): string =>
  `update push_item set ended_at = null, ${change} where ${some('push_item', {
    where: `cmd = 'SCREENSHOT' and ${isThere ? '' : 'not '}exists (select from device_online online
      join device on device.id = online.device_id and device.status = 1 where online.device_id = push_item.device_id)`,
  })}`

/** Columns of some terminals. */
export const ofSome = (columns: string): string =>
  `select ${columns} from device where ${some('device')}`

/** Longer ago than anything is kept. */
export const long = `now() - interval '900 days'`
export const lately = `now() - interval '1 minute'`
