import type { ParamDeliveryRow, RefusedParam } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Page } from '../../../kit/page.ts'
import { editsOf, refusedOf } from '../resolve/effective.queries.ts'

/** A delivery as its view has it. */
export type Delivered = Omit<ParamDeliveryRow, 'refused' | 'edits'>

interface Pids {
  readonly refused: RefusedParam[]
  readonly edits: string[]
}
const none: Pids = { refused: [], edits: [] }

/** Deliveries, each with what the application did not take, and what was changed on the terminal. */
export async function withPids(ctx: Context, page: Page<Delivered>) {
  const asked = page.list.filter(({ state }) => state === 'PARTLY_APPLIED' || state === 'DRIFT')
  const { rows } = await sql<Pids & { id: string }>`
    select held.device_id || '/' || held.app_id as id, ${editsOf(ctx)} as edits,
      case when held.state = 'PARTLY_APPLIED' then ${refusedOf(ctx)} else '[]' end as refused
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as told ("deviceId" uuid, "appId" uuid)
      join param_desired held on held.device_id = told."deviceId" and held.app_id = told."appId" and held.until is null
      join param_set on param_set.id = held.set_id join param_subject app on app.id = held.app_id
      left join param_applied applied on applied.device_id = held.device_id and applied.package = app.package`.execute(
    ctx.db,
  )
  const found = new Map(rows.map(({ id, edits, refused }) => [id, { edits, refused }]))
  return { ...page, list: page.list.map((row) => ({ ...row, ...(found.get(row.id) ?? none) })) }
}
