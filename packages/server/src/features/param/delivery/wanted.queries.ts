import { type Kysely, sql } from 'kysely'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { DB } from '../../../platform/schema.ts'

/** What a terminal should have, or had, of an application. */
export interface Told {
  readonly deviceId: string
  readonly appId: string
  readonly setId: number
  readonly variables: unknown
  readonly sealedVariables: Buffer | null
  /** The template; null: it is a document. */
  readonly content: unknown
}

/** What a terminal should have, and all that is needed to write it down for it. */
export interface Wanted extends Told {
  readonly package: string
  readonly revision: number
  readonly hash: Buffer
  readonly code: string | null
  /** Revisions of documents, the nearest first. */
  readonly documentIds: readonly number[]
  readonly sealedSecret: Buffer
  /** The terminal is disabled: it may come again once it is enabled. */
  readonly isHeld: boolean
}

/** What a terminal's own item tells it to fetch, while that is under way: what it should have now. */
export async function findWanted(
  db: Kysely<DB>,
  { itemId, deviceId }: { readonly itemId: string; readonly deviceId: string },
): Promise<Wanted | null> {
  const { rows } =
    await sql<Wanted>`select held.device_id, held.app_id, app.package, held.set_id, held.revision,
      held.hash, held.variables, held.sealed_variables, rev.content, json_code.code,
      to_jsonb(param_set.document_ids) as document_ids, device.sealed_secret, device.status <> 1 as is_held
    from push_item item join push on push.id = item.push_id
      join param_desired held on held.device_id = item.device_id and held.until is null
        and held.app_id = (coalesce(item.args, push.args) #>> '{gate,appId}')::uuid
      join param_set on param_set.id = held.set_id
      left join param_template_rev rev on rev.id = param_set.template_rev_id
      left join json_code on json_code.id = held.app_id
      join param_subject app on app.id = held.app_id
      join device on device.id = held.device_id
    where item.id = ${itemId} and item.device_id = ${deviceId} and item.cmd = 'PARAM' and item.ended_at is null
      and held.unresolved = '{}' and not exists (select from param_held_by(held.device_id, held.app_id)) and device.sealed_secret is not null`.execute(
      db,
    )
  return rows[0] ?? null
}

/** What a terminal should have had when its values had this hash; null: nobody knows any more. */
export async function findHeld(
  db: Kysely<DB>,
  { deviceId, appId }: Pick<Told, 'deviceId' | 'appId'>,
  hash: string,
): Promise<Told | null> {
  const { rows } =
    await sql<Told>`select held.device_id, held.app_id, held.set_id, held.variables, held.sealed_variables,
      rev.content
    from param_desired held join param_set on param_set.id = held.set_id
      join param_template_rev rev on rev.id = param_set.template_rev_id
    where held.device_id = ${deviceId} and held.app_id = ${appId} and held.hash = decode(${hash}, 'hex')
      and held.unresolved = '{}'
    order by held.revision desc limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * How many of these contents a terminal may be brought: files of assignments that speak of it, and of variables
 * that hold for it. Whoever only knows a hash, and says it by a variable, gets nothing.
 */
export async function countBringable(
  db: Kysely<DB>,
  { deviceId, setId }: Pick<Told, 'deviceId' | 'setId'>,
  sums: readonly string[],
): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(distinct upload.sha256)::integer as count
    from upload join file_reference ref on ref.upload_id = upload.id
      join param_set on param_set.id = ${setId}
      join device on device.id = ${deviceId} join organization own on own.id = device.org_id
    where upload.sha256 in (select decode(sum, 'hex') from unnest(${[...sums]}::text[]) sum) and upload.state = 'STORED'
      and (ref.used_by = 'param' and ref.used_id = any(param_set.assignment_ids)
        or ref.used_by = 'variable' and exists (select from global_param said
            left join organization place on place.id = said.org_id
          where said.id = ref.used_id and (said.level = 'PLATFORM' or own.path <@ place.path)
            and (said.station_id is null or said.station_id = device.station_id)
            and (said.device_id is null or said.device_id = device.id)))`.execute(db)
  return rows[0]?.count ?? 0
}

