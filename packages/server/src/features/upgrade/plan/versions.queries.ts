import {
  fetchedVersionStates,
  type PushKind,
  type UpgradePart,
  upgradeParts,
} from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { runningVersion, nameableVersions } from '../../device/index.ts'
import { type UpgradeOptions, upgradeTask } from '../version/upgradeTask.ts'

type Db = Kysely<DB>

/** A version as its pushes carry it. */
export interface VersionTask {
  readonly kind: PushKind
  readonly args: object
  readonly title: string
  /** What of a terminal it replaces. */
  readonly part: UpgradePart
  readonly versionName: string
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
    const task = await upgradeTask(named, id, { ...told, before: tasks })
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

/**
 * Whether all of some versions are given to terminals still; SUSPENDED: they are, or will be once more,
 * and who was given one of them goes on.
 */
export async function offerOf(
  db: Db,
  versionIds: readonly string[],
): Promise<'ONLINE' | 'SUSPENDED' | 'GONE'> {
  const { rows } = await sql<{ state: string }>`select state from upgrade_version
    where id = any(${[...versionIds]}::uuid[]) and state = any(${[...fetchedVersionStates]}::text[])
      and status = 1 and deleted_at is null`.execute(db)
  if (rows.length < new Set(versionIds).size) return 'GONE'
  return rows.every(({ state }) => state === 'ONLINE') ? 'ONLINE' : 'SUSPENDED'
}

/** Whether all of some versions are given to terminals now. */
export const areOffered = async (db: Db, versionIds: readonly string[]): Promise<boolean> =>
  (await offerOf(db, versionIds)) === 'ONLINE'

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

interface Whole {
  readonly id: string
  readonly modelIds: readonly string[]
  readonly hardware: readonly string[]
}

interface Before {
  readonly planId: string
  /** The name of the version that ran before. */
  readonly name: string
}

/**
 * Whole versions of a name that bring what a plan's first version replaces to what it was, of those that
 * somebody may give: from where the plan or its versions are at home or above, as a version of the same name
 * from elsewhere may hold anything. Of several for the same model the newest. The plan's own version may have
 * been taken back.
 */
export async function wholeVersions(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  { planId, name }: Before,
): Promise<string[]> {
  const { rows } = await sql<Whole>`with home as materialized (select place.path from plan
      join organization place on place.id = plan.org_id
        or place.id in (select brought.org_id from upgrade_version brought where brought.id = any(plan.version_ids))
      where plan.id = ${planId})
    select upgrade_version.id, upgrade_version.model_ids, upgrade_version.hardware from upgrade_version
      join organization at on at.id = upgrade_version.org_id
    where upgrade_version.kind = (select replaced.kind from plan
        join upgrade_version replaced on replaced.id = plan.version_ids[1] where plan.id = ${planId})
      and version_name = ${name} and not is_diff and state = 'ONLINE' and upgrade_version.status = 1
      and upgrade_version.deleted_at is null and ${nameableVersions.rows(principal)}
      and exists (select from home where at.path @> home.path)
    order by upgrade_version.id desc`.execute(db)
  const chosen: Whole[] = []
  for (const one of rows) if (!chosen.some((other) => isForSame(one, other))) chosen.push(one)
  return chosen.map(({ id }) => id)
}

/** Whether some terminal could be given both. */
const isForSame = (one: Whole, other: Whole): boolean =>
  one.modelIds.some((id) => other.modelIds.includes(id)) &&
  (one.hardware.length === 0 ||
    other.hardware.length === 0 ||
    one.hardware.some((revision) => other.hardware.includes(revision)))

/** Refuses versions that the caller may not bring. */
export const requireSeen = (ctx: Context, versionIds: readonly string[]): Promise<unknown> =>
  tasksOf(ctx, versionIds)
