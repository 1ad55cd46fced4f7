import type pg from 'pg'
import { mayActivate } from './registration.rules.ts'
import type { Touched } from './state.queries.ts'

interface Asking {
  readonly method: 'auto' | 'code'
  readonly code?: string | undefined
}

interface AskingRow extends Touched {
  readonly lifecycle: string
  readonly tid: string | null
}

/** Activates the terminals that ask and may; answers those that became active. */
export async function activate(
  client: pg.ClientBase,
  asking: ReadonlyMap<string, Asking>,
): Promise<Touched[]> {
  const { rows } = await client.query<AskingRow>(
    `select device.id, device.org_id as "orgId", device.lifecycle, device.tid from device
      where device.id = any($1::uuid[]) and device.deleted_at is null order by device.id for update`,
    [[...asking.keys()]],
  )
  const ready = rows.filter(({ id, lifecycle, tid }) => {
    const { method, code } = asking.get(id) ?? { method: 'code' }
    return mayActivate({ lifecycle, tid, method, code })
  })
  if (ready.length > 0)
    await client.query(
      `update device set lifecycle = 'ACTIVE', activated_at = now()
        where device.id = any($1::uuid[]) and device.lifecycle = 'ASSIGNED'`,
      [ready.map(({ id }) => id)],
    )
  return ready
}
