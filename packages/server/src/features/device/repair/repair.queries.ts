import {
  codes,
  type DetailedRepair,
  repairs,
  devicesPath,
  repairsPath,
  type Repair,
  type RepairEvent,
  type RepairState,
} from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { allOf, equals } from '../../../kit/page.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { parameter } from '../../system/parameter/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { type ClockTurn } from './repair.rules.ts'

/** A ticket as the view has it. */
export interface StoredRepair extends Omit<Repair, 'createdBy' | 'isOverdue' | 'cost'> {
  /** As the database writes decimals. */
  readonly cost: string | null
  readonly createdBy: string | null
  readonly createdByName: string | null
  readonly parts: DetailedRepair['parts']
  readonly checks: DetailedRepair['checks']
  readonly orgId: string
}

/** One ticket of a terminal that the caller sees. */
export async function findRepair(ctx: Context, id: string): Promise<StoredRepair> {
  const { rows } = await sql<StoredRepair>`select * from repair_row as row
    where ${allOf([deviceScope.rows(ctx.principal), equals('id', id)])}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw notFound()
  return found
}

/** The same, held until the commit; terminals are locked before their tickets. */
export async function lockRepair(ctx: Context, id: string): Promise<StoredRepair> {
  await sql`select from repair where id = ${id} for update`.execute(ctx.db)
  return findRepair(ctx, id)
}

/** As lists show it: what a repair costs is not everybody's business. */
export function shownRepair(ctx: Context, row: StoredRepair): Repair {
  const { createdByName, dueAt, cost } = row
  return {
    ...row,
    createdBy: createdByName,
    cost: cost !== null && mayCall(ctx.principal, repairs.cost.permission) ? Number(cost) : null,
    isOverdue: dueAt !== null && Date.parse(dueAt) < ctx.now().getTime(),
  }
}

export async function eventsOf(ctx: Context, id: string): Promise<RepairEvent[]> {
  const { rows } = await sql<RepairEvent>`select event.id, event.kind, event.before, event.after,
      event.text, event.item_id, event.at, maker.user_name as by
    from repair_event event left join app_user maker on maker.id = event.by_user
    where event.repair_id = ${id} order by event.id desc limit 500`.execute(ctx.db)
  return rows
}

export type NewEvent = Pick<RepairEvent, 'kind'> &
  Partial<Pick<RepairEvent, 'before' | 'after' | 'text' | 'itemId'>>

interface Settling {
  readonly changes: Readonly<Record<string, unknown>>
  readonly events?: readonly NewEvent[]
}

/** Writes changes of a held ticket and what was done; tells the log and the consoles. */
export async function settleRepair(
  ctx: Context,
  ticket: StoredRepair,
  { changes, events = [] }: Settling,
): Promise<Repair> {
  const { id, version } = ticket
  await ctx.db
    .updateTable('repair')
    .set({ ...changes, version: version + 1, updatedAt: ctx.now().toISOString() })
    .where('id', '=', id)
    .execute()
  await noteRepairEvents(ctx, id, events)
  return announceRepair(ctx, id)
}

export async function noteRepairEvents(
  ctx: Context,
  repairId: string,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const byUser = ctx.principal.userId
  const rows = events.map((event) => ({ ...event, repairId, byUser }))
  await ctx.db.insertInto('repairEvent').values(rows).execute()
}

/** A ticket that was written, as it is now. */
export async function announceRepair(ctx: Context, id: string): Promise<Repair> {
  const now = await findRepair(ctx, id)
  ctx.changed(repairsPath, [id], [now.orgId])
  // Whose hands it passes through stands in its terminal's timeline.
  ctx.changed(devicesPath, [now.deviceId], [now.orgId])
  return shownRepair(ctx, now)
}

export const isNow = (ctx: Context, state: RepairState): Refusal =>
  new Refusal(codes.wrongState, 'repair.isNow', {
    params: { state: translate(ctx.language, `repair.state.${state}`) },
    data: { state },
  })

/** The columns of the clock after a turn. */
export async function clockColumns(
  ctx: Context,
  turn: ClockTurn,
): Promise<Readonly<Record<string, RawBuilder<unknown> | null>>> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const none = { dueAt: null, dueLeft: null, breachedAt: null }
  switch (turn) {
    case 'KEEP':
      return {}
    case 'STOP':
      return none
    case 'HOLD':
      return { dueAt: null, dueLeft: sql`extract(epoch from due_at - ${now})` }
    case 'RESUME':
      return { dueAt: sql`${now} + make_interval(secs => due_left)`, dueLeft: null }
    case 'TRIAGE':
      return { ...none, dueAt: sql`${now} + ${await hours(ctx, 'repair.triage.hours', 1)}` }
    case 'DEPOT':
      return { ...none, dueAt: sql`${now} + ${await hours(ctx, 'repair.depot.days', 24)}` }
    case 'BACK':
      return { ...none, dueAt: sql`${now} + ${await hours(ctx, 'repair.back.days', 24)}` }
  }
}

async function hours(
  ctx: Context,
  key: 'repair.triage.hours' | 'repair.depot.days' | 'repair.back.days',
  each: number,
) {
  const count = (await parameter(ctx.db, key)) * each
  return sql`make_interval(hours => ${count}::integer)`
}
