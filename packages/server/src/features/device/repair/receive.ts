import {
  type BatchReply,
  devicesPath,
  type Repair,
  repairsPath,
  settledStates,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf } from '../../../kit/page.ts'
import { fieldRefusal, notFound } from '../../../kit/refusal.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope } from '../deviceScope.ts'
import { findRepair, shownRepair, type StoredRepair } from './repair.queries.ts'
import { keysInTheWay, mayGo } from './repair.rules.ts'

/**
 * The terminals of some tickets have come to the depot; those that may not be received stay as they are,
 * and are named. None has another clock from then on than on its way.
 */
export async function receive(
  ctx: Context,
  ids: readonly string[],
  holderName: string,
): Promise<BatchReply> {
  const judged = (await lockAll(ctx, ids)).map((ticket) => ({ ticket, why: whyNot(ctx, ticket) }))
  const may = judged.flatMap(({ ticket, why }) => (why === null ? [ticket] : []))
  const refused = judged.flatMap(({ ticket: { id, ticketNo: name }, why: reason }) =>
    reason === null ? [] : [{ id, name, reason }],
  )
  const rows = await write(ctx, may, holderName || null)
  ctx.note({ rows, after: { state: 'RECEIVED', ...(holderName && { holderName }) } })
  tellOwners(ctx, repairsPath, may)
  tellOwners(
    ctx,
    devicesPath,
    may.map(({ deviceId: id, orgId }) => ({ id, orgId })),
  )
  return { count: rows.length, refused }
}

/** What keeps a terminal from being received; one on hold goes on where it stood, and by itself. */
function whyNot({ language }: Context, ticket: StoredRepair): string | null {
  const { state } = ticket
  if (state === 'ON_HOLD' || !mayGo(ticket, 'RECEIVED'))
    return translate(language, 'repair.isNow', {
      state: translate(language, `repair.state.${state}`),
    })
  const keys = keysInTheWay(ticket, 'RECEIVED')
  return keys && translate(language, keys)
}

/** Receives one terminal by the number that a scanner reads of it. */
export async function receiveBySerial(
  ctx: Context,
  { sn, holderName }: { readonly sn: string; readonly holderName: string },
): Promise<Repair> {
  const { rows } = await sql<{ id: string }>`select row.id from repair_row as row
    where row.sn = ${sn} and row.state <> all(${[...settledStates]}::text[])
      and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  const [ticket] = rows
  if (!ticket) throw fieldRefusal('sn', 'repair.noOpenTicket')
  const { refused } = await receive(ctx, [ticket.id], holderName)
  const [kept] = refused ?? []
  if (kept) throw fieldRefusal('sn', kept.reason)
  return shownRepair(ctx, await findRepair(ctx, ticket.id))
}

type Received = Pick<StoredRepair, 'id' | 'ticketNo' | 'version'>

async function write(ctx: Context, tickets: readonly StoredRepair[], holderName: string | null) {
  const ids = tickets.map(({ id }) => id)
  const { rows } = await sql<Received>`with before as (
      select * from unnest(${ids}::uuid[], ${tickets.map(({ state }) => state)}::text[]) as held (id, state)),
    noted as (insert into repair_event (repair_id, kind, before, after, text, by_user)
      select id, 'STATE', state, 'RECEIVED', ${holderName}, ${ctx.principal.userId} from before)
    update repair set state = 'RECEIVED', holder = 'DEPOT', holder_name = ${holderName},
      version = version + 1, updated_at = ${ctx.now()}
    where id = any(${ids}::uuid[]) returning id, ticket_no, version`.execute(ctx.db)
  return rows
}

/** Tickets that the caller sees, held until the commit: all of them or none. */
async function lockAll(ctx: Context, ids: readonly string[]): Promise<readonly StoredRepair[]> {
  await sql`select from repair where id = any(${[...ids]}::uuid[]) order by id for update`.execute(
    ctx.db,
  )
  const named = sql<SqlBool>`id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<StoredRepair>`select * from repair_row as row
    where ${allOf([deviceScope.rows(ctx.principal), named])}`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
  return rows
}
