import type { ParamDeliveryRow, ParamWait, RefusedParam } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Page } from '../../../kit/page.ts'
import { editsOf, refusedOf } from '../resolve/effective.queries.ts'
import { waitsFor } from '../resolve/waits.queries.ts'

/** A delivery as its view has it. */
export type Delivered = Omit<ParamDeliveryRow, 'refused' | 'edits' | 'waitsFor'>

interface Further {
  readonly waitsFor: ParamWait | null
  readonly refused: RefusedParam[]
  readonly edits: string[]
}
const none: Further = { waitsFor: null, refused: [], edits: [] }

/** States that a row says more of than its view has. */
const furtherStates = new Set(['PENDING', 'PARTLY_APPLIED', 'DRIFT'])

/** Deliveries, each with why it waits, what the application did not take, and what was changed on the terminal. */
export async function withFurther(ctx: Context, page: Page<Delivered>) {
  const asked = page.list.filter(({ state }) => furtherStates.has(state))
  const { rows } = await sql<Further & { id: string }>`
    select held.device_id || '/' || held.app_id as id, ${waitsFor} as waits_for, ${editsOf(ctx)} as edits,
      case when held.state = 'PARTLY_APPLIED' then ${refusedOf(ctx)} else '[]' end as refused
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as told ("deviceId" uuid, "appId" uuid)
      join param_desired held on held.device_id = told."deviceId" and held.app_id = told."appId" and held.until is null
      join param_set on param_set.id = held.set_id join param_subject app on app.id = held.app_id
      left join param_applied applied on applied.device_id = held.device_id and applied.package = app.package`.execute(
    ctx.db,
  )
  const found = new Map(rows.map(({ id, ...further }) => [id, further]))
  return { ...page, list: page.list.map((row) => ({ ...row, ...(found.get(row.id) ?? none) })) }
}
