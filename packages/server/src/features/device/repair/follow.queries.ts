import {
  codes,
  repairsPath,
  settledStates,
  type LifeEvent,
  type RepairState,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { clockColumns } from './repair.queries.ts'
import { keysInTheWay, type Ticket } from './repair.rules.ts'

/** A move that was made with held terminals. */
export interface MadeMove {
  readonly event: LifeEvent
  /** The state that it led to. */
  readonly to: string
  readonly reason: string | null
  /** Of a swap. */
  readonly otherId?: string
}

interface OpenTicket extends Ticket {
  readonly id: string
  readonly deviceId: string
}

type Moved = readonly { readonly id: string; readonly orgId: string }[]

/** What the tickets of terminals become by a move; null: it does not touch them. */
function stateBehind({ event, to }: MadeMove): RepairState | null {
  if (to === 'REPAIR') return 'APPROVED'
  if (event === 'RETURN') return 'INSTALLED'
  if (event === 'SWAP') return 'CLOSED'
  return event === 'SCRAP' ? 'SCRAPPED' : null
}

/**
 * Tickets follow the moves of their terminals, in the same transaction: whoever sends one to repair has
 * its ticket approved, or opened; its return, swap or end settles the ticket.
 */
export async function followMoves(ctx: Context, devices: Moved, made: MadeMove): Promise<void> {
  const to = stateBehind(made)
  if (to === null) return
  const open = await holdOpen(ctx, devices)
  for (const ticket of to === 'INSTALLED' ? open : []) {
    const why = keysInTheWay(ticket, to)
    if (why) throw new Refusal(codes.wrongState, why)
  }
  const ids = await settle(ctx, open, { ...made, state: to })
  const known = new Set(open.map(({ deviceId }) => deviceId))
  const without = devices.filter(({ id }) => !known.has(id)).map(({ id }) => id)
  if (to === 'APPROVED') ids.push(...(await openTickets(ctx, without, made.reason)))
  const orgIds = [...new Set(devices.map(({ orgId }) => orgId))]
  // Of several organisations none hears of the tickets of another.
  if (ids.length > 0) ctx.changed(repairsPath, orgIds.length > 1 ? [] : ids, orgIds)
}

async function holdOpen(ctx: Context, devices: Moved): Promise<readonly OpenTicket[]> {
  const { rows } =
    await sql<OpenTicket>`select id, device_id, state, held_state, fault, keys_erased, keys_injected
    from repair where device_id = any(${devices.map(({ id }) => id)}::uuid[])
      and not state = any(${[...settledStates]}::text[])
    order by id for update`.execute(ctx.db)
  return rows
}

async function settle(
  ctx: Context,
  open: readonly OpenTicket[],
  { state, reason, otherId }: MadeMove & { readonly state: RepairState },
): Promise<string[]> {
  if (open.length === 0) return []
  const ids = open.map(({ id }) => id)
  const now = ctx.now().toISOString()
  const ends = {
    CLOSED: { result: 'REPLACED', swapDeviceId: otherId ?? null, closedAt: now },
    SCRAPPED: { result: 'SCRAPPED', closedAt: now },
    INSTALLED: { holder: 'MERCHANT', holderName: null },
  } as const
  const end = state === 'CLOSED' || state === 'SCRAPPED' || state === 'INSTALLED' ? ends[state] : {}
  const clock = await clockColumns(ctx, state === 'APPROVED' ? 'DEPOT' : 'STOP')
  await ctx.db
    .updateTable('repair')
    .set({ state, heldState: null, ...end, ...clock, version: sql`version + 1`, updatedAt: now })
    .where('id', 'in', ids)
    .execute()
  const byUser = ctx.principal.userId
  const events = open.map((ticket) => ({
    repairId: ticket.id,
    kind: 'STATE',
    before: ticket.state,
    after: state,
    text: reason,
    byUser,
  }))
  await ctx.db.insertInto('repairEvent').values(events).execute()
  return ids
}

/** Opens a ticket for terminals that were sent to repair without one. */
async function openTickets(
  ctx: Context,
  deviceIds: readonly string[],
  reason: string | null,
): Promise<readonly string[]> {
  if (deviceIds.length === 0) return []
  const { dueAt } = await clockColumns(ctx, 'DEPOT')
  const { rows } = await sql<{ id: string }>`with opened as (
      insert into repair (device_id, state, fault, severity, description, created_by, due_at)
      select id, 'APPROVED', case when exists (select from device_security told where told.device_id = id
          and told.kind = 'TAMPERED') then 'TAMPER' when exists (select from device_security told
          where told.device_id = id and told.kind = 'KEY_MISSING') then 'KEY_LOSS' else 'OTHER' end, 'MEDIUM', ${reason ?? '—'}, ${ctx.principal.userId}, ${dueAt}
      from unnest(${[...deviceIds]}::uuid[]) as id returning id)
    insert into repair_event (repair_id, kind, after, text, by_user)
    select id, 'STATE', 'APPROVED', ${reason}, ${ctx.principal.userId} from opened
    returning repair_id as id`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
