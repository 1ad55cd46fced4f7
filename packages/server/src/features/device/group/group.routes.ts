import {
  codes,
  devicesPath,
  type Filter,
  type Group,
  groups,
  groupsPath,
  type ParsedOf,
  type ReplyOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle, type LifecycleOptions } from '../../../kit/lifecycle.ts'
import { allOf, equals } from '../../../kit/page.ts'
import type { Which } from '../../../kit/recycleBin.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope } from '../deviceScope.ts'
import { requireNamed, requireNoFilter } from '../filter/named.queries.ts'
import { clearFailures } from '../membership/failures.ts'
import { followsAlarms, keepUses } from '../membership/keeping.queries.ts'
import {
  announceMembers,
  groupScope,
  namedGroups,
  requireOwner,
  requireSettled,
  requireStatic,
  type StoredGroup,
  withUses,
} from './groupBin.ts'
import { keepOut, letAllIn, letIn, pageExcluded } from './exclusions.queries.ts'
import { requireRoom } from './groupRoom.ts'
import { join } from './joining.ts'
import { requireOneKindOfModels } from './kinds.queries.ts'
import {
  copyMembers,
  findNamed,
  findsMore,
  pageMembers,
  previewOf,
  removeMembers,
  sizeOf,
  wasPushedTo,
} from './members.queries.ts'
import { ownlyMembers, ownMembers } from './ownMembers.ts'
import { whyMember } from './whyMember.queries.ts'

const pending: Group['state'] = 'PENDING'

const bin: typeof namedGroups = {
  ...namedGroups,
  async remove(ctx, ids) {
    const gone = await namedGroups.remove(ctx, ids)
    await requireNoFilter(ctx, gone)
    return gone
  },
  async revert(ctx, ids: Which) {
    const back = await namedGroups.revert(ctx, ids)
    await requireRoom(ctx, back)
    await findAnew(ctx, back)
    return back
  },
}

const options: LifecycleOptions = {
  search: ['name', 'description'],
  order: ['name'],
  computed: ['usedBy'],
  filters: {
    state: (asked) =>
      asked === 'FAILED'
        ? sql<SqlBool>`failure is not null`
        : sql<SqlBool>`state = ${asked} and failure is null`,
  },
}
const shown = withCounts(
  bin,
  async (ctx, rows) => withUses(ctx, await ownMembers(ctx, rows)),
  ownlyMembers,
)
const life = lifecycle(groups, shown, options)

interface Sought {
  readonly type?: string | undefined
  readonly deviceId?: string | undefined
  readonly modelId?: string | undefined
  readonly nearOrgId?: string | undefined
}

/** The lists of groups: of those of a type, that a terminal is in, that take a model, or near an organisation, where one is named. */
function listsOf({ type, deviceId, modelId, nearOrgId }: Sought) {
  if ([type, deviceId, modelId, nearOrgId].every((one) => one === undefined)) return life
  const sought: Scope = {
    ...groupScope,
    rows: (principal) => {
      const conditions = [groupScope.rows(principal)]
      if (type !== undefined) conditions.push(equals('type', type))
      if (modelId !== undefined) conditions.push(sql<SqlBool>`model_ids @> array[${modelId}::uuid]`)
      if (deviceId !== undefined)
        conditions.push(sql<SqlBool>`id in (select member.group_id from device_group_member member
          join device on device.id = member.device_id
          where device.id = ${deviceId} and ${deviceScope.rows(principal)})`)
      if (nearOrgId !== undefined)
        conditions.push(sql<SqlBool>`org_id in (select theirs.id from organization named
          join organization theirs on theirs.path @> named.path or theirs.path <@ named.path where named.id = ${nearOrgId})`)
      return allOf(conditions)
    },
  }
  return lifecycle(groups, { ...shown, scope: sought }, options)
}

type Choice = Omit<ReplyOf<(typeof groups)['list']>[number], 'orgName'>

