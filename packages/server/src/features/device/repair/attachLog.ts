import { settledStates } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { announceRepair, noteRepairEvents } from './repair.queries.ts'

interface Attached {
  readonly ticketNo: string
  readonly deviceId: string
  /** The item that asked for the log. */
  readonly itemId: string
  readonly name: string
}

/** Notes a log on an open ticket of its terminal, which the caller has found already; the ticket's id. */
export async function attachLog(
  ctx: Context,
  { ticketNo, deviceId, itemId, name }: Attached,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from repair where ticket_no = ${ticketNo}
    and device_id = ${deviceId} and not state = any(${[...settledStates]}::text[]) for update`.execute(
    ctx.db,
  )
  const [ticket] = rows
  if (!ticket) throw fieldRefusal('ticketNo', 'logFile.noTicket')
  await noteRepairEvents(ctx, ticket.id, [{ kind: 'LOG', text: name, itemId }])
  await announceRepair(ctx, ticket.id)
  return ticket.id
}
