import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'
import { mayActivate } from './registration.rules.ts'

interface Asking {
  readonly method: 'auto' | 'code'
  readonly code?: string | undefined
}

interface AskingRow extends Touched {
  readonly lifecycle: string
  readonly tid: string | null
  readonly isAuto: boolean
}

/** Activates the terminals that ask and may; answers those that became active. */
export async function activate(
  client: pg.ClientBase,
  asking: ReadonlyMap<string, Asking>,
): Promise<Touched[]> {
  const { rows } = await client.query<AskingRow>(
    `select device.id, device.org_id as "orgId", device.lifecycle, device.tid,
        coalesce((select (setting.settings ->> 'autoActivate')::boolean from organization_setting setting
          where setting.org_id = device.org_id), true) as "isAuto" from device
      where device.id = any($1::uuid[]) and device.deleted_at is null order by device.id for no key update`,
    [[...asking.keys()]],
  )
  const ready = rows.filter(({ id, lifecycle, tid, isAuto }) => {
    const { method, code } = asking.get(id) ?? { method: 'code' }
    return mayActivate({ lifecycle, tid, method, code, isAuto })
  })
  if (ready.length > 0)
    await client.query(
      `update device set lifecycle = 'ACTIVE', activated_at = now()
        where device.id = any($1::uuid[]) and device.lifecycle = 'ASSIGNED'`,
      [ready.map(({ id }) => id)],
    )
  return ready
}
