import {
  type Alarm,
  alarms,
  alarmsPath,
  columnsOf,
  countCap,
  devicesPath,
  type ParsedOf,
  pressingSeverities,
  type Severity,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Context } from '../../kit/context.ts'
import { countStates } from '../../kit/countStates.ts'
import {
  allOf,
  beginsWith,
  type Condition,
  equals,
  isWithin,
  type Page,
  pageRows,
} from '../../kit/page.ts'
import { notFound } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { tellOwners } from '../../kit/tellOwners.ts'
import { bySerialNumber } from '../../kit/walkedPage.ts'
import { keptBy } from '../device/index.ts'
import { countsAt, seenRows } from '../organization/index.ts'
import { alarmScope } from './alarmScope.ts'
import { type Moved, mute, mutedUntil, unmute } from './mute.queries.ts'

type AlarmQuery = ParsedOf<(typeof alarms)['page']>['query']

const isLive = sql<SqlBool>`closed_at is null`
const isMuted = sql<SqlBool>`muted_until is not null`
const isHeard = sql<SqlBool>`muted_until is null`

/** What is wrong with terminals, and what people did about it. */
export const alarmRoutes = serve(alarms, alarmScope, {
  page: ({ query }, ctx) => pageAlarms(ctx, query),
  detail: async ({ params: { id } }, ctx) => {
    const { rows } = await sql<Alarm>`select * from alarm_row as row
      where ${allOf([alarmScope.rows(ctx.principal), equals('id', id)])}`.execute(ctx.db)
    if (!rows[0]) throw notFound()
    return rows[0]
  },
  count: ({ query: { orgId } }, ctx) => countAlarms(ctx, orgId),
  countStates: async ({ query }, ctx) => {
    const counts = await countStates(ctx, {
      view: 'alarmRow',
      states: ['OPEN', 'ACK'] as const,
      matching: (state) => [alarmScope.rows(ctx.principal), ...conditionsOf({ ...query, state })],
    })
    // What is not closed is in one of both: it is not counted again.
    return { LIVE: Math.min(counts.OPEN + counts.ACK, countCap + 1), ...counts }
  },
  ack: async ({ params: { id } }, ctx) => ({ count: await acknowledge(ctx, [id]) }),
  ackMany: async ({ body: { ids } }, ctx) => ({ count: await acknowledge(ctx, ids) }),
  close: async ({ params: { id }, body: { note } }, ctx) => ({
    count: await close(ctx, [id], note),
  }),
  closeMany: async ({ body: { ids, note } }, ctx) => ({ count: await close(ctx, ids, note) }),
  mute: async ({ body: { ids, ...wish } }, ctx) => {
    const until = mutedUntil(ctx, wish)
    await requireMine(ctx, ids)
    return { count: announce(ctx, await mute(ctx, ids, { until, reason: wish.reason })) }
  },
  unmute: async ({ body: { ids } }, ctx) => {
    await requireMine(ctx, ids)
    return { count: announce(ctx, await unmute(ctx, ids)) }
  },
})

async function pageAlarms(ctx: Context, query: AlarmQuery): Promise<Page<Alarm>> {
  const sorted = { severity: 'grade' } as const
  const { sortField } = query
  const order = sortField
    ? { ...query, sortField: sortField === 'severity' ? sorted.severity : sortField }
    : { ...query, sortField: 'lastAt', sortOrder: 'desc' as const }
  const source = {
    view: 'alarmRow',
    conditions: [await seenRows(ctx, alarmScope), ...conditionsOf(query)],
    sortable: new Set([...columnsOf(alarms.page), 'grade']),
    order: ['lastAt'],
    walked: bySerialNumber('alarm'),
  }
  return pageRows<Alarm>(ctx, source, order)
}

