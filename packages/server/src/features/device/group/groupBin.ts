import { codes, devicesPath, type Filter, groupsPath } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { holding, recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming, requireNamed, type Use } from '../../../kit/references.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { saidUses } from '../../../kit/saidUses.ts'
import { functionalScope } from '../functional/functionalScope.ts'

/** Whose groups a caller sees. */
export const groupScope = organizationsBy('orgId')

/** What is for a group: it goes before its group does, which would take it along. */
export const groupUses: readonly Use[] = [
  {
    table: 'functional',
    field: 'groupId',
    name: 'name',
    says: 'used.functional',
    scope: functionalScope,
  },
  {
    table: 'alarmRule',
    field: 'groupId',
    name: 'name',
    says: 'used.alarmRule',
    scope: groupScope,
  },
  { table: 'orgApk', field: 'groupId', name: 'name', says: 'used.policy', scope: groupScope },
  {
    table: 'paramAssignment',
    field: 'groupId',
    name: 'name',
    says: 'used.param',
    scope: groupScope,
  },
  {
    table: 'jsonDocument',
    field: 'groupId',
    name: 'name',
    says: 'used.jsonDocument',
    scope: groupScope,
  },
  { table: 'logRule', field: 'groupId', name: 'name', says: 'used.logRule', scope: groupScope },
  {
    table: 'push',
    field: 'groupId',
    name: 'taskNo',
    says: 'used.push',
    scope: groupScope,
    // Whoever is written down already gets it, whatever becomes of the group.
    inForce: sql<SqlBool>`ended_at is null and (expanded_at is null or is_growing or cron is not null)`,
  },
  {
    table: 'plan',
    field: 'groupIds',
    name: 'name',
    says: 'used.planOfGroup',
    scope: groupScope,
    isList: true,
    inForce: sql<SqlBool>`ended_at is null and deleted_at is null`,
  },
]

const records = keptWhileUsed(
  holding<{ filter: Filter | null }>()(recycleBin(groupsPath, 'deviceGroup', groupScope)),
  groupUses,
)
const owner = { field: 'orgId', to: 'organization', scope: organizationsBy('id') } as const

/** Refuses an organisation that the caller does not see: before its terminals are asked for anything. */
export const requireOwner = (ctx: Context, orgId: string): Promise<void> =>
  requireNamed(ctx, owner, orgId)

/** Groups, kept while something uses them. */
export const namedGroups = naming(records, [owner])

export type StoredGroup = Awaited<ReturnType<(typeof namedGroups)['find']>>

/** Groups with what uses them, in words. */
export async function withUses(ctx: Context, rows: readonly StoredGroup[]) {
  const used = rows.filter(({ uses }) => uses).map(({ id }) => id)
  const said = used.length === 0 ? null : await saidUses(ctx, used, groupUses)
  return rows.map((row) => ({ ...row, usedBy: said?.get(row.id) ?? [] }))
}

/** A static group that stays until the caller's transaction ends; refuses any other. */
export async function requireStatic(ctx: Context, id: string): Promise<StoredGroup> {
  const group = await namedGroups.find(ctx, id)
  // Who names members does not wait for who edits the group, but nobody removes it meanwhile.
  const { rows } = await sql<{ type: string }>`select type from device_group
    where id = ${id} and deleted_at is null for key share`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  if (rows[0].type !== 'STATIC') throw new Refusal(codes.wrongState, 'group.notStatic')
  return group
}

/** A group whose members are known, and stay so until the commit: none of them is being found. */
export async function requireSettled(ctx: Context, id: string): Promise<StoredGroup> {
  const group = await namedGroups.find(ctx, id)
  const { rows } = await sql<{ state: string }>`select state from device_group
    where id = ${id} and deleted_at is null for share`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  if (rows[0].state === 'PENDING') throw new Refusal(codes.wrongState, 'group.stillPending')
  return group
}

interface Done {
  readonly ids: readonly string[]
  readonly after: Readonly<Record<string, unknown>>
}

/** Tells of members who came or went. */
export function announceMembers(ctx: Context, group: StoredGroup, { ids, after }: Done): void {
  ctx.changed(groupsPath, [group.id], [group.orgId])
  if (ids.length > 0) ctx.changed(devicesPath, ids, [group.orgId])
  ctx.note({ targetIds: [group.id], about: { name: group.name }, after })
}
