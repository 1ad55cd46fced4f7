import { type deviceKeys, keyCodes, type KeyEvent, type KeySlotRow } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Handlers } from '../../../kit/serve.ts'
import { findDevice } from '../command/command.queries.ts'
import { deviceLogScope } from '../log/log.queries.ts'
import { approvedSql } from '../model/approvedUntil.ts'

/** Events that one answer shows at most. */
const maxEvents = 100

/** Which keys a terminal holds, and what came, went and changed. */
export const keyHandlers: Handlers<typeof deviceKeys> = {
  slots: async ({ params }, ctx) => {
    const { id } = await findDevice(ctx, params.id)
    const { rows } = await sql<Told>`select report.told_at, approved.until as approved_until
      from device join model on model.id = device.model_id
        left join device_key_report report on report.device_id = device.id
        left join lateral (${sql.raw(approvedSql)}) as approved on true
      where device.id = ${id}`.execute(ctx.db)
    const slots = await slotsOf(ctx, id)
    const { toldAt = null, approvedUntil = null } = rows[0] ?? {}
    return { toldAt, approvedUntil, slots, events: await eventsOf(ctx, id) }
  },
}

/** What it tells of, and what its model demands beside. A slot that is a number stands where it belongs among the others. */
async function slotsOf({ db }: Context, id: string): Promise<KeySlotRow[]> {
  const { rows } =
    await sql<KeySlotRow>`select slot, type, held.kcv, held.ksi, held.injected_at, held.expires_at, held.changed_at,
      case when held.state is null then 'MISSING' when held.state = 'OK' and held.expires_at <= now() then 'EXPIRED'
        else held.state end as state,
      wanted.is_required is not null as is_required
    from (select * from device_key where device_id = ${id}) as held
      full join (select demanded.slot, demanded.type, true as is_required from device_key_report report
          join device on device.id = report.device_id join model on model.id = device.model_id
          cross join lateral jsonb_to_recordset(model.key_slots) as demanded (slot text, type text)
        where report.device_id = ${id}) as wanted using (slot, type)
    order by length(substring(slot from '^[0-9]+')), slot, type`.execute(db)
  return rows
}

interface Told {
  readonly toldAt: string | null
  readonly approvedUntil: string | null
}

/** As whoever's the terminal was then: history stays with them. */
async function eventsOf(ctx: Context, id: string): Promise<KeyEvent[]> {
  const { rows } =
    await sql<KeyEvent>`select id, code, at, data ->> 'keySlot' as slot, data ->> 'keyType' as type,
      data ->> 'from' as from, data ->> 'to' as to
    from device_event where device_id = ${id} and kind = 'CONDITION' and code = any(${[...keyCodes]}::text[])
      and ${deviceLogScope.rows(ctx.principal)}
    order by at desc, id desc limit ${maxEvents}`.execute(ctx.db)
  return rows
}
