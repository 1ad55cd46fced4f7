import {
  codes,
  type Param,
  paramDelivery,
  type ParamLevel,
  paramLevels,
  params,
  paramsPath,
  type ParsedOf,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import type { Stored } from '../../../kit/record.ts'
import { deviceScope } from '../../device/index.ts'
import { nameableApps } from '../../app/index.ts'
import { progressOf } from '../resolve/progress.queries.ts'
import { lookAgain } from './force.ts'
import { isAskedAmongMany, requireFew, takeTurn } from './many.ts'
import { countTargets, requireTarget, type Target } from './target.ts'

/** Assignments of the organisations in the caller's data scope. */
export const paramScope = organizationsBy('orgId')

/** The records as the table has them. */
export const plain = naming(recycleBin(paramsPath, 'paramAssignment', paramScope), [
  // Before its organisation: who names a group that he does not see has named no organisation.
  { field: 'groupId', to: 'deviceGroup', scope: organizationsBy('orgId') },
  { field: 'stationId', to: 'station', scope: organizationsBy('orgId') },
  { field: 'deviceId', to: 'device', scope: deviceScope },
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'appId', to: 'app', scope: nameableApps },
])
export type Kept = Awaited<ReturnType<typeof plain.find>>

type Written = ParsedOf<(typeof params)['add']>['body']
type Shown = Omit<
  Param,
  'status' | 'createdAt' | 'updatedAt' | 'publishedAt' | 'effectiveFrom' | 'effectiveTo'
> &
  Stored &
  Pick<
    Kept,
    'createdAt' | 'updatedAt' | 'deletedAt' | 'publishedAt' | 'effectiveFrom' | 'effectiveTo'
  >

