import {
  codes,
  type ParsedOf,
  type Repair,
  repairs,
  reportedIn,
  settledStates,
  touchesKeys,
  type RepairState,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { giveNotice } from '../../notice/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { holdDevices } from '../life/life.queries.ts'
import { isDepot, listDepots } from './depots.ts'
import { scrapTerminal, swapTerminal, transit } from './moveRepair.ts'
import { countRepairs, pageRepairs, slaOf } from './pageRepairs.ts'
import { holdPhotos, photoOf, photosOf, setPhotos } from './photos.ts'
import { receive, receiveBySerial } from './receive.ts'
import {
  announceRepair,
  clockColumns,
  eventsOf,
  findRepair,
  isNow,
  lockRepair,
  noteRepairEvents,
  settleRepair,
  shownRepair,
  type StoredRepair,
} from './repair.queries.ts'

type Body<C extends keyof typeof repairs> =
  ParsedOf<(typeof repairs)[C]> extends { body: infer B } ? B : never

/** Repair tickets: whoever sees a terminal sees its tickets. */
export const repairRoutes = serve(repairs, deviceScope, {
  page: ({ query }, ctx) => pageRepairs(ctx, query),
  countStates: ({ query }, ctx) => countRepairs(ctx, query),
  detail: async ({ params: { id } }, ctx) => {
    const row = await findRepair(ctx, id)
    const parts = mayCall(ctx.principal, repairs.cost.permission) ? row.parts : []
    const [photos, events] = [await photosOf(ctx, id), await eventsOf(ctx, id)]
    return { ...shownRepair(ctx, row), parts, checks: row.checks, photos, events }
  },
  sla: (_, ctx) => slaOf(ctx),
  depots: ({ query }, ctx) => listDepots(ctx, query),
  add: ({ body }, ctx) => report(ctx, body),
  update: ({ body }, ctx) => edit(ctx, body),
  assign: ({ params: { id }, body }, ctx) => assign(ctx, id, body),
  transition: (asked, ctx) => transit(ctx, asked),
  receiveMany: ({ body: { ids, holderName } }, ctx) => receive(ctx, ids, holderName),
  receive: ({ body }, ctx) => receiveBySerial(ctx, body),
  scrap: ({ params: { id }, body }, ctx) => scrapTerminal(ctx, id, body),
  swap: ({ params: { id }, body }, ctx) => swapTerminal(ctx, id, body),
  comment: async ({ params: { id }, body: { text } }, ctx) => {
    const ticket = await findRepair(ctx, id)
    await noteRepairEvents(ctx, id, [{ kind: 'COMMENT', text }])
    ctx.note({ targetIds: [id], about: { ticketNo: ticket.ticketNo }, after: { text } })
    return announceRepair(ctx, id)
  },
  custody: ({ params: { id }, body }, ctx) => handOver(ctx, id, body),
  photos: ({ params: { id }, body: { photoIds } }, ctx) => setPhotos(ctx, id, photoIds),
  photo: ({ params: { id, fileId } }, ctx) => photoOf(ctx, id, fileId),
  checks: ({ params: { id }, body: { checks } }, ctx) => test(ctx, id, checks),
  cost: async ({ params: { id }, body: { cost, parts } }, ctx) => {
    const ticket = await lockRepair(ctx, id)
    ctx.note({ targetIds: [id], about: { ticketNo: ticket.ticketNo }, after: { cost, parts } })
    return settleRepair(ctx, ticket, { changes: { cost, parts: JSON.stringify(parts) } })
  },
})

/** Reports a fault. The terminal is held: nobody opens two tickets for it at once. */
async function report(
  ctx: Context,
  { sn, source, photoIds, ...about }: Body<'add'>,
): Promise<Repair> {
  const { rows } = await sql<{ id: string }>`select id from device where sn = ${sn}
    and deleted_at is null and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  const [device] = rows
  if (!device) throw fieldRefusal('sn', 'repair.unknownTerminal')
  const [held] = await holdDevices(ctx, [device.id])
  if (!held || !reportedIn.some((state) => state === held.lifecycle))
    throw fieldRefusal('sn', 'repair.unfit')
  const open = await sql`select from repair where device_id = ${device.id}
    and not state = any(${[...settledStates]}::text[])`.execute(ctx.db)
  if (open.rows.length > 0) throw fieldRefusal('sn', 'repair.hasOpen')
  const { id } = await ctx.db
    .insertInto('repair')
    .values({
      ...about,
      source,
      deviceId: device.id,
      createdBy: ctx.principal.userId,
      ...(await clockColumns(ctx, 'TRIAGE')),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteRepairEvents(ctx, id, [{ kind: 'STATE', after: 'REPORTED' }])
  if (photoIds.length > 0) await holdPhotos(ctx, await findRepair(ctx, id), photoIds)
  const made = await announceRepair(ctx, id)
  ctx.note({ targetIds: [id], after: made })
  return made
}

async function edit(ctx: Context, { id, version, ...about }: Body<'update'>): Promise<Repair> {
  const ticket = await lockRepair(ctx, id)
  requireOpen(ctx, ticket)
  if (ticket.version !== version)
    throw new Refusal(codes.versionConflict, 'refusal.versionConflict', {
      params: { name: translate(ctx.language, 'someone') },
      data: { version: ticket.version },
    })
  if (isPastReport(ticket) && touchesKeys(ticket.fault) && !touchesKeys(about.fault))
    throw fieldRefusal('fault', 'repair.faultOfKeys')
  const before = Object.fromEntries(
    Object.keys(about).map((name) => [name, new Map(Object.entries(ticket)).get(name)]),
  )
  ctx.note({ targetIds: [id], about: { ticketNo: ticket.ticketNo }, before, after: about })
  return settleRepair(ctx, ticket, { changes: about })
}

/** Says who mends, and where. Whoever is named hears of it. */
async function assign(ctx: Context, id: string, wanted: Body<'assign'>): Promise<Repair> {
  const ticket = await lockRepair(ctx, id)
  requireOpen(ctx, ticket)
  const { assigneeId, depotId } = wanted
  const mine = organizationsBy('orgId').rows(ctx.principal)
  if (assigneeId !== null && assigneeId !== ticket.assigneeId)
    await requireOne(
      'assigneeId',
      ctx,
      sql`select from app_user as row
      where id = ${assigneeId} and deleted_at is null and status = 1 and ${mine}`,
    )
  if (depotId !== null && depotId !== ticket.depotId)
    await requireOne(
      'depotId',
      ctx,
      sql`select from station as row
      where id = ${depotId} and ${isDepot} and ${mine}`,
    )
  const done = await settleRepair(ctx, ticket, { changes: wanted })
  await noteRepairEvents(ctx, id, [
    { kind: 'ASSIGN', before: ticket.assigneeName, after: done.assigneeName, text: done.depotName },
  ])
  const { ticketNo, sn } = done
  ctx.note({ targetIds: [id], about: { ticketNo }, after: wanted })
  const isNews = assigneeId !== null && assigneeId !== ticket.assigneeId
  if (isNews && assigneeId !== ctx.principal.userId)
    await giveNotice(ctx, {
      userIds: [assigneeId],
      severity: 'INFO',
      textKey: 'notice.repair.assigned',
      values: { ticketNo, sn },
      link: `/device/repair?keyword=${ticketNo}`,
    })
  return done
}

async function requireOne(field: string, ctx: Context, found: ReturnType<typeof sql<SqlBool>>) {
  const { rows } = await found.execute(ctx.db)
  if (rows.length === 0) throw fieldRefusal(field, 'rule.unknownRecord')
}

async function handOver(
  ctx: Context,
  id: string,
  { holder, holderName, note }: Body<'custody'>,
): Promise<Repair> {
  const ticket = await lockRepair(ctx, id)
  requireOpen(ctx, ticket)
  const said = [holderName, note].filter(Boolean).join(': ')
  ctx.note({
    targetIds: [id],
    about: { ticketNo: ticket.ticketNo },
    before: { holder: ticket.holder },
    after: { holder, holderName },
  })
  return settleRepair(ctx, ticket, {
    changes: { holder, holderName },
    events: [{ kind: 'CUSTODY', before: ticket.holder, after: holder, text: said }],
  })
}

/** States after which nothing of a ticket changes but remarks and what it cost. */
const over: readonly RepairState[] = ['CLOSED', 'CANCELLED', 'SCRAPPED']

/** Keeps what came of a test. What a terminal fails at is mended, and tested anew. */
async function test(ctx: Context, id: string, checks: Body<'checks'>['checks']): Promise<Repair> {
  const ticket = await lockRepair(ctx, id)
  if (ticket.state !== 'TESTING') throw isNow(ctx, ticket.state)
  const failed = checks.filter(({ outcome }) => outcome === 'FAILED')
  ctx.note({ targetIds: [id], about: { ticketNo: ticket.ticketNo }, after: { checks } })
  return settleRepair(ctx, ticket, {
    changes: { checks: JSON.stringify(checks) },
    events: [{ kind: 'CHECK', after: failed.map(({ check }) => check).join() || null }],
  })
}

/** Its terminal is in repair: what has to become of its keys is settled. */
const isPastReport = ({ state, heldState }: StoredRepair): boolean =>
  !['REPORTED', 'TRIAGED'].includes(heldState ?? state)

function requireOpen(ctx: Context, { state }: StoredRepair): void {
  if (over.includes(state)) throw isNow(ctx, state)
}