/** Whose each of them is: groups of two organisations may be called the same. */
async function withOwners(ctx: Context, choices: readonly Choice[]) {
  const ids = choices.map(({ id }) => id)
  const { rows } = await sql<{ id: string; orgName: string }>`
    select made.id, owner.name as org_name from device_group made join organization owner on owner.id = made.org_id
    where made.id = any(${ids}::uuid[])`.execute(ctx.db)
  const owners = new Map(rows.map(({ id, orgName }) => [id, orgName]))
  return choices.map((choice) => ({ ...choice, orgName: owners.get(choice.id) ?? '' }))
}

type Fields = ParsedOf<(typeof groups)['add']>['body']

export const groupRoutes = serve(groups, groupScope, {
  ...life,
  page: (request, ctx) => {
    const { deviceId, modelId, ...query } = request.query
    return listsOf({ deviceId, modelId }).page({ ...request, query }, ctx)
  },
  recyclePage: (request, ctx) => {
    const { deviceId, modelId, ...query } = request.query
    return listsOf({ deviceId, modelId }).recyclePage({ ...request, query }, ctx)
  },
  list: async (request, ctx) => {
    const { type, nearOrgId, ...query } = request.query
    return withOwners(ctx, await listsOf({ type, nearOrgId }).list({ ...request, query }, ctx))
  },
  add: async (request, ctx) => {
    await requireOwner(ctx, request.body.orgId)
    await requireOneKindOfModels(ctx, request.body.modelIds)
    const filter = await requireFilter(ctx, request.body, null)
    const row = await life.add(request, ctx)
    if (!filter) return row
    await requireRoom(ctx, [row.id])
    await keepUses(ctx.db, row.id, filter)
    await findAnew(ctx, [row.id])
    return { ...row, state: pending }
  },
  update: async (request, ctx) => {
    const { body } = request
    const before = await bin.find(ctx, body.id)
    await requireSame(ctx, before, body)
    if (body.orgId !== before.orgId) await requireOwner(ctx, body.orgId)
    await requireOneKindOfModels(ctx, body.modelIds, before.modelIds)
    const filter = await requireFilter(ctx, body, body.id)
    const row = await life.update(request, ctx)
    if (body.orgId !== before.orgId) await requireRoom(ctx, [row.id])
    if (before.includeSubOrgs && !body.includeSubOrgs) await letGoBelow(ctx, body.id)
    if (!filter || !asksAnew(before, body)) return row
    await keepUses(ctx.db, row.id, filter)
    await requireNoLoop(ctx, row.id)
    await findAnew(ctx, [row.id])
    return { ...row, state: row.state === 'SUSPENDED' ? row.state : pending }
  },
  members: async ({ query }, ctx) => {
    const group = await bin.find(ctx, query.groupId)
    return pageMembers(ctx, query, group.members ?? 0)
  },
  addMembers: async ({ body }, ctx) => {
    const group = await requireStatic(ctx, body.groupId)
    const { ids, unknown } = await findNamed(ctx, body.sns, group)
    const { length: count } = await join(ctx, group, ids)
    announceMembers(ctx, group, { ids, after: { added: count } })
    return { count, unknown: [...unknown] }
  },
  removeMembers: async ({ body }, ctx) => {
    const group = await requireStatic(ctx, body.groupId)
    const { ids, unknown } = await findNamed(ctx, body.sns, null)
    const { length: count } = await removeMembers(ctx, group.id, ids)
    announceMembers(ctx, group, { ids, after: { removed: count } })
    return { count, unknown: [...unknown] }
  },
  excluded: async ({ query }, ctx) => {
    await bin.find(ctx, query.groupId)
    return pageExcluded(ctx, query)
  },
  exclude: async ({ body }, ctx) => {
    const group = await requireDynamic(ctx, body.groupId)
    const { ids, unknown } = await findNamed(ctx, body.sns, null)
    // Whoever judges its members now is waited for, and what he finds is found anew.
    await findAnew(ctx, [group.id])
    const count = await keepOut(ctx, group.id, ids)
    announceMembers(ctx, group, { ids, after: { excluded: count } })
    return { count, unknown: [...unknown] }
  },
  readmit: async ({ body }, ctx) => {
    const group = await requireDynamic(ctx, body.groupId)
    const { ids, unknown } = await findNamed(ctx, body.sns, null)
    await findAnew(ctx, [group.id])
    const count = await letIn(ctx, group.id, ids)
    announceMembers(ctx, group, { ids, after: { readmitted: count } })
    return { count, unknown: [...unknown] }
  },
  why: async ({ params: { id }, query: { deviceId } }, ctx) => {
    const group = await requireDynamic(ctx, id)
    const { filter, maxMembers, members } = group
    if (!filter) throw notFound()
    return whyMember(ctx, {
      group: { ...group, filter, members: members ?? 0 },
      maxMembers,
      deviceId,
    })
  },
  preview: async ({ body }, ctx) => {
    if (body.groupId) await bin.find(ctx, body.groupId)
    await requireNamed(ctx, { filter: body.filter, field: 'filter', isRule: false })
    return previewOf(ctx, body)
  },
  rebuild: async ({ params: { id } }, ctx) => {
    const group = await requireDynamic(ctx, id)
    if (group.state === 'SUSPENDED') throw new Refusal(codes.wrongState, 'group.notActive')
    await findAnew(ctx, [id])
    return done(ctx, group, { state: 'PENDING' })
  },
  freeze: async ({ params: { id } }, ctx) => {
    const group = await requireDynamic(ctx, id)
    const { numAffectedRows } = await sql`update device_group set type = 'STATIC', filter = null,
        state = case when state = 'PENDING' then 'ACTIVE' else state end,
        version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
      where id = ${id} and type = 'DYNAMIC' and deleted_at is null and (state <> 'PENDING'
        or exists (select from device_group_failure failed where failed.group_id = device_group.id))`.execute(
      ctx.db,
    )
    if (numAffectedRows !== 1n) throw new Refusal(codes.wrongState, 'group.stillPending')
    await clearFailures(ctx.db, [id])
    await keepUses(ctx.db, id, null)
    await letAllIn(ctx, id)
    return done(ctx, group, { type: 'STATIC' })
  },
  copy: async (request, ctx) => {
    const from = await requireSettled(ctx, request.params.id)
    const { orgId, includeSubOrgs, modelIds, maxMembers, description } = from
    const { name } = request.body
    const kept = { orgId, includeSubOrgs, modelIds, maxMembers, description }
    const body = { ...kept, name, filter: null, type: 'STATIC' as const }
    const { id } = await life.add({ ...request, params: undefined, body }, ctx)
    const ids = await copyMembers(ctx, { from, to: id })
    if (ids.length > 0) ctx.changed(devicesPath, ids, [orgId])
    ctx.note({ targetIds: [id], about: { name }, after: { copyOf: from.name, added: ids.length } })
    return { id, count: ids.length }
  },
  suspend: async ({ params: { id, suspended } }, ctx) => {
    const group = await bin.find(ctx, id)
    const isWanted = suspended === '1'
    const back = sql`case when type = 'DYNAMIC' then 'PENDING' else 'ACTIVE' end`
    const { numAffectedRows } = await sql`update device_group
      set state = ${isWanted ? sql`'SUSPENDED'` : back}, filter_rev = filter_rev + 1,
        version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
      where id = ${id} and state = ${isWanted ? 'ACTIVE' : 'SUSPENDED'} and deleted_at is null`.execute(
      ctx.db,
    )
    if (numAffectedRows !== 1n)
      throw new Refusal(codes.wrongState, isWanted ? 'group.notActive' : 'group.notSuspended')
    return done(ctx, group, { suspended: isWanted })
  },
})

