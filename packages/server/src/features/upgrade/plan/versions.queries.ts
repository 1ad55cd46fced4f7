import { type PushKind, type UpgradePart, upgradeParts } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { runningVersion } from '../../device/index.ts'
import { type UpgradeOptions, upgradeTask } from '../version/upgradeTask.ts'
import { nameableVersions } from '../version/versionScope.ts'

type Db = Kysely<DB>

/** A version as its pushes carry it. */
export interface VersionTask {
  readonly kind: PushKind
  readonly args: object
  readonly title: string
  /** What of a terminal it replaces. */
  readonly part: UpgradePart
}

/** Parts of which a second person agrees to any version. */
const sensitive: readonly UpgradePart[] = ['FIRMWARE', 'KERNEL']

export const isSensitive = (tasks: readonly VersionTask[]): boolean =>
  tasks.some(({ part }) => sensitive.includes(part))

/** Versions as tasks, in their order; refuses what the caller may not bring. */
export async function tasksOf(
  named: Pick<Context, 'db' | 'principal'>,
  versionIds: readonly string[],
  told: UpgradeOptions = {},
): Promise<VersionTask[]> {
  const tasks: VersionTask[] = []
  for (const id of versionIds) {
    const task = await upgradeTask(named, id, told)
    if (!task) throw fieldRefusal('versionIds', 'plan.notOffered')
    tasks.push(task)
  }
  return tasks
}

/** Refuses versions that there are not, and one that is named twice; answers what they replace. */
export async function requireVersions(
  ctx: Context,
  versionIds: readonly string[],
): Promise<UpgradePart[]> {
  const twice = versionIds.findIndex((id, nth) => versionIds.indexOf(id) !== nth)
  if (twice >= 0) throw fieldRefusal('versionIds', 'plan.versionTwice')
  const tasks = await tasksOf(ctx, versionIds)
  return upgradeParts.filter((part) => tasks.some((task) => task.part === part))
}

/** Whether all of some versions are given to terminals still. */
export async function areOffered(db: Db, versionIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from upgrade_version
    where id = any(${[...versionIds]}::uuid[]) and state = 'ONLINE' and status = 1
      and deleted_at is null`.execute(db)
  return rows[0]?.count === new Set(versionIds).size
}

/** Whether somebody may bring all of some versions still: they are offered, and he sees them. */
export async function mayBring(
  named: Pick<Context, 'db' | 'principal'>,
  versionIds: readonly string[],
): Promise<boolean> {
  for (const id of versionIds) if (!(await upgradeTask(named, id))) return false
  return true
}

/** What runs on a terminal of that which the first of some versions replaces, over `device`. */
export const runningOf = ([first]: readonly VersionTask[]): RawBuilder<string | null> =>
  first ? runningVersion(first.part) : sql`null::text`

/**
 * Whole versions of a name that bring what a version replaces to what it was, of those that somebody may give;
 * the version itself may have been taken back.
 */
export async function wholeVersions(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  { after, name }: { readonly after: string | undefined; readonly name: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from upgrade_version
    where kind = (select replaced.kind from upgrade_version replaced where replaced.id = ${after ?? null}::uuid)
      and version_name = ${name} and not is_diff and state = 'ONLINE' and status = 1 and deleted_at is null
      and ${nameableVersions.rows(principal)}
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Refuses versions that the caller may not bring. */
export const requireSeen = (ctx: Context, versionIds: readonly string[]): Promise<unknown> =>
  tasksOf(ctx, versionIds)
