import {
  type MqttEntry,
  type MqttEntryDetail,
  type mqttLog,
  type ParsedOf,
  trailBytes,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { type Condition, equals } from '../../../kit/page.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../../device/index.ts'
import { type LogPage, logPage } from '../../log/index.ts'
import { type TrailSpan, trailSpan } from './span.rules.ts'

type Query = ParsedOf<(typeof mqttLog)['page']>['query']

/** An entry as the view has it. */
type Row = MqttEntry & { readonly payload: string | null; readonly orgId: string | null }

/** Entries of terminals that the caller sees; those of nobody only for who sees all. */
const visible = ({ principal }: Context): readonly Condition[] =>
  principal.scope.all
    ? []
    : [sql<SqlBool>`sn in (select device.sn from device where ${deviceScope.rows(principal)})`]

const all = (conditions: readonly Condition[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql.join([...conditions], sql` and `)

/** One page of the trail, the latest first. */
export async function trailPage(ctx: Context, query: Query): Promise<LogPage<MqttEntry>> {
  const { sn, correlationId, direction, type, result, minSize } = query
  const span = trailSpan(query, ctx.now())
  const source = { table: 'mqtt_log', view: 'mqtt_log_row', span, query }
  const page = await logPage<Row>(ctx, source, [
    ...visible(ctx),
    ...(sn ? [equals('sn', sn)] : []),
    ...(correlationId ? [equals('correlationId', correlationId)] : []),
    ...(direction ? [equals('direction', direction)] : []),
    ...(type ? [equals('type', type)] : []),
    ...(result ? [equals('result', result)] : []),
    ...(minSize === undefined ? [] : [sql<SqlBool>`size >= ${minSize}`]),
    ...(query.keyword ? [named(query.keyword)] : []),
  ])
  return { ...page, list: page.list.map(entryOf) }
}

/** A message by its id, among those that the filters leave. */
const named = (text: string): Condition =>
  sql<SqlBool>`(message_id = ${text} or correlation_id = ${text} or sn = ${text.toUpperCase()})`

/** Who reads the list only has no right to what was said. */
function entryOf({ payload: _, orgId: __, ...entry }: Row): MqttEntry {
  return entry
}

/** Messages that gateways have only counted. */
export async function countUnrecorded({ db }: Context, { from, to }: TrailSpan): Promise<number> {
  const { rows } = await sql<{
    messages: number
  }>`select coalesce(sum(messages), 0)::bigint as messages
    from mqtt_log_gap where to_at >= ${from} and from_at < ${to}`.execute(db)
  return rows[0]?.messages ?? 0
}

const detailOf = ({ orgId: _, ...row }: Row): MqttEntryDetail => {
  const { payload, size } = row
  const isLong = size > trailBytes && Buffer.byteLength(payload ?? '') > trailBytes - 4
  return { ...row, isCut: isLong }
}

/** The moment of a UUIDv7, which is the entry's own. */
const momentIn = (id: string): string =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString()

/** One entry with what was said. */
export async function findEntry(ctx: Context, id: string): Promise<MqttEntryDetail> {
  const { rows } = await sql<Row>`select row.* from mqtt_log_row as row
    where id = ${id} and at = ${momentIn(id)} and ${all(visible(ctx))}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound()
  return detailOf(row)
}

/** Entries of one conversation that are shown, and answers to them. */
const mostTraced = { entries: 300, answers: 100 }

/**
 * What belongs to a conversation, in the order of time. An answer of the platform names many messages
 * at once, of one terminal: those are sought by the ids of the conversation's own.
 */
export async function traceOf(ctx: Context, correlationId: string): Promise<MqttEntryDetail[]> {
  const { rows } = await sql<Row>`with spoken as materialized (
      select id, at, sn, message_id from mqtt_log
      where correlation_id = ${correlationId} and ${all(visible(ctx))}
      order by at, id limit ${mostTraced.entries}),
    answers as (select id, at from mqtt_log as log
      where direction = 'DOWN' and type in ('ack', 'ask') and sn = any(array(select spoken.sn from spoken))
        and at >= (select min(spoken.at) from spoken)
        and at <= (select max(spoken.at) + interval '1 minute' from spoken)
        and exists (select from spoken where spoken.sn = log.sn
          and (strpos(log.payload, ${correlationId}) > 0 or strpos(log.payload, spoken.message_id) > 0))
      limit ${mostTraced.answers})
    select row.* from (select id, at from spoken union select id, at from answers) as found
      join mqtt_log_row as row using (at, id) order by at, id`.execute(ctx.db)
  return rows.map(detailOf)
}

const tailed = { entries: 100, minutes: 15 }

/** The latest of one terminal, the newest first. */
export async function tailOf(ctx: Context, sn: string): Promise<MqttEntryDetail[]> {
  const { rows } = await sql<Row>`select row.* from (select id, at from mqtt_log
      where sn = ${sn} and at >= now() - make_interval(mins => ${tailed.minutes})
      order by at desc, id desc limit ${tailed.entries}) as found
    join mqtt_log_row as row using (at, id) order by at desc, id desc`.execute(ctx.db)
  return rows.map(detailOf)
}
