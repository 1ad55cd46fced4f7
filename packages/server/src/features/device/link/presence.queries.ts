import type pg from 'pg'
import type { ClosedRow, OpenedRow, PassedRow } from './sortBatch.rules.ts'
import type { Touched } from './state.queries.ts'

type Client = pg.ClientBase | pg.Pool

/**
 * Terminals came online. Where `replaces`, a newer connection takes the place of the one on
 * record, which then ends; otherwise a terminal on record stays as it is.
 */
export async function enterOnline(
  client: Client,
  rows: readonly OpenedRow[],
  { nodeId, replaces }: { readonly nodeId: string | null; readonly replaces: boolean },
): Promise<Touched[]> {
  const { rows: touched } = await client.query<Touched>({
    name: 'link.enter',
    text: `with shown as (
        select * from jsonb_to_recordset($1::jsonb) as shown ("deviceId" uuid, "sessionId" uuid, at float8, ip text)),
      older as (
        update device_session session set disconnected_at = to_timestamp(shown.at / 1000), reason = 'takeover'
          from shown join device_online online on online.device_id = shown."deviceId"
          where $3::boolean and session.id = online.session_id and session.connected_at = online.since
            and session.disconnected_at is null),
      entered as (
        insert into device_online (device_id, since, session_id, node_id, ip)
          select device.id, to_timestamp(shown.at / 1000), shown."sessionId", $2::uuid, shown.ip
            from shown join device on device.id = shown."deviceId" order by 1
          on conflict (device_id) do update set since = excluded.since, session_id = excluded.session_id,
              node_id = excluded.node_id, ip = excluded.ip where $3::boolean
          returning device_online.*),
      noted as (
        insert into device_session (id, device_id, connected_at, ip)
          select entered.session_id, entered.device_id, entered.since, entered.ip from entered
          on conflict do nothing)
      select device.id, device.org_id as "orgId" from entered join device on device.id = entered.device_id`,
    values: [JSON.stringify(rows), nodeId, replaces],
  })
  return touched
}

/** What ends with a terminal's presence, after `gone` has taken it out of the online set. */
const afterGone = `
  ended as (
    update device_session session set disconnected_at = gone.at, reason = gone.reason from gone
      where session.id = gone.session_id and session.connected_at = gone.since),
  away as (
    update device_state state set offline_since = gone.at from gone
      where state.device_id = gone.device_id)
  select device.id, device.org_id as "orgId", gone.node_id as "nodeId"
    from gone join device on device.id = gone.device_id`

export interface Gone extends Touched {
  readonly nodeId: string | null
}

/** Terminals went offline; one that is connected anew in the meantime stays online. */
export async function leaveOnline(client: Client, rows: readonly ClosedRow[]): Promise<Gone[]> {
  const { rows: gone } = await client.query<Gone>({
    name: 'link.leave',
    text: `with told as (
        select * from jsonb_to_recordset($1::jsonb)
          as told ("deviceId" uuid, "sessionId" uuid, at float8, reason text)),
      gone as (
        delete from device_online online using told
          where online.device_id = told."deviceId"
            and coalesce(told."sessionId", online.session_id) = online.session_id
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
          ("deviceId" uuid, "sessionId" uuid, "openedAt" float8, at float8, ip text, reason text)),
      noted as (
        insert into device_session (id, device_id, connected_at, disconnected_at, ip, reason)
          select told."sessionId", told."deviceId", to_timestamp(told."openedAt" / 1000),
            to_timestamp(told.at / 1000), told.ip, told.reason from told on conflict do nothing)
      update device_state state set offline_since = to_timestamp(told.at / 1000) from told
        where state.device_id = told."deviceId" and not exists (
          select from device_online online where online.device_id = told."deviceId")`,
    values: [JSON.stringify(rows)],
  })
}

/** Ends the presence of terminals that let `device.offline.multiplier` of their beats pass. */
export async function sweepMissedBeats(client: Client, heartbeatSeconds: number): Promise<Gone[]> {
  const { rows } = await client.query<Gone>({
    name: 'link.missedBeats',
    text: `with wanted as (
        select distinct on (below.id) below.id as org_id,
          (own.settings ->> 'heartbeatSeconds')::integer as seconds
        from organization_config own join organization above on above.id = own.org_id
          join organization below on below.path <@ above.path
        where own.settings ? 'heartbeatSeconds' order by below.id, nlevel(above.path) desc),
      gone as (
        delete from device_online online
          using device_state state, device left join wanted on wanted.org_id = device.org_id, model
          where state.device_id = online.device_id and device.id = online.device_id
            and model.id = device.model_id
            and greatest(state.last_seen_at, online.since) < now() - make_interval(
              secs => steered('device.offline.multiplier', 3)
                * coalesce(wanted.seconds, model.heartbeat_seconds, steered('device.heartbeat.seconds', $1)))
          returning online.*, now() as at, 'missedBeats' as reason),
      ${afterGone}`,
    values: [heartbeatSeconds],
  })
  return rows
}

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

/** Terminals that are on record with this gateway, although it does not hold them (any more). */
export async function findStray(
  client: Client,
  nodeId: string,
  held: readonly string[],
): Promise<{ deviceId: string; sessionId: string }[]> {
  const { rows } = await client.query<{ deviceId: string; sessionId: string }>({
    name: 'link.stray',
    text: `select online.device_id as "deviceId", online.session_id as "sessionId" from device_online online
      where online.node_id = $1 and not online.device_id = any($2::uuid[])`,
    values: [nodeId, held],
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
