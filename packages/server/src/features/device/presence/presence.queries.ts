import { lifecycles, type LinkProtocol, permittedPerState } from '@muster/contract'
import type pg from 'pg'
import type { Touched } from '../announceDevices.ts'

type Client = pg.ClientBase | pg.Pool

export interface OpenedRow {
  readonly deviceId: string
  readonly sessionId: string
  readonly at: number
  readonly ip: string | null
  /** How it came, and who holds it; null: nobody has told yet. */
  readonly protocol: LinkProtocol | null
  readonly node: string | null
}

export interface ClosedRow {
  readonly deviceId: string
  readonly sessionId: string | null
  readonly at: number
  readonly reason: string
}

export interface PassedRow extends ClosedRow {
  readonly sessionId: string
  readonly openedAt: number
  readonly ip: string | null
  readonly protocol: LinkProtocol | null
  readonly node: string | null
}

/** A terminal that came. */
export interface Entered extends Touched {
  readonly lifecycle: string
  readonly ip: string | null
  /** It took the place of a connection from another address. */
  readonly isContested: boolean | null
}

/**
 * Adds connections to the hour in which they began: in the statement that stores them, so that no
 * figure speaks of another past than the list behind it. `source` are rows of `device_session`.
 */
const tallied = (name: string, source: string, measure: string): string => `
  ${name}_tallied as (
    insert into login_change (hour, org_id, model_id, measure, delta)
      select date_trunc('hour', connected_at, 'UTC'), org_id, model_id, ${measure}, count(*)
        from ${source} where org_id is not null and model_id is not null group by 1, 2, 3, 4)`

/** Counts connections of each terminal in a day: those that come and go all the time stand out. */
const countedByDay = (source: string): string => `
  counted as (
    insert into login_day as known (day, device_id, org_id, model_id, connects)
      select (connected_at at time zone 'UTC')::date, device_id, org_id, (array_agg(model_id))[1], count(*)
        from ${source} group by 1, 2, 3 order by 1, 2, 3
      on conflict (day, device_id, org_id) do update set connects = known.connects + excluded.connects)`

const replaces = (shown: string, since: string): string =>
  `($2::uuid is not null or ${shown}.ip is not null and (online.ip is null or online.since <= ${since}))`

const enterSql = `with shown as (
    select * from jsonb_to_recordset($1::jsonb) as shown ("deviceId" uuid, "sessionId" uuid, at float8, ip text,
      protocol text, node text)),
  older as (
    update device_session session set disconnected_at = to_timestamp(shown.at / 1000), reason = 'takeover'
      from shown join device_online online on online.device_id = shown."deviceId"
      where ${replaces('shown', 'to_timestamp(shown.at / 1000)')} and session.id = online.session_id and session.connected_at = online.since
        and session.disconnected_at is null
      returning session.*),
  ${tallied('older', 'older', `'takeover'`)},
  entered as (
    insert into device_online (device_id, since, session_id, node_id, ip)
      select device.id, to_timestamp(shown.at / 1000), shown."sessionId", $2::uuid, shown.ip
        from shown join device on device.id = shown."deviceId" order by 1
      on conflict (device_id) do update set since = excluded.since, session_id = excluded.session_id,
          node_id = excluded.node_id, ip = excluded.ip
        where ${replaces('excluded', 'excluded.since').replaceAll('online.', 'device_online.')}
      returning device_online.*, xmax <> 0 as is_replacing),
  noted as (
    insert into device_session (id, device_id, connected_at, ip, protocol, node, org_id, model_id,
        agent_version, network)
      select entered.session_id, entered.device_id, entered.since, entered.ip, shown.protocol, shown.node,
          device.org_id, device.model_id, device.agent_version, state.network_type
        from entered join device on device.id = entered.device_id
          join shown on shown."deviceId" = entered.device_id
          left join device_state state on state.device_id = entered.device_id
        where entered.ip is not null
      on conflict do nothing returning *),
  ${tallied('noted', 'noted', `'CONNECT'`)},
  ${countedByDay('noted')}
  select device.id, device.org_id as "orgId", device.lifecycle, entered.ip,
      older.ip <> entered.ip as "isContested",
      entered.is_replacing and older.device_id is null as "hasMissed"
    from entered join device on device.id = entered.device_id
      left join older on older.device_id = entered.device_id`

/**
 * Terminals came online; a newer connection takes the place of the one on record, which then ends.
 * Where NATS holds the connections (no `nodeId`) the news may come in any order: there the later
 * beginning counts, and what a terminal's own words have told (no address) gives way to it.
 */