/** Assignments without what they say, which their editor asks for. */
export const assignmentBin: Bin<Shown, Written> = {
  ...plain,
  find: async (ctx, id) => one(ctx, await plain.find(ctx, id)),
  show: async (ctx, rows) => shown(ctx, await plain.show(ctx, rows)),
  async add(ctx, values) {
    const { name, priority, remark, appId, templateRevId, effectiveFrom, effectiveTo } = values
    requireSpan(values)
    const target = await requireTarget(ctx, values)
    await requireTemplate(ctx, { appId, templateRevId, orgId: target.orgId })
    const options = JSON.stringify(values.options)
    const head = { name, priority, remark, effectiveFrom, effectiveTo, options }
    return one(ctx, await plain.add(ctx, { ...head, ...target, appId, templateRevId }))
  },
  async update(ctx, values) {
    // Each update call brings the whole form.
    const form = params.update.schemas.body.parse(values)
    requireSpan(form)
    await takeTurn(ctx)
    const before = await plain.find(ctx, form.id)
    const target = await requireTarget(ctx, form)
    const isSame =
      target.level === before.level && form.appId === before.appId && isSameTarget(before, target)
    if (!isSame && (await wasInForce(ctx, form.id)))
      throw fieldRefusal('level', 'param.fixedTarget')
    const { id, version, name, priority, remark, appId, templateRevId } = form
    // Whose it is was settled when it was made: a terminal that moves takes none along.
    const orgId = isSame ? before.orgId : target.orgId
    if (templateRevId !== before.templateRevId)
      await requireTemplate(ctx, { appId, templateRevId, orgId })
    const row = await plain.update(ctx, {
      id,
      version,
      name,
      priority,
      remark,
      ...target,
      orgId,
      appId,
      templateRevId,
      effectiveFrom: form.effectiveFrom,
      effectiveTo: form.effectiveTo,
      options: JSON.stringify(form.options),
      ...(await unasked(ctx, before)),
    })
    if (before.revision !== null && priority !== before.priority) {
      await requireFew(ctx, 'paramAssignment', [row])
      await lookAgain(ctx, [id])
    }
    await letGo(ctx, [id])
    return one(ctx, await plain.find(ctx, id))
  },
  async setStatus(ctx, ids, status) {
    await takeTurn(ctx)
    const set = await plain.setStatus(ctx, ids, status)
    const rows = await ctx.db
      .selectFrom('paramAssignment')
      .selectAll()
      .where('id', 'in', [...set, noId])
      .execute()
    await requireFew(ctx, 'paramAssignment', rows)
    await lookAgain(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    const gone = await plain.remove(ctx, ids)
    const active = await ctx.db
      .selectFrom('paramAssignment')
      .select('name')
      .where('id', 'in', [...gone, noId])
      .where('revision', 'is not', null)
      .executeTakeFirst()
    if (active)
      throw new Refusal(codes.warning, 'param.activeStays', { params: { name: active.name } })
    // Out of the bin it comes as a draft: what was scheduled does not come into force by itself.
    await ctx.db
      .updateTable('paramAssignmentRev')
      .set({ state: 'SUPERSEDED' })
      .where('assignmentId', 'in', [...gone, noId])
      .where('state', '=', 'SCHEDULED')
      .execute()
    return gone
  },
}

async function wasInForce({ db }: Context, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('paramAssignmentRev')
    .select('revision')
    .where('assignmentId', '=', id)
    .where('rev', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

const noId = '00000000-0000-0000-0000-000000000000'

/** An assignment that waits for nobody. */
export const notAsked = { askedBy: null, askedFor: null } as const

/** What an assignment is that does not wait for a second person any more. */
export const stateBefore = ({ revision }: Pick<Kept, 'revision'>) =>
  revision === null ? 'DRAFT' : 'ACTIVE'

/** Who changes what waits for a second person takes that back, but for what he asked for among many. */
export async function unasked(ctx: Context, before: Kept) {
  if (before.state !== 'PENDING_APPROVAL' || (await isAskedAmongMany(ctx, before))) return {}
  return { state: stateBefore(before), ...notAsked }
}

/**
 * What says again what is in force waits for nobody, whoever asked for it, and is nobody's draft: who changes it
 * from now on starts anew.
 */
export async function letGo({ db }: Context, ids: readonly string[]): Promise<void> {
  await sql`update param_assignment own set editors = '{}',
      state = case when own.asked_for = 'ACTIVATE' then 'ACTIVE' else own.state end,
      asked_by = case when own.asked_for = 'ACTIVATE' then null else own.asked_by end,
      asked_for = nullif(own.asked_for, 'ACTIVATE')
    from param_assignment_row said, param_assignment_rev told
    where said.id = own.id and own.id = any(${[...ids]}::uuid[]) and own.status = 1 and not said.is_changed
      and told.assignment_id = own.id and told.revision = own.revision
      and told.ends_at is not distinct from own.effective_to and (own.effective_from is null or own.effective_from <= now())
      and (own.asked_for = 'ACTIVATE' or own.editors <> '{}')`.execute(db)
}

function requireSpan({ effectiveFrom, effectiveTo }: Written): void {
  if (effectiveFrom && effectiveTo && Date.parse(effectiveTo) <= Date.parse(effectiveFrom))
    throw fieldRefusal('effectiveTo', 'param.endsBefore')
}

const isSameTarget = (before: Kept, target: Target): boolean =>
  (before.level === 'ORG' ? before.orgId === target.orgId : true) &&
  before.stationId === target.stationId &&
  before.groupId === target.groupId &&
  before.deviceId === target.deviceId

interface Chosen {
  readonly appId: string
  readonly templateRevId: string
  readonly orgId: string
}

/** The revision is of the application, is offered at the target, and may still be begun with. */
export async function requireTemplate(
  ctx: Context,
  { appId, templateRevId, orgId }: Chosen,
): Promise<void> {
  const row = await ctx.db
    .selectFrom('paramTemplateRev as rev')
    .innerJoin('paramTemplate as template', 'template.id', 'rev.templateId')
    .innerJoin('organization as over', 'over.id', 'template.orgId')
    .innerJoin('organization as own', (join) => join.on('own.id', '=', orgId))
    .select(['template.state', 'template.appId', 'template.status'])
    .where('rev.id', '=', templateRevId)
    .where('template.deletedAt', 'is', null)
    .where(({ eb }) => eb('own.path', '<@', eb.ref('over.path')))
    .executeTakeFirst()
  if (!row || row.appId !== appId) throw fieldRefusal('templateRevId', 'rule.unknownRecord')
  if (row.status === 0) throw fieldRefusal('templateRevId', 'rule.disabledRecord')
  if (row.state !== 'PUBLISHED') throw fieldRefusal('templateRevId', 'param.templateOver')
}

async function one(ctx: Context, row: Kept): Promise<Shown> {
  const [only] = await shown(ctx, [row])
  if (!only) throw new Error('an assignment was lost while it was counted')
  return only
}

async function shown(ctx: Context, rows: readonly Kept[]): Promise<Shown[]> {
  const counts = await countTargets(ctx, rows)
  const progress = await progressOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ content: _, sealed: __, secretPids: ___, ...row }) => ({
    ...row,
    level: levelOf(row),
    state: stateOf(row),
    askedFor: row.askedFor === 'ACTIVATE' || row.askedFor === 'REVOKE' ? row.askedFor : null,
    options: paramDelivery().parse(row.options),
    isChanged: row.isChanged ?? true,
    pidCount: row.pidCount ?? 0,
    ...named(row),
    deviceCount: counts.get(row.id) ?? 0,
    ...(progress.get(row.id) ?? noProgress),
  }))
}

const noProgress = { syncedCount: 0, pendingCount: 0, failedCount: 0 } as const

/** Names that the view cannot promise; each of them is there. */
const named = (
  row: Pick<
    Kept,
    'orgName' | 'targetName' | 'appName' | 'package' | 'templateName' | 'templateRevision'
  >,
) => ({
  orgName: row.orgName ?? '',
  targetName: row.targetName ?? '',
  appName: row.appName ?? '',
  package: row.package ?? '',
  templateName: row.templateName ?? '',
  templateRevision: row.templateRevision ?? 0,
})

/** The level of an assignment as the contract knows it. */
export function levelOf({ level }: { readonly level: string }): ParamLevel {
  const known = paramLevels.find((one) => one === level)
  if (!known) throw new Error(`no assignment is of level ${level}`)
  return known
}

const stateOf = ({ state }: Pick<Kept, 'state'>): Param['state'] =>
  state === 'ACTIVE' || state === 'REVOKED' || state === 'PENDING_APPROVAL' ? state : 'DRAFT'
