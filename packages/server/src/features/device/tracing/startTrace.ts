import { randomUUID } from 'node:crypto'
import { codes, deviceMessages, type logTraces, type ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { tell } from '../../../kit/outbox.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { isPattern, isSmallPattern } from '../../../platform/pattern.ts'
import { holdDevices } from '../command/command.queries.ts'
import { refusalOf } from '../command/giveAll.ts'
import { commandRules } from '../matrix/rules.queries.ts'
import { announceTraces } from './announceTraces.ts'
import { tellToStop, wordSeconds } from './saveChunks.ts'

type Wish = ParsedOf<typeof logTraces.start>['body']

/** Has a terminal that is there send what it writes down from now on; the trace's id. */
export async function startTrace(
  ctx: Context,
  { deviceId, reason, ...wish }: Wish,
): Promise<string> {
  const { pattern } = wish
  if (pattern !== null && !isPattern(pattern)) throw fieldRefusal('pattern', 'logView.noPattern')
  // A terminal looks through all that it writes down by it.
  if (pattern !== null && !isSmallPattern(pattern))
    throw fieldRefusal('pattern', 'logView.largePattern')
  const device = await holdPresent(ctx, deviceId)
  const { sn } = device
  const { rows } = await sql<{
    id: string
    traceNo: string
  }>`insert into log_trace (trace_no, device_id, sn, org_id,
      vendor_id, model_id, kinds, level, packages, pattern, mode, max_minutes, max_mb, reason, created_by, created_at)
    select 'LT' || to_char(now() at time zone 'UTC', 'YYYYMMDD') || '-' || lpad(nextval('log_trace_number')::text, 4, '0'),
      device.id, device.sn, device.org_id, device.vendor_id, device.model_id, ${wish.kinds}, ${wish.level},
      ${wish.packages}, ${wish.pattern}, ${wish.mode}, ${wish.maxMinutes}, ${wish.maxMb}, ${reason},
      ${ctx.principal.userId}, now()
    from device where device.id = ${device.id}
    returning id, trace_no`.execute(ctx.db)
  const [made] = rows
  if (!made) throw new Error('a trace was not written')
  await tell(ctx, deviceMessages.commandNotice, {
    to: {
      sn,
      messageId: randomUUID(),
      expiresAt: ctx.now().getTime() + wordSeconds * 1000,
    },
    body: { item: made.id, cmd: 'LOG_TRACE_START', args: { ...wish }, attempt: 1 },
  })
  const about = { sn, traceNo: made.traceNo }
  ctx.note({ targetIds: [made.id], about, after: { ...wish, reason } })
  announceLater(ctx, { id: made.id, orgId: device.orgId })
  return made.id
}

/** The terminal, which can be traced now. */
async function holdPresent(ctx: Context, id: string) {
  const [device] = await holdDevices(ctx, [id])
  if (!device) throw fieldRefusal('deviceId', 'rule.unknownRecord')
  const { sn } = device
  const rule = (await commandRules(ctx.db, 'LOG_PULL', [device.modelId])).get(device.modelId)
  const refusal = refusalOf(device, 'LOG_PULL', rule)
  if (refusal) throw refusal
  const online = await sql`select from device_online where device_id = ${id}`.execute(ctx.db)
  if (online.rows.length === 0)
    throw new Refusal(codes.warning, 'mqttLog.absent', { params: { sn } })
  const open = await sql`select from log_trace where device_id = ${device.id}
    and ended_at is null`.execute(ctx.db)
  if (open.rows.length > 0) throw new Refusal(codes.wrongState, 'logTrace.underWay')
  return device
}

const announceLater = (ctx: Context, trace: { readonly id: string; readonly orgId: string }) =>
  announceTraces({ changed: ({ path, ids, orgIds }) => ctx.changed(path, ids, orgIds) }, [trace])

interface OpenTrace {
  readonly id: string
  readonly sn: string
  readonly orgId: string
  readonly traceNo: string
}

/** Ends a trace that somebody has found open; what its terminal had still comes within moments. */
export async function stopTrace(ctx: Context, trace: OpenTrace): Promise<void> {
  const { id, sn, traceNo } = trace
  const { rows } =
    await sql`update log_trace set state = 'STOPPED', cause = 'USER', ended_at = now()
    where id = ${id} and ended_at is null returning id`.execute(ctx.db)
  if (rows.length === 0) throw new Refusal(codes.wrongState, 'logTrace.isOver')
  await tellToStop(ctx, [trace])
  ctx.note({ targetIds: [id], about: { sn, traceNo } })
  announceLater(ctx, trace)
}