export async function enterOnline(
  client: Client,
  rows: readonly OpenedRow[],
  nodeId: string | null,
): Promise<Entered[]> {
  const { rows: entered } = await client.query<Entered & { readonly hasMissed: boolean }>({
    name: 'link.enter',
    text: enterSql,
    values: [JSON.stringify(rows), nodeId],
  })
  const missed = entered.filter(({ hasMissed }) => hasMissed).map(({ id }) => id)
  const contested = missed.length > 0 ? await endMissed(client, missed) : []
  return entered.map(({ hasMissed: _, ...one }) => ({
    ...one,
    isContested: contested.find(({ id }) => id === one.id)?.isContested ?? one.isContested,
  }))
}

/** Ends what began while these came, which whoever took its place could not see; it is less than a day old. */
async function endMissed(client: Client, deviceIds: readonly string[]) {
  const { rows } = await client.query<Pick<Entered, 'id' | 'isContested'>>({
    name: 'link.enterMissed',
    text: `with older as (
        update device_session session set disconnected_at = online.since, reason = 'takeover'
          from device_online online where online.device_id = any($1::uuid[])
            and session.device_id = online.device_id and session.id <> online.session_id
            and session.connected_at > now() - interval '1 day' and session.disconnected_at is null
          returning session.*, session.ip <> online.ip as is_contested),
      ${tallied('older', 'older', `'takeover'`)}
      select device_id as id, is_contested as "isContested" from older`,
    values: [deviceIds],
  })
  return rows
}

/**
 * Puts terminals where the orders by last contact and battery have them now, with what else filters
 * ask for; locked in one order,
 * because others may be placed at the same moment.
 */
const placed = (name: string, source: string): string => `
  ${name}_place as materialized (
    select place.id, told.last_seen_at, told.battery, told.signal, told.free_mb, told.network_type
      from (${source}) as told join device_order place on place.id = told.device_id
      where (place.seen_at, place.battery) is distinct from (told.last_seen_at, told.battery)
      order by place.id for update of place),
  ${name}_placed as (
    update device_order place set seen_at = told.last_seen_at, battery = told.battery,
        signal = told.signal, free_mb = told.free_mb, network_type = told.network_type
      from ${name}_place told where place.id = told.id)`

/** What ends with a terminal's presence, after `gone` has taken it out of the online set. */
const afterGone = `
  ended as (
    update device_session session set disconnected_at = gone.at, reason = gone.reason,
        network = coalesce(state.network_type, session.network)
      from gone left join device_state state on state.device_id = gone.device_id
      where session.id = gone.session_id and session.connected_at = gone.since
        and session.disconnected_at is null
      returning session.*),
  ${tallied('ended', 'ended', 'reason')},
  stated as (
    select state.device_id, gone.at, state.last_seen_at, state.battery, state.signal, state.free_mb,
        state.network_type
      from gone join device_state state on state.device_id = gone.device_id
      order by state.device_id for update of state),
  ${placed('last', 'select * from stated')},
  away as (
    update device_state state set offline_since = stated.at from stated
      where state.device_id = stated.device_id)
  select device.id, device.org_id as "orgId", gone.node_id as "nodeId"
    from gone join device on device.id = gone.device_id`

export interface Gone extends Touched {
  readonly nodeId: string | null
}

/**
 * Terminals went offline; one that is connected anew in the meantime stays online. A last will
 * names no session, and may come when its terminal is long back.
 */
export async function leaveOnline(client: Client, rows: readonly ClosedRow[]): Promise<Gone[]> {
  const { rows: gone } = await client.query<Gone>({
    name: 'link.leave',
    text: `with told as (
        select * from jsonb_to_recordset($1::jsonb)
          as told ("deviceId" uuid, "sessionId" uuid, at float8, reason text)),
      leaving as (
        select told.* from told join device_online online on online.device_id = told."deviceId"
          where coalesce(told."sessionId", online.session_id) = online.session_id
          order by online.device_id for update of online),
      gone as (
        delete from device_online online using leaving told
          where online.device_id = told."deviceId"
            and (online.session_id = told."sessionId" or told."sessionId" is null
              and online.since < to_timestamp(told.at / 1000) - interval '5 seconds')
          returning online.*, to_timestamp(told.at / 1000) as at, told.reason),
      ${afterGone}`,
    values: [JSON.stringify(rows)],
  })
  return gone
}

