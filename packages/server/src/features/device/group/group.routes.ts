import {
  codes,
  devicesPath,
  type Filter,
  type Group,
  groups,
  groupsPath,
  type ParsedOf,
} from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Scope } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { allOf } from '../../../kit/page.ts'
import type { Which } from '../../../kit/recycleBin.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope } from '../deviceScope.ts'
import { requireNamed, requireNoFilter } from '../filter/named.queries.ts'
import { keepUses } from '../membership/keeping.queries.ts'
import {
  announceMembers,
  groupScope,
  namedGroups,
  requireSettled,
  requireStatic,
  type StoredGroup,
} from './groupBin.ts'
import { requireOneKind } from './kinds.queries.ts'
import {
  addMembers,
  copyMembers,
  findNamed,
  findsMore,
  pageMembers,
  previewOf,
  removeMembers,
  sizeOf,
  tooMany,
} from './members.queries.ts'

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
    await findAnew(ctx, back)
    return back
  },
}

const options = { search: ['name', 'description'], order: ['name'] } as const
const life = lifecycle(groups, bin, options)

/** The lists of groups, of those that a terminal is in where one is named. */
function listsOf(deviceId: string | undefined) {
  if (deviceId === undefined) return life
  const ofDevice: Scope = {
    ...groupScope,
    rows: (principal) =>
      allOf([
        groupScope.rows(principal),
        sql<SqlBool>`id in (select member.group_id from device_group_member member
          join device on device.id = member.device_id
          where device.id = ${deviceId} and ${deviceScope.rows(principal)})`,
      ]),
  }
  return lifecycle(groups, { ...bin, scope: ofDevice }, options)
}

type Fields = ParsedOf<(typeof groups)['add']>['body']

export const groupRoutes = serve(groups, groupScope, {
  ...life,
  page: (request, ctx) => {
    const { deviceId, ...query } = request.query
    return listsOf(deviceId).page({ ...request, query }, ctx)
  },
  recyclePage: (request, ctx) => {
    const { deviceId, ...query } = request.query
    return listsOf(deviceId).recyclePage({ ...request, query }, ctx)
  },
  add: async (request, ctx) => {
    const filter = await requireFilter(ctx, request.body)
    const row = await life.add(request, ctx)
    if (!filter) return row
    await keepUses(ctx.db, row.id, filter)
    await findAnew(ctx, [row.id])
    return { ...row, state: pending }
  },
  update: async (request, ctx) => {
    const { body } = request
    const before = await bin.find(ctx, body.id)
    const filter = await requireFilter(ctx, body)
    await requireSame(ctx, before, body)
    const row = await life.update(request, ctx)
    if (!filter || !asksAnew(before, body)) return row
    await keepUses(ctx.db, row.id, filter)
    await findAnew(ctx, [row.id])
    return { ...row, state: row.state === 'SUSPENDED' ? row.state : pending }
  },
  members: async ({ query }, ctx) => {
    const group = await bin.find(ctx, query.groupId)
    return pageMembers(ctx, query, group.members ?? 0)
  },
  addMembers: async ({ body }, ctx) => {
    const group = await requireStatic(ctx, body.groupId)
    const { ids, unknown } = await findNamed(ctx, body.sns, group.orgId)
    await requireOneKind(ctx, group.id, ids)
    const count = await addMembers(ctx, group.id, ids)
    if (count > 0 && (await sizeOf(ctx, group.id)) > group.maxMembers)
      throw tooMany(group.maxMembers)
    announceMembers(ctx, group, { ids, after: { added: count } })
    return { count, unknown: [...unknown] }
  },
  removeMembers: async ({ body }, ctx) => {
    const group = await requireStatic(ctx, body.groupId)
    const { ids, unknown } = await findNamed(ctx, body.sns, null)
    const count = await removeMembers(ctx, group.id, ids)
    announceMembers(ctx, group, { ids, after: { removed: count } })
    return { count, unknown: [...unknown] }
  },
  preview: async ({ body }, ctx) => {
    if (body.groupId) await bin.find(ctx, body.groupId)
    await requireNamed(ctx, { filter: body.filter, field: 'filter', isRule: false })
    return previewOf(ctx, body)
  },
  rebuild: async ({ params: { id } }, ctx) => {
    const group = await bin.find(ctx, id)
    if (group.type !== 'DYNAMIC') throw new Refusal(codes.wrongState, 'group.notDynamic')
    if (group.state === 'SUSPENDED') throw new Refusal(codes.wrongState, 'group.notActive')
    await findAnew(ctx, [id])
    return done(ctx, group, { state: 'PENDING' })
  },
  freeze: async ({ params: { id } }, ctx) => {
    const group = await bin.find(ctx, id)
    if (group.type !== 'DYNAMIC') throw new Refusal(codes.wrongState, 'group.notDynamic')
    const { numAffectedRows } = await sql`update device_group set type = 'STATIC', filter = null,
        version = version + 1, updated_at = now(), updated_by = ${ctx.principal.userId}
      where id = ${id} and type = 'DYNAMIC' and state <> 'PENDING' and deleted_at is null`.execute(
      ctx.db,
    )
    if (numAffectedRows !== 1n) throw new Refusal(codes.wrongState, 'group.stillPending')
    await keepUses(ctx.db, id, null)
    return done(ctx, group, { type: 'STATIC' })
  },
  copy: async (request, ctx) => {
    const from = await requireSettled(ctx, request.params.id)
    const { orgId, maxMembers, description } = from
    const { name } = request.body
    const body = { name, orgId, maxMembers, description, filter: null, type: 'STATIC' as const }
    const { id } = await life.add({ ...request, params: undefined, body }, ctx)
    const ids = await copyMembers(ctx, { from: from.id, to: id, orgId })
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

/** The filter of a dynamic group, which finds no more than it may hold; null for a static one. */
async function requireFilter(ctx: Context, body: Fields): Promise<Filter | null> {
  const { type, filter, orgId, maxMembers } = body
  if (type === 'STATIC' && filter) throw fieldRefusal('filter', 'group.filterUnwanted')
  if (type === 'STATIC') return null
  if (!filter) throw fieldRefusal('filter', 'group.filterMissing')
  await requireNamed(ctx, { filter, field: 'filter', isRule: false })
  if (await findsMore(ctx, { orgId, filter, most: maxMembers }))
    throw fieldRefusal('filter', translate(ctx.language, 'group.tooMany', { limit: maxMembers }))
  return filter
}

/** What stays as it is: the type for good, the organisation while there are members. */
async function requireSame(ctx: Context, before: StoredGroup, body: Fields): Promise<void> {
  if (before.type !== body.type) throw fieldRefusal('type', 'group.typeFixed')
  const members = await sizeOf(ctx, before.id)
  if (before.orgId !== body.orgId && members > 0) throw fieldRefusal('orgId', 'group.orgFixed')
  if (body.type === 'STATIC' && members > body.maxMembers)
    throw fieldRefusal(
      'maxMembers',
      translate(ctx.language, 'group.tooMany', { limit: body.maxMembers }),
    )
}

/** Whether a change asks for other members. */
const asksAnew = (before: StoredGroup, { filter, orgId, maxMembers }: Fields): boolean =>
  before.orgId !== orgId ||
  before.maxMembers !== maxMembers ||
  JSON.stringify(sorted(before.filter)) !== JSON.stringify(sorted(filter))

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
}

function done(ctx: Context, group: StoredGroup, after: Record<string, unknown>) {
  ctx.changed(groupsPath, [group.id], [group.orgId])
  ctx.note({ targetIds: [group.id], about: { name: group.name }, after })
  return { count: 1 }
}
