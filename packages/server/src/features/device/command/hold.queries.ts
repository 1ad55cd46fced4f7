import { type Blackout, blackout } from '@muster/contract'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Calendar } from './blackouts.ts'
import { type Allowance, type Hold, restingStates, type Turns } from './hold.rules.ts'

const blackouts = z.array(blackout())

/** The calendars of those of some organisations that have blackout days, their own or inherited. */
export async function calendarsOf(
  client: Pick<pg.ClientBase, 'query'>,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, Calendar>> {
  const { rows } = await client.query<{ orgId: string; days: unknown; timeZone: string | null }>({
    name: 'command.calendars',
    text: `select place.id as "orgId", setting.settings -> 'blackouts' as days,
        (select zone.zone_id from organization above join timezone zone on zone.id = above.timezone_id
          where above.path @> place.path order by nlevel(above.path) desc limit 1) as "timeZone"
      from organization place join organization_setting setting on setting.org_id = place.id
      where place.id = any($1::uuid[]) and jsonb_array_length(setting.settings -> 'blackouts') > 0`,
    values: [orgIds],
  })
  const read = (days: unknown): readonly Blackout[] => blackouts.safeParse(days).data ?? []
  return new Map(rows.map(({ orgId, days, timeZone }) => [orgId, { days: read(days), timeZone }]))
}

/**
 * Takes the right to send so many commands of each organisation, as far as its pace allows. Three
 * seconds' worth may leave at once; all gateways draw on the same room.
 */
export async function takeAllowances(
  client: pg.ClientBase,
  wanted: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, Allowance>> {
  if (wanted.size === 0) return new Map()
  const { rows } = await client.query<Allowance & { orgId: string }>({
    name: 'command.allowances',
    text: `with asked as (
        select * from jsonb_to_recordset($1::jsonb) as asked ("orgId" uuid, count integer)),
      pace as (
        select rate, greatest(1, rate / 20) as most
          from (select steered('task.publish.ratePerMinute', 600)::float8 as rate) as told),
      known as (
        select org_id, room, at from command_pace
          where org_id in (select "orgId" from asked) order by org_id for update),
      filled as (
        select asked."orgId", asked.count, pace.rate, least(pace.most, coalesce(known.room
            + greatest(0, extract(epoch from clock_timestamp() - known.at)) * pace.rate / 60, pace.most)) as room
          from asked cross join pace left join known on known.org_id = asked."orgId"),
      taken as (
        insert into command_pace (org_id, room, at)
          select "orgId", room - least(count, floor(room)), clock_timestamp() from filled order by 1
          on conflict (org_id) do update set room = excluded.room, at = excluded.at)
      select "orgId", least(count, floor(room))::integer as granted, rate as "perMinute" from filled`,
    values: [JSON.stringify([...wanted].map(([orgId, count]) => ({ orgId, count })))],
  })
  return new Map(rows.map(({ orgId, ...allowance }) => [orgId, allowance]))
}

/** How many turns of a push are wanted, and how many there are a minute. */
export interface WantedTurns {
  readonly pushId: string
  readonly count: number
  /** Null: as many as an organisation may send. */
  readonly ratePerMinute: number | null
}

/**
 * Takes so many turns of each push; answers in how many milliseconds the first of them comes, and the pace
 * at which the others follow. Three seconds' worth may leave at once, as with {@link takeAllowances}.
 */
export async function takeTurns(
  client: pg.ClientBase,
  wanted: readonly WantedTurns[],
): Promise<ReadonlyMap<string, Turns>> {
  if (wanted.length === 0) return new Map()
  const { rows } = await client.query<Turns & { pushId: string }>({
    name: 'command.turns',
    text: `with asked as (
        select "pushId", count, coalesce("ratePerMinute", steered('task.publish.ratePerMinute', 600))::float8 as rate
          from jsonb_to_recordset($1::jsonb) as asked ("pushId" uuid, count integer, "ratePerMinute" integer)),
      known as (
        select push_id, at from push_pace
          where push_id in (select "pushId" from asked) order by push_id for update),
      first as (
        select asked."pushId", asked.count, asked.rate, greatest(known.at, clock_timestamp()
            - make_interval(secs => (greatest(1, floor(rate / 20)) - 1) * 60 / rate)) as at
          from asked left join known on known.push_id = asked."pushId"),
      taken as (
        insert into push_pace (push_id, at)
          select "pushId", at + make_interval(secs => count * 60 / rate) from first order by 1
          on conflict (push_id) do update set at = excluded.at)
      select "pushId", (extract(epoch from at - clock_timestamp()) * 1000)::float8 as "firstIn",
        rate as "perMinute" from first`,
    values: [JSON.stringify(wanted)],
  })
  return new Map(rows.map(({ pushId, ...turns }) => [pushId, turns]))
}

/** The zones of some organisations, their own or inherited, IANA names; UTC where nobody said one. */
export async function zonesOf(
  client: Pick<pg.ClientBase, 'query'>,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ orgId: string; timeZone: string }>({
    name: 'command.zones',
    text: `select place.id as "orgId", coalesce((select zone.zone_id
          from organization above join timezone zone on zone.id = above.timezone_id
          where above.path @> place.path order by nlevel(above.path) desc limit 1), 'UTC') as "timeZone"
      from organization place where place.id = any($1::uuid[])`,
    values: [orgIds],
  })
  return new Map(rows.map(({ orgId, timeZone }) => [orgId, timeZone]))
}

/**
 * Those of some pushes that rest, and do until the end of this transaction: who lets one go on finds what
 * was kept back for it. One that somebody holds is about to be another: its items are judged with the next
 * look. Nobody is waited for, because who has a push may be waiting for its items.
 */
export async function restingOf(
  client: Pick<pg.ClientBase, 'query'>,
  pushIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (pushIds.length === 0) return new Set()
  const { rows } = await client.query<{ id: string }>({
    name: 'command.resting',
    text: `select id from push where id = any($1::uuid[]) and state = any($2::text[])
      for share skip locked`,
    values: [pushIds, restingStates],
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Those of some organisations for which all sending is halted, with the reason that was given. Who lifts a
 * halt waits for this transaction, and finds what was kept back for it.
 */
export async function haltsOf(
  client: Pick<pg.ClientBase, 'query'>,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, Hold>> {
  const { rows } = await client.query<Halt>({
    name: 'command.halts',
    text: `select distinct on (place.id) place.id as "orgId", halt.id, halt.reason,
        current_setting('transaction_read_only') = 'on' as "isPractice"
      from push_halt halt left join organization held on held.id = halt.org_id
        join organization place on place.id = any($1::uuid[])
          and (halt.org_id is null or held.path @> place.path)
      order by place.id, halt.created_at`,
    values: [orgIds],
  })
  // One was lifted meanwhile: another may be behind it.
  if (!(await allStand(client, rows))) return haltsOf(client, orgIds)
  return new Map(
    rows.map(({ orgId, reason }) => [orgId, { waitsFor: 'STOPPED', reason, until: null }]),
  )
}

interface Halt {
  readonly orgId: string
  readonly id: string
  readonly reason: string
  /** A practice only reads what is real, and locks nothing of it. */
  readonly isPractice: boolean
}

/** Whether some halts still stand; they do until the end of the transaction. */
async function allStand(
  client: Pick<pg.ClientBase, 'query'>,
  halts: readonly Halt[],
): Promise<boolean> {
  const ids = new Set(halts.map(({ id }) => id))
  if (ids.size === 0 || halts[0]?.isPractice) return true
  const { rowCount } = await client.query({
    name: 'command.standingHalts',
    text: 'select from push_halt where id = any($1::uuid[]) for key share',
    values: [[...ids]],
  })
  return rowCount === ids.size
}

/** Notes what keeps commands from leaving, and until when. */
export async function saveHolds(
  client: pg.ClientBase,
  holds: readonly (Hold & { readonly id: string })[],
): Promise<void> {
  if (holds.length === 0) return
  await client.query({
    name: 'command.holds',
    text: `update push_item item
      set waits_for = told."waitsFor", waits_reason = told.reason, next_publish_at = told.until
      from jsonb_to_recordset($1::jsonb) as told (id uuid, "waitsFor" text, reason text, until timestamptz)
      where item.id = told.id`,
    values: [JSON.stringify(holds)],
  })
}

/** Whose commands to look at again. */
export type Reviewed =
  | { readonly of: 'all' }
  | { readonly of: 'organizations'; readonly ids: readonly string[] }
  | { readonly of: 'devices'; readonly ids: readonly string[] }

const reviewed = {
  all: '$1::uuid[] is null',
  devices: 'item.device_id = any($1::uuid[])',
  // With what is below them: it may inherit another calendar now.
  organizations: `exists (select from device join organization own on own.id = device.org_id
    where device.id = item.device_id and own.path <@ array(
      select above.path from organization above where above.id = any($1::uuid[])))`,
} as const

/** Has commands that wait for the end of a blackout be judged anew: the calendar may be another. */
export async function reviewBlackouts(pool: pg.Pool, which: Reviewed): Promise<void> {
  await pool.query(
    `update push_item item set next_publish_at = now()
      where item.state in ('QUEUED', 'PUBLISHED', 'DELIVERED') and item.next_publish_at > now()
        and item.waits_for = 'BLACKOUT' and ${reviewed[which.of]}`,
    [which.of === 'all' ? null : which.ids],
  )
}