/** Notes connections that came and went before anybody could see them. */
export async function notePassed(client: Client, rows: readonly PassedRow[]): Promise<void> {
  await client.query({
    name: 'link.passed',
    text: `with told as (
        select * from jsonb_to_recordset($1::jsonb) as told
          ("deviceId" uuid, "sessionId" uuid, "openedAt" float8, at float8, ip text, reason text,
            protocol text, node text)),
      noted as (
        insert into device_session (id, device_id, connected_at, disconnected_at, ip, reason, protocol, node,
            org_id, model_id, agent_version, network)
          select told."sessionId", told."deviceId", to_timestamp(told."openedAt" / 1000),
            to_timestamp(told.at / 1000), told.ip, told.reason, told.protocol, told.node,
            device.org_id, device.model_id, device.agent_version, state.network_type
          from told join device on device.id = told."deviceId"
            left join device_state state on state.device_id = told."deviceId"
          on conflict do nothing returning *),
      ${tallied('came', 'noted', `'CONNECT'`)},
      ${tallied('went', 'noted', 'reason')},
      ${countedByDay('noted')},
      shown as materialized (
        select offline.device_id from told join device_offline offline on offline.device_id = told."deviceId"
          where offline.is_overdue or offline.away_hours > 0 order by 1 for update of offline),
      looked as (
        update device_offline offline set due_at = now(), away_due_at = now() from shown where offline.device_id = shown.device_id)
      update device_state state set offline_since = to_timestamp(told.at / 1000) from told
        where state.device_id = told."deviceId" and not exists (
          select from device_online online where online.device_id = told."deviceId")`,
    values: [JSON.stringify(rows)],
  })
}

/** Terminals that one statement of the sweep looks at: few enough to find each by its key. */
const watchedAtOnce = 1000

/** Statements of one sweep; what is due beyond them waits for the next. */
const mostLooks = 500

/**
 * Ends the presence of terminals that let `device.offline.multiplier` of their beats pass. Looks
 * only at those whose moment has come (`device_watch`); for the others it writes the next one. A
 * setting that shortens the time counts from a terminal's next look.
 */
export async function sweepMissedBeats(client: Client, heartbeatSeconds: number): Promise<Gone[]> {
  const gone: Gone[] = []
  for (let looks = 0; looks < mostLooks; looks++) {
    const { rows } = await client.query<Gone>({
      name: 'link.missedBeats',
      text: missedBeatsSql,
      values: [heartbeatSeconds],
    })
    gone.push(...rows)
    const { rowCount } = await client.query({ name: 'link.isDue', text: isDueSql })
    if (rowCount === 0) break
  }
  return gone
}

/** In their order, or a plan that takes all of them for due reads them all to find none. */
const isDueSql = `select from device_watch where due_at <= now() order by due_at limit 1 for update skip locked`

/** How seldom a terminal may tell of itself in the state that it is in; null: as it is set. */
const watchSeconds = `case device.lifecycle ${lifecycles
  .flatMap((state) => {
    const { watchMinutes } = permittedPerState[state]
    return watchMinutes === null ? [] : [`when '${state}' then ${watchMinutes * 60}`]
  })
  .join(' ')} end`

