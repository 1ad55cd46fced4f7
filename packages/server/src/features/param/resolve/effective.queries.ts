import {
  type EffectiveParam,
  type EffectiveParams,
  type FormField,
  paramDeliveryStates,
  type ParamsOfApp,
  type ParamSource,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { seesAdvanced, shownOf } from '../assignment/shown.ts'
import { fill, readForm } from './content.ts'
import { sealedFor } from './follow.ts'
import { inFuture } from './future.ts'
import { originOf, readSet, type Written } from './sets.queries.ts'
import { waitsFor } from './waits.queries.ts'

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
export async function effectiveOf(ctx: Context, told: Told): Promise<EffectiveParams> {
  const { deviceId, appId } = told
  const sn = await requireSn(ctx, deviceId)
  return at(ctx, told, async (inside, moment) => {
    const held = await heldAt(inside, { deviceId, appId, at: moment })
    if (!held) return { sn, appId, held: null }
    const { hash: _, ...shown } = held
    const isShown = await shownOf(inside, [held.templateRevId])
    const values = await valuesOf(inside, { ...held, deviceId, appId })
    return {
      sn,
      appId,
      held: {
        ...shown,
        unresolved: held.unresolved.filter(isShown),
        state: paramDeliveryStates.find((state) => state === held.state) ?? 'PENDING',
        values: values.filter(({ pid }) => isShown(pid)),
      },
    }
  })
}

/** Whatever is asked of a moment to come is asked of a present in which what is scheduled has happened. */
const at = <T>(
  ctx: Context,
  told: Told,
  ask: (inside: Context, moment: string | null) => Promise<T>,
): Promise<T> =>
  told.at !== null && Date.parse(told.at) > ctx.now().getTime()
    ? inFuture(ctx, { ...told, at: told.at }, (inside) => ask(inside, null))
    : ask(ctx, told.at)

export async function requireSn({ db, principal }: Context, id: string): Promise<string> {
  const device = await db
    .selectFrom('device')
    .select('sn')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where(devices.rows(principal))
    .executeTakeFirst()
  if (!device) throw notFound()
  return device.sn
}

/** The values of a terminal, for comparing: of each secret where it comes from. Nothing of an application that nobody speaks of. */
export async function saidOfDevice(ctx: Context, told: Told) {
  const name = await requireSn(ctx, told.deviceId)
  return at(ctx, told, async (inside, moment) => {
    const held = await heldAt(inside, { ...told, at: moment })
    if (!held) return { name, templateRevId: null, values: {}, secrets: {} }
    return { name, ...(await saidIn(inside, { ...held, ...told })) }
  })
}

/** Values that a terminal was to have, for comparing: of each secret where it comes from. */
export async function saidIn(ctx: Context, held: HeldSet & { readonly revision: number }) {
  const { written, values, isHidden } = await filledOf(ctx, held)
  // A secret that is in a variable is the terminal's own, and another one with each change.
  const secretOf = (one: Written) =>
    one.isSecret ? originOf(one) : `${held.deviceId}/${held.revision}`
  return {
    templateRevId: held.templateRevId,
    values: Object.fromEntries(
      written.filter((one) => !isHidden(one)).map(({ pid }) => [pid, values[pid] ?? '']),
    ),
    secrets: Object.fromEntries(written.filter(isHidden).map((one) => [one.pid, secretOf(one)])),
  }
}

export interface HeldSet {
  readonly deviceId: string
  readonly appId: string
  readonly setId: number
  readonly templateRevId: string
  readonly variables: unknown
  readonly sealedVariables: Buffer | null
}

/** The values of a set as a terminal gets them, and which of them are secret. */
async function filledOf(ctx: Context, held: HeldSet) {
  const store = { db: ctx.db, secrets: ctx.platform.secrets }
  const written = await readSet(store, held.setId)
  const purpose = sealedFor(held.deviceId, held.appId)
  const secret = held.sealedVariables
    ? texts.parse(JSON.parse(store.secrets.open(held.sealedVariables, purpose).toString()))
    : {}
  const plain = texts.parse(held.variables ?? {})
  const form = await readForm(store, held.templateRevId)
  const { values, hidden } = fill(written, { plain, secret }, form)
  const isHidden = ({ pid }: Pick<Written, 'pid'>) => hidden.has(pid)
  return { written, values, isHidden, form }
}

/** The values of a set as a terminal gets them, each with its cause; of what is secret only that it is. */
async function valuesOf(ctx: Context, held: HeldSet): Promise<EffectiveParam[]> {
  const { written, values, isHidden, form } = await filledOf(ctx, held)
  const causes = await causesOf(ctx, written)
  const told = written.map((one) => {
    const { pid, text, isSecret, ownerId, fromRev } = one
    const filled = values[pid] ?? ''
    return {
      pid,
      label: labelIn(form.fields.get(pid), ctx.language),
      value: isHidden(one) ? null : filled,
      written: isSecret || filled === text ? null : text,
      isSecret: isHidden(one),
      ...causes(ownerId, fromRev),
    }
  })
  return told.toSorted((one, other) => (one.pid < other.pid ? -1 : 1))
}

const labelIn = (field: FormField | undefined, language: string): string | null =>
  field ? field.labels[language] || field.label : null

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
      template.name as template_name, rev.rev as template_revision, held.state, ${waitsFor} as waits_for,
      held.revision, held.since, ${unresolved} as unresolved,
      case when held.state = 'PARTLY_APPLIED' then ${refusedOf(ctx)} else '[]' end as refused, ${editsOf(ctx)} as edits,
      coalesce((select jsonb_agg(jsonb_build_object('ruleId', rule.id, 'name', rule.name) order by rule.name)
        from param_held_by(held.device_id, held.app_id) by (rule_id) join param_rule rule on rule.id = by.rule_id), '[]') as held_by, applied.hash = held.hash as is_proved, applied.reported_at as proved_at
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

/** What the terminal tells was changed there of what `held` says and `applied` tells, as the caller is shown it. */
export const editsOf = (ctx: Context) =>
  sql`case when held.state = 'DRIFT' then array(select edit from unnest(applied.edits) edit where ${isTold(ctx, sql`edit`)}) else '{}' end`

/** What was not taken of what the item of `held` brought, as the caller is shown it; the words of a secret may tell it. */
export const refusedOf = (ctx: Context) =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('pid', refusal.pid, 'why',
      case when not coalesce(field.is_secret, true) and held.sealed_variables is null then refusal.why end) order by refusal.pid)
    from param_refusal refusal left join param_template_pid field
      on field.template_rev_id = param_set.template_rev_id and field.pid = refusal.pid
    where refusal.item_id = held.item_id and ${isTold(ctx, sql`refusal.pid`)}), '[]')`

/** Terminals that one answer names. */
const mostFound = 200

interface Search {
  readonly pid: string
  readonly value: string
  readonly after?: string | undefined
}

/**
 * Terminals whose value of a parameter is a text by what variables are for them, with the subject: no variable of
 * others is filled where the value names one alone, which is looked up by what it has to be.
 */
const filledWith = ({ pid, value }: Search) => {
  const isFilled = sql`param_filled(meant.value, held.variables) = ${value}`
  return sql`with meant as materialized (
      select id, value, cardinality(keys) = 1 and strpos(value, '$\${') = 0 and cardinality(string_to_array(value, '\${')) = 2 as is_one,
        keys[1] as name, param_part(value, keys[1], ${value}) as part
      from param_value where pid = ${pid} and value is not null and keys <> '{}')
    select held.device_id, held.app_id from meant
      join param_desired held on held.until is null and held.variables is not null
        and held.variables @> jsonb_build_object(meant.name, meant.part)
      join param_set on param_set.id = held.set_id and param_set.value_ids @> array[meant.id]
    where meant.is_one and meant.part is not null and ${isFilled}
    union
    select held.device_id, held.app_id from meant
      join param_set on param_set.value_ids @> array[meant.id]
      join param_desired held on held.set_id = param_set.id and held.until is null and strpos(held.variables::text, '\${') > 0
    where meant.is_one and strpos(held.variables ->> meant.name, '\${') > 0 and ${isFilled}
    union
    select held.device_id, held.app_id from meant
      join param_set on param_set.value_ids @> array[meant.id]
      join param_desired held on held.set_id = param_set.id and held.until is null
    where not meant.is_one and ${isFilled}`
}

/** Terminals that have a value, also by what variables are for them; secrets are not searched. */
export async function searchValues(ctx: Context, { pid, value, after }: Search) {
  const { rows } = await sql<{
    deviceId: string
    sn: string
    appId: string
    appName: string
  }>`select device.id as device_id, device.sn, app.id as app_id, app.name as app_name
    from (
      select held.device_id, held.app_id from param_value meant join param_set on param_set.value_ids @> array[meant.id]
        join param_desired held on held.set_id = param_set.id and held.until is null
      where meant.pid = ${pid} and meant.value is not null and meant.keys = '{}'
        and left(meant.value, 200) = left(${value}, 200) and meant.value = ${value}
      union (${filledWith({ pid, value })})
    ) found join param_desired held on held.device_id = found.device_id and held.app_id = found.app_id and held.until is null
      join param_set on param_set.id = held.set_id
      join device on device.id = held.device_id
      join app on app.id = held.app_id
    where device.deleted_at is null and ${isTold(ctx, sql`${pid}::text`)} and ${devices.rows(ctx.principal)} and device.id > ${after ?? noId}::uuid
    order by device.id, app.id limit ${mostFound + 1}`.execute(ctx.db)
  const list = rows.slice(0, mostFound)
  return { devices: list, next: rows.length > mostFound ? (list.at(-1)?.deviceId ?? null) : null }
}

const noId = '00000000-0000-0000-0000-000000000000'
