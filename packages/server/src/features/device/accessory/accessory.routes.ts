import {
  accessoryCodes,
  type AccessoryEvent,
  type AccessoryRow,
  type deviceAccessories,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { findDevice } from '../command/command.queries.ts'
import { deviceScope } from '../deviceScope.ts'
import { deviceLogScope } from '../log/log.queries.ts'

/** Events that one answer shows at most. */
const maxEvents = 100

/** What belongs to a terminal, and what came and went. */
export const accessoryHandlers: Handlers<typeof deviceAccessories> = {
  accessories: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const { rows: told } = await sql<{ reportedAt: string }>`select reported_at from device_snapshot
      where device_id = ${id} and kind = 'info' and document ? 'accessories'`.execute(ctx.db)
    const { rows: accessories } =
      await sql<AccessoryRow>`select kind, sn, model, firmware, apps, since, changed_at
      from accessory where device_id = ${id} and not is_gone order by kind, sn`.execute(ctx.db)
    return { reportedAt: told[0]?.reportedAt ?? null, accessories, events: await eventsOf(ctx, id) }
  },
}

/** As whoever's the terminal was then: history stays with them. */
async function eventsOf(ctx: Context, id: string): Promise<AccessoryEvent[]> {
  const { rows } = await sql<AccessoryEvent>`with told as (select * from device_event
      where device_id = ${id} and kind = 'CONDITION' and code = any(${[...accessoryCodes]}::text[])
        and ${deviceLogScope.rows(ctx.principal)}
      order by at desc, id desc limit ${maxEvents})
    select told.id, told.code, told.at, told.data ->> 'accessory' as kind, told.data ->> 'accessorySn' as sn,
      told.data ->> 'from' as from, told.data ->> 'to' as to, other.id as other_id, other.sn as other_sn
    from told left join (select id, sn from device where ${deviceScope.rows(ctx.principal)}) as other on other.id = told.ref_id
    order by told.at desc, told.id desc`.execute(ctx.db)
  return rows
}