/** The parameters are read once, what organisations say once, and each terminal by its key. */
const missedBeatsSql = `with steering as materialized (
    select steered('device.offline.multiplier', 3) as beats, steered('device.heartbeat.seconds', $1) as seconds),
  due as materialized (
    select device_id from device_watch where due_at <= now()
      order by due_at limit ${watchedAtOnce} for update skip locked),
  profile as materialized (
    select level, org_id, model_id, (settings ->> 'heartbeatSeconds')::integer as seconds
      from functional_in_force where settings ? 'heartbeatSeconds' and level <> 'DEVICE'),
  wanted as materialized (
    select distinct on (below.id) below.id as org_id, own.seconds
      from (select org_id, (settings ->> 'heartbeatSeconds')::integer as seconds, false as is_profile
            from organization_config where settings ? 'heartbeatSeconds'
          union all select org_id, seconds, true from profile where level = 'ORGANIZATION') as own
        join organization above on above.id = own.org_id
        join organization below on below.path <@ above.path
      order by below.id, nlevel(above.path) desc, own.is_profile desc),
  of_model as materialized (
    select distinct on (below.id, profile.model_id) below.id as org_id, profile.model_id, profile.seconds
      from profile join organization above on above.id = profile.org_id
        join organization below on below.path <@ above.path
      where profile.level = 'MODEL' order by below.id, profile.model_id, nlevel(above.path) desc),
  of_group as materialized (
    select profile.id, profile.group_id, owner.path, (profile.settings ->> 'heartbeatSeconds')::integer as seconds
      from functional_in_force profile join organization owner on owner.id = profile.org_id
      where profile.level = 'GROUP' and profile.settings ? 'heartbeatSeconds'),
  judged as materialized (
    select due.device_id, online.session_id, state.last_seen_at, state.battery,
        state.signal, state.free_mb, state.network_type, greatest(state.last_seen_at, online.since) + make_interval(
        secs => steering.beats * least(${watchSeconds}, coalesce(own.seconds, grouped.seconds, of_model.seconds,
          wanted.seconds, (select seconds from profile where level = 'PLATFORM'), model.heartbeat_seconds,
          steering.seconds))) as due_at
      from due cross join steering
        left join device_online online on online.device_id = due.device_id
        left join device_state state on state.device_id = due.device_id
        left join device on device.id = due.device_id
        left join model on model.id = device.model_id
        left join wanted on wanted.org_id = device.org_id
        left join of_model on of_model.org_id = device.org_id and of_model.model_id = device.model_id
        left join lateral (select (one.settings ->> 'heartbeatSeconds')::integer as seconds
          from functional_in_force one join organization owner on owner.id = one.org_id
            join organization here on here.id = device.org_id and here.path <@ owner.path
          where one.device_id = device.id and one.settings ? 'heartbeatSeconds'
          order by nlevel(owner.path) desc limit 1) as own on true
        left join lateral (select of_group.seconds
          from of_group join device_group_member member on member.group_id = of_group.group_id
            join organization here on here.id = device.org_id and here.path <@ of_group.path
          where member.device_id = device.id
          order by nlevel(of_group.path) desc, of_group.id desc limit 1) as grouped on true),
  watched as (
    update device_watch watch set due_at = judged.due_at from judged
      where watch.device_id = judged.device_id and judged.due_at >= now()),
  ${placed('present', 'select * from judged where due_at >= now() and last_seen_at is not null')},
  gone as (
    delete from device_online online using judged
      where online.device_id = judged.device_id and online.session_id = judged.session_id
        and judged.due_at < now()
      returning online.*, now() as at, 'missedBeats' as reason),
  unwatched as (
    delete from device_watch watch using (
        select device_id from gone union all select device_id from judged where session_id is null) as absent
      where watch.device_id = absent.device_id),
  ${afterGone}`

/** Ends the presence of terminals whose gateway is dead; it left when that one last beat. */
export async function sweepDeadNodes(client: Client, silentSeconds: number): Promise<Gone[]> {
  const { rows } = await client.query<Gone>({
    name: 'link.deadNodes',
    text: `with dead as (
        delete from gateway_node node where node.beat_at < now() - make_interval(secs => $1::integer)
          returning node.id, node.beat_at),
      gone as (
        delete from device_online online using dead where online.node_id = dead.id
          returning online.*, greatest(dead.beat_at, online.since) as at, 'serverLost' as reason),
      ${afterGone}`,
    values: [silentSeconds],
  })
  return rows
}

/** Says that this gateway lives. True when it was not on record (any more). */
export async function beatNode(client: Client, nodeId: string): Promise<boolean> {
  const { rows } = await client.query<{ isNew: boolean }>({
    name: 'link.nodeBeat',
    text: `insert into gateway_node (id) values ($1)
      on conflict (id) do update set beat_at = excluded.beat_at returning xmax = 0 as "isNew"`,
    values: [nodeId],
  })
  return rows[0]?.isNew ?? false
}

/** Takes a gateway that stops, and what is left of its connections, off the record. */
export async function removeNode(client: Client, nodeId: string): Promise<Gone[]> {
  const { rows } = await client.query<Gone>({
    name: 'link.nodeGone',
    text: `with left_node as (delete from gateway_node node where node.id = $1),
      gone as (
        delete from device_online online where online.node_id = $1
          returning online.*, now() as at, 'shutdown' as reason),
      ${afterGone}`,
    values: [nodeId],
  })
  return rows
}

/**
 * Of the terminals that this gateway holds, those it must let go: swept or connected elsewhere
 * (their place in the online set is not this gateway's), or no longer permitted to connect.
 */
export async function findLapsed(
  client: Client,
  nodeId: string,
  {
    held,
    connectable,
  }: { readonly held: readonly string[]; readonly connectable: readonly string[] },
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'link.lapsed',
    text: `select held.id from unnest($2::uuid[]) as held (id)
      where not exists (select from device_online online where online.device_id = held.id and online.node_id = $1)
        or not exists (select from device where device.id = held.id and device.deleted_at is null
          and device.sealed_secret is not null and device.lifecycle = any($3::text[]))`,
    values: [nodeId, held, connectable],
  })
  return rows.map(({ id }) => id)
}