function conditionsOf(query: Omit<AlarmQuery, 'pageNum' | 'pageSize'>): Condition[] {
  const { kind, severity, state, muted, orgId, vendorId, modelId, deviceId, sn } = query
  const { from, to, keyword } = query
  const conditions: Condition[] = []
  if (muted !== 'ALL') conditions.push(muted === '1' ? isMuted : isHeard)
  if (kind) conditions.push(equals('kind', kind))
  if (severity === 'PRESSING')
    conditions.push(sql<SqlBool>`severity = any(${[...pressingSeverities]}::text[])`)
  else if (severity) conditions.push(equals('severity', severity))
  if (state === 'LIVE') conditions.push(isLive)
  else if (state) conditions.push(equals('state', state))
  // The indexes of open alarms know no state.
  if (state === 'OPEN' || state === 'ACK') conditions.push(isLive)
  if (orgId) conditions.push(isWithin(orgId))
  if (vendorId) conditions.push(equals('vendorId', vendorId))
  if (modelId) conditions.push(equals('modelId', modelId))
  if (deviceId) conditions.push(equals('deviceId', deviceId))
  if (from) conditions.push(sql<SqlBool>`last_at >= ${from}`)
  if (to) conditions.push(sql<SqlBool>`last_at < ${to}`)
  for (const word of [sn, keyword?.trim()])
    if (word)
      conditions.push(
        sql<SqlBool>`device_id in (select found.id from device as found
          where ${beginsWith(sql`found.sn`, word.toUpperCase())})`,
      )
  return conditions
}

async function countAlarms(ctx: Context, orgId: string | undefined) {
  const columns = sql`measure, count`
  const counted = await keptBy(ctx, orgId, { table: 'estate_count', columns, at: countsAt })
  const { rows } = await sql<{
    measure: string
    total: number
  }>`select measure, sum(count)::bigint as total
    from ${counted} as counted where starts_with(measure, 'ALARM') group by 1`.execute(ctx.db)
  const totals = new Map(rows.map(({ measure, total }) => [measure, total]))
  const of = (severity: Severity) => totals.get(`ALARM_${severity}`) ?? 0
  return {
    bySeverity: {
      LOW: of('LOW'),
      MEDIUM: of('MEDIUM'),
      HIGH: of('HIGH'),
      CRITICAL: of('CRITICAL'),
    },
    devices: totals.get('ALARMED') ?? 0,
  }
}

/** All or none of them must be the caller's; those that are acknowledged or closed already stay as they are. */
async function acknowledge(ctx: Context, ids: readonly string[]): Promise<number> {
  await requireMine(ctx, ids)
  const { rows } = await sql<Moved>`update alarm set state = 'ACK', acked_at = now(),
      acked_by = ${ctx.principal.userId}, version = alarm.version + 1
    from device where device.id = alarm.device_id and alarm.id = any(${[...ids]}::uuid[]) and alarm.state = 'OPEN'
    returning alarm.id, alarm.org_id, alarm.version, device.sn`.execute(ctx.db)
  return announce(ctx, rows)
}

async function close(ctx: Context, ids: readonly string[], note: string): Promise<number> {
  await sql`select lock_alarms()`.execute(ctx.db)
  await requireMine(ctx, ids)
  const { rows } = await sql<
    Moved & { deviceId: string }
  >`update alarm set state = 'CLOSED', closed_at = now(), close_cause = 'HAND',
      closed_by = ${ctx.principal.userId}, close_note = ${note || null}, version = alarm.version + 1
    from device where device.id = alarm.device_id and alarm.id = any(${[...ids]}::uuid[]) and alarm.closed_at is null
    returning alarm.id, alarm.device_id, alarm.org_id, alarm.version, device.sn`.execute(ctx.db)
  // What is said of the terminal elsewhere: its timeline, and how many alarms it has.
  tellOwners(
    ctx,
    devicesPath,
    rows.map(({ deviceId: id, orgId }) => ({ id, orgId })),
  )
  return announce(ctx, rows)
}

async function requireMine(ctx: Context, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from alarm as row
    where ${allOf([alarmScope.rows(ctx.principal), sql<SqlBool>`id = any(${[...ids]}::uuid[])`])}
    order by id for update`.execute(ctx.db)
  if (rows.length < new Set(ids).size) throw notFound()
}

function announce(ctx: Context, moved: readonly Moved[]): number {
  ctx.note({ rows: [...moved] })
  tellOwners(ctx, alarmsPath, moved)
  return moved.length
}