/** Terminals that are brought values together: the same application or document, on behalf of the same assignment. */
export interface Bringing {
  readonly appId: string
  readonly package: string
  readonly appName: string
  readonly assignmentId: string
  readonly assignmentName: string
  readonly options: unknown
  /** Whoever put the assignment in force, with what he might do and see then. */
  readonly principal: FrozenPrincipal
  readonly deviceIds: readonly string[]
}

/** Terminals that are looked at together: no more than a push may name. */
const mostTaken = 5000

interface Taken {
  /** How many due terminals were looked at; each of them is due later from now on, or not at all. */
  readonly looked: number
  readonly bringings: readonly Bringing[]
}

/** Those of `judged` who are brought their values now, beside how many there are in `due`. */
const broughtOfJudged = sql`brought as (
      select app_id, package, app_name, assignment_id, assignment_name, options, principal, array_agg(device_id) as device_ids
      from judged
      where is_installed and not is_held and not is_under_way and not is_there and principal is not null
        and (is_asked or coalesce(options ->> 'when', 'NOW') = 'NOW')
      group by 1, 2, 3, 4, 5, 6, 7)
    select counted.looked, brought.*
    from (select count(*)::integer as looked from due) counted left join brought on true`

/**
 * Takes terminals whose values are due: those that have the application (documents need none), are not brought them already, and
 * whose nearest assignment says now, or that somebody asked for. The others wait for what changes. What breaks a
 * rule is held until it does not.
 */
export async function takeDue(db: Kysely<DB>, most: number = mostTaken): Promise<Taken> {
  const { rows } = await sql<Found>`with due as materialized (
      select held.device_id, held.app_id, held.revision, held.set_id, held.is_asked, held.hash
      from param_desired held where held.until is null and held.due_at <= (select clock_timestamp())
      order by held.due_at limit ${most} for update skip locked),
    judged as (
      select due.*, app.package, app.name as app_name, coalesce(own.id, doc.id) as assignment_id, coalesce(own.name, doc.name) as assignment_name,
        coalesce(own.options, doc.options) as options, coalesce(told.principal, published.principal) as principal,
        exists (select from push_item item join push on push.id = item.push_id
          where item.device_id = due.device_id and item.cmd = 'PARAM' and item.ended_at is null and item.state <> 'CANCELLING'
            and coalesce(item.args, push.args) #>> '{gate,appId}' = due.app_id::text) as is_under_way,
        applied.hash is not distinct from due.hash as is_there,
        exists (select from param_held_by(due.device_id, due.app_id)) as is_held,
        -- Documents are for the terminal itself.
        doc.id is not null or (select true from device_app installed
          where installed.device_id = due.device_id and installed.package = app.package) is not null as is_installed
      from due join param_subject app on app.id = due.app_id
        join param_set on param_set.id = due.set_id
        left join param_assignment own on own.id = param_set.assignment_ids[1]
        left join param_assignment_rev told on told.assignment_id = own.id and told.revision = own.revision
        left join json_document doc on doc.id = param_set.assignment_ids[1]
        left join json_document_rev published on published.document_id = doc.id and published.revision = doc.revision
        left join param_applied applied on applied.device_id = due.device_id and applied.package = app.package),
    waits as (
      update param_desired held set is_asked = (judged.is_held or judged.is_under_way) and judged.is_asked,
        state = case when judged.is_held and judged.is_installed and not judged.is_there and not judged.is_under_way then 'HELD'
          when held.state = 'HELD' then 'PENDING' else held.state end,
        -- What is under way says itself when it is over; what nobody may bring now is looked at later.
        due_at = case when judged.is_installed and not judged.is_under_way and not judged.is_there and (judged.is_held or judged.principal is null)
          then clock_timestamp() + interval '1 hour' end
      from judged where held.device_id = judged.device_id and held.app_id = judged.app_id and held.revision = judged.revision),
    ${broughtOfJudged}`.execute(db)
  return takenOf(rows)
}

/** One row at least: how many were looked at stands beside each of what came of them. */
type Found = { readonly looked: number } & (Bringing | { readonly appId: null })

const takenOf = (rows: readonly Found[]): Taken => ({
  looked: rows[0]?.looked ?? 0,
  bringings: rows.flatMap((row) => (row.appId === null ? [] : [row])),
})
