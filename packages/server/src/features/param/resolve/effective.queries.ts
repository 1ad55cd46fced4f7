import {
  type EffectiveParam,
  type EffectiveParams,
  paramDeliveryStates,
  type ParamsOfApp,
  type ParamSource,
  placeholdersOf,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { seesAdvanced, shownOf } from '../assignment/shown.ts'
import { fieldsOf, fill } from './content.ts'
import { sealedFor } from './follow.ts'
import { readSet } from './sets.queries.ts'

const texts = z.record(z.string(), z.string())
const mine = organizationsBy('a.orgId')
/** Whose a terminal was then decides who may know. */
const own = organizationsBy('held.orgId')
const devices = organizationsBy('device.orgId', {
  vendor: 'device.vendorId',
  model: 'device.modelId',
})

interface Told {
  readonly deviceId: string
  readonly appId: string
  /** Null: now. */
  readonly at: string | null
}

/** What a terminal should have of an application now, or should have had at a moment, value by value with its cause. */
export async function effectiveOf(
  ctx: Context,
  { deviceId, appId, at }: Told,
): Promise<EffectiveParams> {
  const { db } = ctx
  const device = await db
    .selectFrom('device')
    .select('sn')
    .where('id', '=', deviceId)
    .where('deletedAt', 'is', null)
    .where(devices.rows(ctx.principal))
    .executeTakeFirst()
  if (!device) throw notFound()
  const { sn } = device
  const held = await heldAt(ctx, { deviceId, appId, at })
  if (!held) return { sn, appId, held: null }
  const isShown = await shownOf(ctx, [held.templateRevId])
  const values = await valuesOf(ctx, { ...held, deviceId, appId })
  return {
    sn,
    appId,
    held: {
      ...held,
      unresolved: held.unresolved.filter(isShown),
      hash: held.hash.toString('hex'),
      state: paramDeliveryStates.find((state) => state === held.state) ?? 'PENDING',
      values: values.filter(({ pid }) => isShown(pid)),
    },
  }
}

interface HeldSet {
  readonly deviceId: string
  readonly appId: string
  readonly setId: number
  readonly templateRevId: string
  readonly variables: unknown
  readonly sealedVariables: Buffer | null
}

/** The values of a set as a terminal gets them, each with its cause; of what is secret only that it is. */
async function valuesOf(ctx: Context, held: HeldSet): Promise<EffectiveParam[]> {
  const store = { db: ctx.db, secrets: ctx.platform.secrets }
  const written = await readSet(store, held.setId)
  const purpose = sealedFor(held.deviceId, held.appId)
  const secrets = held.sealedVariables
    ? texts.parse(JSON.parse(store.secrets.open(held.sealedVariables, purpose).toString()))
    : {}
  const plain = texts.parse(held.variables ?? {})
  const fields = await fieldsOf(store, held.templateRevId)
  const { values } = fill(written, { ...plain, ...secrets }, fields)
  const causes = await causesOf(ctx, written)
  const told = written.map(({ pid, text, isSecret, ownerId, fromRev }) => {
    const filled = values[pid] ?? ''
    // A value that a secret variable is in is one itself.
    const isHidden = isSecret || namesSecret(text, { plain, secrets })
    return {
      pid,
      value: isHidden ? null : filled,
      written: isSecret || filled === text ? null : text,
      isSecret: isHidden,
      ...causes(ownerId, fromRev),
    }
  })
  return told.toSorted((one, other) => (one.pid < other.pid ? -1 : 1))
}

type Texts = Readonly<Record<string, string>>

/** Whether a value names a secret variable, also through others that it names. */
const namesSecret = (
  text: string,
  all: { readonly plain: Texts; readonly secrets: Texts },
  above: readonly string[] = [],
): boolean =>
  placeholdersOf(text).some((key) => {
    if (Object.hasOwn(all.secrets, key)) return true
    if (!Object.hasOwn(all.plain, key) || above.includes(key)) return false
    return namesSecret(all.plain[key] ?? '', all, [...above, key])
  })

async function heldAt({ db, principal }: Context, { deviceId, appId, at }: Told) {
  const then =
    at === null
      ? sql`held.until is null`
      : sql`held.since <= ${at} and (held.until is null or held.until > ${at})`
  const { rows } = await sql<{
    revision: number
    setId: number
    templateRevId: string
    hash: Buffer
    state: string
    since: string
    until: string | null
    unresolved: string[]
    variables: unknown
    sealedVariables: Buffer | null
  }>`select held.revision, held.set_id, param_set.template_rev_id, held.hash, held.state, held.since, held.until,
      held.unresolved, held.variables, held.sealed_variables
    from param_desired held join param_set on param_set.id = held.set_id and param_set.template_rev_id is not null
    where held.device_id = ${deviceId} and held.app_id = ${appId} and ${then}
      and ${own.rows(principal)}
    order by held.revision desc limit 1`.execute(db)
  return rows[0]
}

interface Owner {
  readonly id: string
  readonly source: ParamSource
  readonly name: string | null
}

/** Who wrote values, under which number, and why. */
async function causesOf(
  { db, principal }: Context,
  written: readonly { readonly ownerId: string; readonly fromRev: number }[],
) {
  const ids = [...new Set(written.map(({ ownerId }) => ownerId))]
  const revs = [...new Set(written.map(({ fromRev }) => fromRev))]
  const { rows: owners } = await sql<Owner>`select a.id, a.level as source,
      case when ${mine.rows(principal)} then a.name end as name
    from param_assignment a where a.id = any(${ids}::uuid[])
    union all select rev.id, 'TEMPLATE', template.name from param_template_rev rev
      join param_template template on template.id = rev.template_id where rev.id = any(${ids}::uuid[])`.execute(
    db,
  )
  const { rows: numbers } = await sql<{
    rev: number
    at: string
    by: string | null
    note: string | null
  }>`
    select told.rev, told.at, author.user_name as by, told.note
    from param_rev told left join app_user author on author.id = told.user_id
    where told.rev = any(${revs}::bigint[])`.execute(db)
  const ownerOf = new Map(owners.map((owner) => [owner.id, owner]))
  const numberOf = new Map(numbers.map((one) => [one.rev, one]))
  return (ownerId: string, rev: number) => {
    const owner = ownerOf.get(ownerId)
    const told = numberOf.get(rev)
    const isTold = owner?.name != null
    const source: ParamSource = owner?.source ?? 'DICTIONARY'
    const isAssignment = source !== 'DICTIONARY' && source !== 'TEMPLATE'
    return {
      source,
      assignmentId: isAssignment && isTold ? ownerId : null,
      assignmentName: owner?.name ?? null,
      since: told?.at ?? new Date(0).toISOString(),
      by: !isAssignment || isTold ? (told?.by ?? null) : null,
      note: !isAssignment || isTold ? (told?.note ?? null) : null,
    }
  }
}

/** How far a terminal is with each application that somebody says something about. */
export async function appsOf(ctx: Context, deviceId: string): Promise<ParamsOfApp[]> {
  const unresolved = sql`array(select missing from unnest(held.unresolved) missing
    where ${isTold(ctx, sql`missing`)})`
  const { rows } = await sql<ParamsOfApp>`select held.app_id, app.name as app_name, app.package,
      template.name as template_name, rev.rev as template_revision, held.state, held.revision, held.since,
      ${unresolved} as unresolved, applied.hash = held.hash as is_proved, applied.reported_at as proved_at
    from param_desired held join param_set on param_set.id = held.set_id
      join param_template_rev rev on rev.id = param_set.template_rev_id
      join param_template template on template.id = rev.template_id
      join app on app.id = held.app_id
      left join param_applied applied on applied.device_id = held.device_id and applied.package = app.package
    where held.device_id = ${deviceId} and held.until is null
    order by app.name, app.id`.execute(ctx.db)
  return rows
}

/** Whether the caller is shown a parameter of `param_set`. */
const isTold = (ctx: Context, pid: RawBuilder<unknown>) =>
  sql<SqlBool>`(${seesAdvanced(ctx)} or not exists (select from param_template_pid field
    where field.template_rev_id = param_set.template_rev_id and field.pid = ${pid} and field.is_advanced))`

/** Terminals that one answer names. */
const mostFound = 200

interface Search {
  readonly pid: string
  readonly value: string
  readonly after?: string | undefined
}

/** Terminals that have a value, also by what variables are for them; secrets are not searched. */
export async function searchValues(ctx: Context, { pid, value, after }: Search) {
  const { rows } = await sql<{
    deviceId: string
    sn: string
    appId: string
    appName: string
  }>`with meant as (
      select id, keys from param_value
      where pid = ${pid} and value is not null
        and (keys = '{}' and left(value, 200) = left(${value}, 200) and value = ${value} or keys <> '{}'))
    select device.id as device_id, device.sn, app.id as app_id, app.name as app_name
    from param_set join meant on param_set.value_ids @> array[meant.id]
      join param_desired held on held.set_id = param_set.id and held.until is null
      join device on device.id = held.device_id
      join app on app.id = held.app_id
    where device.deleted_at is null and ${isTold(ctx, sql`${pid}::text`)} and ${devices.rows(ctx.principal)} and device.id > ${after ?? noId}::uuid
      and (meant.keys = '{}' or param_filled((select own.value from param_value own where own.id = meant.id), held.variables) = ${value})
    order by device.id, app.id limit ${mostFound + 1}`.execute(ctx.db)
  const list = rows.slice(0, mostFound)
  return { devices: list, next: rows.length > mostFound ? (list.at(-1)?.deviceId ?? null) : null }
}

const noId = '00000000-0000-0000-0000-000000000000'

const failed = sql`('BLOCKED', 'REJECTED', 'FAILED', 'DRIFT')`

/** Of each assignment how many terminals run with what they should, do not yet, and are kept from it. */
export async function progressOf(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Progress>> {
  const { rows } = await sql<Progress & { readonly id: string }>`select wanted.id,
      coalesce(sum(kept.devices) filter (where kept.state = 'APPLIED'), 0)::integer as synced_count,
      coalesce(sum(kept.devices) filter (where kept.state in ${failed}), 0)::integer as failed_count,
      coalesce(sum(kept.devices) filter (where kept.state <> 'APPLIED' and kept.state not in ${failed}), 0)::integer
        as pending_count
    from unnest(${[...ids]}::uuid[]) wanted (id)
      join param_set on param_set.assignment_ids @> array[wanted.id]
      join param_set_tally kept on kept.set_id = param_set.id
    group by wanted.id`.execute(db)
  return new Map(rows.map(({ id, ...progress }) => [id, progress]))
}

interface Progress {
  readonly syncedCount: number
  readonly pendingCount: number
  readonly failedCount: number
}

/** How many of the terminals of an assignment are how far. */
export async function syncOf({ db }: Context, id: string) {
  const { rows } = await sql<{
    state: string
    devices: number
  }>`select kept.state, sum(kept.devices)::integer as devices
    from param_set join param_set_tally kept on kept.set_id = param_set.id
    where param_set.assignment_ids @> array[${id}::uuid] group by kept.state having sum(kept.devices) > 0`.execute(
    db,
  )
  const byState = new Map(rows.map(({ state, devices }) => [state, devices]))
  return {
    states: Object.fromEntries(
      paramDeliveryStates.flatMap((state) => {
        const devices = byState.get(state)
        return devices === undefined ? [] : [[state, devices]]
      }),
    ),
  }
}
