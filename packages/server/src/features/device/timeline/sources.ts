import {
  alarms,
  deviceApps,
  deviceLog,
  type DeviceLogCode,
  type DeviceLogKind,
  effectiveParams,
  logOfTimeline,
  repairs,
  type TimelineKind,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { mayCall, type Principal } from '../../../access/principal.ts'
import { provedAt } from '../command/proved.queries.ts'
import { waitsFor } from '../command/waits.queries.ts'
import { deviceLogScope } from '../log/log.queries.ts'

type Sql = RawBuilder<unknown>

interface Asked {
  readonly id: string
  readonly kind: TimelineKind | undefined
  /** Only what lies before it; null: from the latest on. */
  readonly before: { readonly at: RawBuilder<Date>; readonly id: string } | null
  readonly most: number
}

/** What gives the steps of a terminal: what the caller may read of what was asked for. */
export function sourcesOf(principal: Principal, asked: Asked): Sql[] {
  const wants = (kind: TimelineKind) => asked.kind === undefined || asked.kind === kind
  const kinds = logKinds(principal).filter((kind) => wants(kindOf(kind)))
  return [
    ...(wants('PRESENCE') ? [presence(asked)] : []),
    ...(wants('COMMAND') ? [commands(asked)] : []),
    ...(wants('LIFE') ? [moves(asked, readsLog(principal))] : []),
    ...(wants('LIFE') && mayCall(principal, repairs.detail.permission) ? [hands(asked)] : []),
    ...(kinds.length > 0 ? [told(principal, asked, kinds)] : []),
  ].map((source) => sql`(${source})`)
}

const readsLog = (principal: Principal) => mayCall(principal, deviceLog.page.permission)

const kindOfLog = new Map<DeviceLogKind, TimelineKind>(
  (['ALARM', 'LIFE', 'VERSION', 'PARAM', 'REPORT'] as const).flatMap((kind) =>
    logOfTimeline[kind].map((own): [DeviceLogKind, TimelineKind] => [own, kind]),
  ),
)
const kindOf = (kind: DeviceLogKind): TimelineKind => kindOfLog.get(kind) ?? 'REPORT'

/** What is read of the log without a right to it: the same is shown elsewhere to whoever has these. */
const ownRights = [
  ['ALARM', alarms.page.permission],
  ['APP', deviceApps.appEvents.permission],
  ['PARAM', effectiveParams.apps.permission],
] as const

function logKinds(principal: Principal): readonly DeviceLogKind[] {
  if (readsLog(principal)) return [...kindOfLog.keys()]
  return ownRights.flatMap(([kind, right]) => (mayCall(principal, right) ? [kind] : []))
}

/** Before the place that was read up to; of two at one moment the later id comes first. */
const earlier = (at: Sql, id: Sql, { before }: Asked): RawBuilder<SqlBool> =>
  before
    ? sql<SqlBool>`${at} <= ${before.at} and (${at}, ${id}) < (${before.at}, ${before.id}::uuid)`
    : sql<SqlBool>`true`

/** Gone for less than this it only came back. */
const blink = sql`interval '1 minute'`

/**
 * Connections, and their ends where it stayed away. Each gives at least its beginning, so that as
 * many of them as steps are wanted are enough.
 */
const presence = (asked: Asked): Sql => sql`
  select session.id, 'PRESENCE', step.code, step.at, null::uuid, null, false, jsonb_strip_nulls(step.data),
    null::jsonb, null, null::uuid, null
  from (select * from device_session one where one.device_id = ${asked.id}
      and ${asked.before ? sql`one.connected_at <= ${asked.before.at}` : sql`true`}
      order by one.connected_at desc limit ${asked.most}) as session
    left join lateral (select former.disconnected_at as at, former.reason from device_session former
      where former.device_id = ${asked.id} and former.connected_at < session.connected_at
      order by former.connected_at desc limit 1) as gone on true
    left join lateral (select later.connected_at as at from device_session later
      where later.device_id = ${asked.id} and later.connected_at > session.connected_at
      order by later.connected_at limit 1) as back on true
    cross join lateral (values
      (case when gone.at > session.connected_at - ${blink} then 'RECONNECTED' else 'CONNECTED' end, session.connected_at,
        jsonb_build_object('ip', session.ip, 'reason', gone.reason,
          'awaySeconds', greatest(0, round(extract(epoch from session.connected_at - gone.at)))), true),
      ('DISCONNECTED', session.disconnected_at, jsonb_build_object('reason', session.reason,
          'onlineSeconds', round(extract(epoch from session.disconnected_at - session.connected_at))),
        session.disconnected_at is not null and (back.at is null or back.at >= session.disconnected_at + ${blink}))
    ) as step (code, at, data, is_so)
  where step.is_so and ${earlier(sql`step.at`, sql`session.id`, asked)}
  order by step.at desc, session.id desc limit ${asked.most}`

const commands = (asked: Asked): Sql => sql`
  select item.id, 'COMMAND', 'COMMAND', item.created_at, item.created_by, null, false, '{}'::jsonb,
    jsonb_build_object('cmd', item.cmd, 'state', item.state, 'percent', item.percent, 'code', item.code,
      'waitsFor', ${waitsFor},
      'publishedAt', ${wire(sql`item.published_at`)}, 'ackedAt', ${wire(sql`item.acked_at`)},
      'endedAt', ${wire(sql`item.ended_at`)}, 'provedAt', ${wire(provedAt)}),
    null, null::uuid, null
  from (select * from push_item one where one.device_id = ${asked.id}
      and ${earlier(sql`one.created_at`, sql`one.id`, asked)}
      order by one.created_at desc, one.id desc limit ${asked.most}) as item
    join device on device.id = item.device_id left join push on push.id = item.push_id`

/** A moment within a document, as moments are on the wire. */
const wire = (at: Sql): Sql =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Moves of its life. That it was moved or activated the log tells better, with the other organisation. */
const moves = (asked: Asked, isTold: boolean): Sql => sql`
  select move.id, 'LIFE', case move.event when 'ACTIVATE' then 'ACTIVATED' when 'MOVE' then 'MOVED'
      when 'ASSIGN' then 'MOVED' else move.event end, move.at, move.by_user, null, false,
    jsonb_strip_nulls(jsonb_build_object('reason', move.reason, 'keysErased', move.keys_erased,
      'from', case when move.from_state <> move.to_state then move.from_state end,
      'to', case when move.from_state <> move.to_state then move.to_state end)),
    null::jsonb, case when other.id is not null then 'DEVICE' end, other.id, other.sn
  from (select * from device_move one where one.device_id = ${asked.id}
      and (not ${isTold} or one.event not in ('MOVE', 'ASSIGN', 'ACTIVATE')) and ${earlier(sql`one.at`, sql`one.id`, asked)}
      order by one.at desc, one.id desc limit ${asked.most}) as move
    left join device other on other.id = move.other_id`

/** Whose hands it went through in its repairs. */
const hands = (asked: Asked): Sql => sql`
  select event.id, 'LIFE', 'CUSTODY', event.at, event.by_user, null, false,
    jsonb_strip_nulls(jsonb_build_object('from', event.before, 'to', event.after, 'signedBy', event.text)),
    null::jsonb, 'REPAIR', repair.id, repair.ticket_no
  from repair join repair_event event on event.repair_id = repair.id
  where repair.device_id = ${asked.id} and event.kind = 'CUSTODY' and ${earlier(sql`event.at`, sql`event.id`, asked)}
  order by event.at desc, event.id desc limit ${asked.most}`

/** What other sources tell: moves of its life with their states, and commands with their ends. */
const toldElsewhere: readonly DeviceLogCode[] = [
  'SUSPEND',
  'RESUME',
  'REPAIR',
  'RETURN',
  'LOSE',
  'FIND',
  'SWAP',
  'SUCCEED',
  'SCRAP',
  'MOVED_OUT',
  'SETTING_DONE',
  'KEYS_LOADED',
  'CERTIFICATE_RENEWED',
  'WIPED',
]

/** The log, as whoever's it was then: history stays with them. */
const told = (principal: Principal, asked: Asked, kinds: readonly DeviceLogKind[]): Sql => {
  const names = JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, kindOf(kind)])))
  return sql`
  select event.id, ${names}::jsonb ->> event.kind, event.code, event.at, event.user_id, event.severity, event.is_over,
    event.data, null::jsonb, event.ref_kind, event.ref_id, event.ref_no
  from (select * from device_event where device_id = ${asked.id} and kind = any(${[...kinds]}::text[])
      and code <> all(${[...toldElsewhere]}::text[]) and ${deviceLogScope.rows(principal)}
      and ${earlier(sql`at`, sql`id`, asked)}
      order by at desc, id desc limit ${asked.most}) as event`
}