async function requireDynamic(ctx: Context, id: string): Promise<StoredGroup> {
  const group = await bin.find(ctx, id)
  if (group.type !== 'DYNAMIC') throw new Refusal(codes.wrongState, 'group.notDynamic')
  return group
}

/** The filter of a dynamic group, which finds no more than it may hold; null for a static one. */
async function requireFilter(
  ctx: Context,
  body: Fields,
  id: string | null,
): Promise<Filter | null> {
  const { type, filter, maxMembers } = body
  if (type === 'STATIC' && filter) throw fieldRefusal('filter', 'group.filterUnwanted')
  if (type === 'STATIC') return null
  if (!filter) throw fieldRefusal('filter', 'group.filterMissing')
  await requireNamed(ctx, { filter, field: 'filter', isRule: false })
  if (await findsMore(ctx, { ...body, id, filter, most: maxMembers }))
    throw fieldRefusal('filter', translate(ctx.language, 'group.tooMany', { limit: maxMembers }))
  return filter
}

/** Alarms by a rule for the group must not decide who is in the group. */
async function requireNoLoop(ctx: Context, id: string): Promise<void> {
  if (!(await followsAlarms(ctx, id))) return
  const { rows } =
    await sql`select from alarm_rule where group_id = ${id} and deleted_at is null limit 1`.execute(
      ctx.db,
    )
  if (rows.length > 0) throw fieldRefusal('filter', 'group.ruledByAlarms')
}

