import type { ParamDeliveryRow, RefusedParam } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Page } from '../../../kit/page.ts'
import { refusedOf } from '../resolve/effective.queries.ts'

/** A delivery as its view has it. */
export type Delivered = Omit<ParamDeliveryRow, 'refused'>

/** Deliveries, each with what the application did not take. */
export async function withRefused(ctx: Context, page: Page<Delivered>) {
  const partly = page.list.filter(({ state }) => state === 'PARTLY_APPLIED')
  const { rows } = await sql<{ id: string; refused: RefusedParam[] }>`
    select held.device_id || '/' || held.app_id as id, ${refusedOf(ctx)} as refused
    from jsonb_to_recordset(${JSON.stringify(partly)}::jsonb) as told ("deviceId" uuid, "appId" uuid)
      join param_desired held on held.device_id = told."deviceId" and held.app_id = told."appId" and held.until is null
      join param_set on param_set.id = held.set_id`.execute(ctx.db)
  const refused = new Map(rows.map((row) => [row.id, row.refused]))
  return {
    ...page,
    list: page.list.map((row) => ({ ...row, refused: refused.get(row.id) ?? [] })),
  }
}
