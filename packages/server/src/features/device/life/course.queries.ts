import { type CourseStep, repairs } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { findDevice } from '../command/command.queries.ts'
import { deviceScope } from '../deviceScope.ts'

type Row = Omit<CourseStep, 'other'> & {
  readonly otherId: string | null
  readonly otherSn: string | null
}

/** One answer shows no more. */
const most = 200

/**
 * The moves of a terminal's life and, for who reads its repairs, the hands that it went through, the
 * latest first. Another terminal is named to who sees it.
 */
export async function courseOf(ctx: Context, deviceId: string): Promise<CourseStep[]> {
  const { id } = await findDevice(ctx, deviceId)
  const { principal } = ctx
  const { rows } = await sql<Row>`
    with moves as (select move.id, 'MOVE' as kind, move.event, move.from_state as before,
        move.to_state as after, move.reason as text, move.other_id, null as ticket_no, move.at, move.by_user
      from device_move move where move.device_id = ${id} order by move.at desc limit ${most}),
    hands as (select event.id, 'CUSTODY', null, event.before, event.after, event.text, null::uuid,
        repair.ticket_no, event.at, event.by_user
      from repair join repair_event event on event.repair_id = repair.id
      where repair.device_id = ${id} and event.kind = 'CUSTODY'
        and ${mayCall(principal, repairs.detail.permission)} order by event.at desc limit ${most})
    select step.id, step.kind, step.event, step.before, step.after, step.text, step.ticket_no, step.at,
      maker.user_name as by, other.id as other_id, other.sn as other_sn
    from (select * from moves union all select * from hands) as step
      left join app_user maker on maker.id = step.by_user
      left join (select id, sn from device where ${deviceScope.rows(principal)}) as other
        on other.id = step.other_id
    order by step.at desc, step.id desc limit ${most}`.execute(ctx.db)
  return rows.map(({ otherId, otherSn, ...step }) => ({
    ...step,
    other: otherId && otherSn ? { id: otherId, sn: otherSn } : null,
  }))
}