/** What stays as it is: the type for good; organisation and models while there are members, or once something was pushed to it. */
async function requireSame(ctx: Context, before: StoredGroup, body: Fields): Promise<void> {
  if (before.type !== body.type) throw fieldRefusal('type', 'group.typeFixed')
  const members = await sizeOf(ctx, before.id)
  const isOther = before.orgId !== body.orgId
  if (isOther || !isSameSet(before.modelIds, body.modelIds)) {
    const field = isOther ? 'orgId' : 'modelIds'
    if (members > 0) throw fieldRefusal(field, isOther ? 'group.orgFixed' : 'group.modelsFixed')
    if (await wasPushedTo(ctx, before.id)) throw fieldRefusal(field, 'group.pushedTo')
  }
  if (body.type === 'STATIC' && members > body.maxMembers)
    throw fieldRefusal(
      'maxMembers',
      translate(ctx.language, 'group.tooMany', { limit: body.maxMembers }),
    )
}

/** Members of a static group that is narrowed to its own organisation are judged anew: those below leave. */
const letGoBelow = (ctx: Context, id: string) =>
  sql`insert into device_changed (device_id) select member.device_id from device_group_member member
    join device_group named on named.id = member.group_id
    where member.group_id = ${id} and named.type = 'STATIC' order by 1`.execute(ctx.db)

/** Whether a change asks for other members. */
const asksAnew = (before: StoredGroup, after: Fields): boolean =>
  before.orgId !== after.orgId ||
  before.includeSubOrgs !== after.includeSubOrgs ||
  !isSameSet(before.modelIds, after.modelIds) ||
  before.maxMembers !== after.maxMembers ||
  JSON.stringify(sorted(before.filter)) !== JSON.stringify(sorted(after.filter))

const isSameSet = (some: readonly string[], others: readonly string[]): boolean =>
  JSON.stringify([...new Set(some)].sort()) === JSON.stringify([...new Set(others)].sort())

/** The database keeps the members of objects in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(members.map(([key, inner]) => [key, sorted(inner)]))
}

/** Has the members of those that are dynamic found anew; a suspended group waits until it is taken up again. */
async function findAnew(ctx: Context, ids: readonly string[]): Promise<void> {
  await sql`update device_group set filter_rev = filter_rev + 1,
      state = case when state = 'SUSPENDED' then state else 'PENDING' end
    where id = any(${[...ids]}::uuid[]) and type = 'DYNAMIC'`.execute(ctx.db)
  await clearFailures(ctx.db, ids)
}

function done(ctx: Context, group: StoredGroup, after: Record<string, unknown>) {
  ctx.changed(groupsPath, [group.id], [group.orgId])
  ctx.note({ targetIds: [group.id], about: { name: group.name }, after })
  return { count: 1 }
}
