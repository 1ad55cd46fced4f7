import {
  type KeptTargets,
  type PushOptions,
  type updateModes,
  usualPriority,
} from '@muster/contract'
import { sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import type { Context } from '../../../kit/context.ts'
import { givePush, type PushSteer, steerPushes } from '../../device/index.ts'
import { type AppTask, installTask, removalTask, versionBefore } from '../push/appWish.ts'

/** What gives pushes, and on whose behalf. */
export interface Giving extends Pick<Context, 'db' | 'now' | 'changed'> {
  readonly giver: FrozenPrincipal
}

export interface Moved {
  readonly id: string
  readonly orgId: string
}

/** A terminal that is away for days gets it when it is back. */
const ttlSeconds = 7 * 24 * 3600

/** How a terminal is told to go about an update. */
export const optionsOf = (mode: (typeof updateModes)[number]) =>
  mode === 'SILENT' ? {} : mode === 'ASK' ? { ask: true } : { idle: true }

interface About {
  readonly orgApkId: string
  readonly releaseId?: string | undefined
  readonly purpose: 'FORTH' | 'BACK' | 'OFF' | 'KEEP' | 'LEFT'
  readonly percent?: number
  readonly targets: KeptTargets
  readonly isPartOfWaiting?: boolean
  readonly hours?: Hours
}

/** The hours of a policy, as it keeps them. */
export interface Hours {
  readonly windowFrom: string | null
  readonly windowUntil: string | null
  readonly windowDays: readonly number[]
}

const windowOf = ({ windowFrom, windowUntil, windowDays }: Hours): Pick<PushOptions, 'window'> =>
  windowFrom === null || windowUntil === null
    ? {}
    : { window: { from: windowFrom, until: windowUntil, days: [...windowDays] } }

/** Gives a task to some terminals in the name of a policy; null: there are none. */
export async function giveFor(
  giving: Giving,
  task: AppTask,
  { orgApkId, releaseId, purpose, percent, targets, isPartOfWaiting = false, hours }: About,
): Promise<Moved | null> {
  const { giver, db } = giving
  const options = {
    ...(hours && windowOf(hours)),
    retries: 0,
    needOnline: false,
    notify: false,
    priority: usualPriority,
  }
  const wish = {
    ...task,
    editors: await editorsOf(db, { orgApkId, releaseId, purpose }),
    targets,
    growing: false,
    options,
    ttlSeconds,
    startsAt: null,
    giver,
    isPartOfWaiting,
  }
  const made = await givePush(giving, wish)
  if (!made) return null
  const row = { pushId: made.id, orgApkId, releaseId: releaseId ?? null, purpose }
  await db
    .insertInto('orgApkPush')
    .values({ ...row, percent: percent ?? null })
    .execute()
  return { id: made.id, orgId: giver.orgId }
}

/** Who has changed what a push comes of. To the way back those may agree whose doing it undoes. */
async function editorsOf(
  db: Giving['db'],
  { orgApkId, releaseId, purpose }: Pick<About, 'orgApkId' | 'releaseId' | 'purpose'>,
): Promise<readonly string[]> {
  if (purpose === 'BACK' || purpose === 'OFF') return []
  const { rows } = await sql<{ id: string }>`select unnest(editors) as id from org_apk_giver
      where org_apk_id = ${orgApkId}
    union select unnest(editors) from org_apk_release where id = ${releaseId ?? null}::uuid`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

interface Share extends Hours {
  readonly orgApkId: string
  readonly apkId: string
  readonly percent: number
  readonly above: number
  readonly updateMode: (typeof updateModes)[number]
}

/** Brings the version of a release to the share that it has come to; answers the push, if it has terminals. */
export async function pushShare(giving: Giving, releaseId: string): Promise<Moved | null> {
  const { rows } = await sql<Share>`select release.org_apk_id, release.apk_id, release.percent,
      policy.update_mode, policy.window_from, policy.window_until, policy.window_days, coalesce((select max(made.percent) from org_apk_push made
        where made.release_id = release.id and made.purpose = 'FORTH'), 0) as above
    from org_apk_release release join org_apk policy on policy.id = release.org_apk_id
    where release.id = ${releaseId}`.execute(giving.db)
  const [share] = rows
  if (!share || share.above >= share.percent) return null
  const { orgApkId, percent, above, updateMode } = share
  const named = { db: giving.db, principal: principalOf(giving.giver) }
  const task = await installTask(named, share.apkId, optionsOf(updateMode))
  if (!task) return null
  const release = { id: releaseId, part: 'FORTH', above, upTo: percent } as const
  return giveFor(giving, task, {
    orgApkId,
    releaseId,
    purpose: 'FORTH',
    percent,
    targets: { release },
    hours: share,
  })
}

/** Moves all pushes of a release that are still open; answers those that moved. */
export async function steerShares(
  { db }: Pick<Context, 'db'>,
  releaseId: string,
  to: { readonly act: PushSteer; readonly reason?: string },
): Promise<Moved[]> {
  const { rows } = await sql<{ id: string }>`select push_id as id from org_apk_push
    where release_id = ${releaseId} and purpose = 'FORTH'`.execute(db)
  return steerPushes(
    db,
    rows.map(({ id }) => id),
    to,
  )
}

interface Return {
  readonly orgApkId: string
  readonly appId: string
  readonly code: number
  readonly wantedId: string | null
  readonly uninstalls: boolean
}

/** Brings those who took a release back to the version before, or to none where they had none. */
export async function pushBack(giving: Giving, releaseId: string): Promise<Moved[]> {
  const { rows } =
    await sql<Return>`select release.org_apk_id, policy.app_id, apk.version_code as code,
      case when target.version_code < apk.version_code then target.apk_id end as wanted_id,
      policy.uninstall_when_left as uninstalls
    from org_apk_release release join org_apk policy on policy.id = release.org_apk_id
      join apk on apk.id = release.apk_id
      left join org_apk_target target on target.org_apk_id = policy.id
    where release.id = ${releaseId}`.execute(giving.db)
  const [back] = rows
  if (!back) return []
  const named = { db: giving.db, principal: principalOf(giving.giver) }
  const before = back.wantedId
    ? await installTask(named, back.wantedId, { downgrade: true })
    : await versionBefore(named, back)
  const none = back.uninstalls ? await removalTask(named, back.appId) : null
  const made = [
    before && (await giveFor(giving, before, wayBack(back, releaseId, 'BACK'))),
    none && (await giveFor(giving, none, wayBack(back, releaseId, 'OFF'))),
  ]
  return made.filter((one) => one !== null)
}

function wayBack({ orgApkId }: Return, releaseId: string, purpose: 'BACK' | 'OFF'): About {
  const release = { id: releaseId, part: purpose, above: 0, upTo: 100 }
  return { orgApkId, releaseId, purpose, targets: { release } }
}
