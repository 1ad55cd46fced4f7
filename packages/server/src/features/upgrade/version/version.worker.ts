import { upgradeVersionsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context, Platform } from '../../../kit/context.ts'
import { every } from '../../../platform/every.ts'
import { giveNotice } from '../../notice/index.ts'
import { checkFile, type Checked } from './checkFile.ts'
import { reviewersAt } from './review.ts'
import { noteStep } from './trail.ts'

/** Checks the files of versions that were handed in. */
export function startVersionWorker(platform: Platform): { readonly stop: () => Promise<void> } {
  const rhythm = { name: 'the check of versions', seconds: 3, log: platform.log }
  return every(rhythm, () => checkVersions(platform))
}

interface Handed extends Checked {
  readonly id: string
  readonly name: string
  readonly version: number
  readonly createdBy: string | null
  readonly submittedBy: string | null
}

/**
 * One after the other: reading a file takes its time, and nothing is held in the database meanwhile. All of
 * them: those that cannot be checked stay, and are not to stand before those behind them.
 */
export async function checkVersions(platform: Platform): Promise<void> {
  const { rows } =
    await sql<Handed>`select version.id, version.org_id, version.name, version.version_name, version.hardware,
      version.signature, version.version, version.created_by, version.submitted_by, file.name as file_name, file.bytes, file.sha256
    from upgrade_version version join upload file on file.id = version.file_id
    where version.state = 'CHECKING' and version.deleted_at is null order by version.submitted_at`.execute(
      platform.db,
    )
  const broken: unknown[] = []
  // A version that cannot be checked keeps no other one from it.
  for (const version of rows)
    await checkOne(platform, version).catch((error: unknown) => broken.push(error))
  if (broken.length === 0) return
  const [first] = broken
  throw new AggregateError(broken, `${broken.length} versions cannot be checked: ${String(first)}`)
}

async function checkOne(platform: Platform, version: Handed): Promise<void> {
  const { db, live, now } = platform
  const { problems, signer } = await checkFile(platform, version)
  const { id, orgId } = version
  const after = problems.length === 0 ? 'PENDING' : 'DRAFT'
  const changes: Parameters<typeof live.changed>[0][] = []
  const changed = (path: string, ids: readonly string[], orgIds: readonly string[] = []) => {
    changes.push({ path, ids: [...ids], orgIds: [...orgIds] })
  }
  const isDone = await db.transaction().execute(async (trx) => {
    // Another worker may have been at it as well, and it may have been taken back.
    const { rows } = await sql`update upgrade_version set state = ${after}, signer = ${signer},
        problems = ${JSON.stringify(problems)}, version = version + 1, updated_at = ${now()}
      where id = ${id} and state = 'CHECKING' and version = ${version.version} returning id`.execute(
      trx,
    )
    if (rows.length === 0) return false
    await noteStep({ db: trx }, { id, before: 'CHECKING', after, by: null })
    await tell({ db: trx, changed }, version, after)
    return true
  })
  if (!isDone) return
  changed(upgradeVersionsPath, [id], [orgId])
  for (const change of changes) live.changed(change)
}

/** Those who decide are told that something waits; whoever handed it in, that it was sent back. */
async function tell(
  store: Pick<Context, 'db' | 'changed'>,
  { orgId, name, versionName, createdBy, submittedBy }: Handed,
  after: 'PENDING' | 'DRAFT',
): Promise<void> {
  const isPending = after === 'PENDING'
  const userIds = isPending
    ? (await reviewersAt(store.db, orgId)).filter((id) => id !== createdBy && id !== submittedBy)
    : [submittedBy].filter((id) => id !== null)
  await giveNotice(store, {
    userIds,
    severity: isPending ? 'INFO' : 'WARNING',
    textKey: isPending ? 'notice.upgradeVersion.pending' : 'notice.upgradeVersion.checkFailed',
    values: { name: `${name} ${versionName}` },
    link: '/upgrade/version',
  })
}
