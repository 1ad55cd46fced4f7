import { developerDownloads, developers, downloadsPath } from '@muster/contract'
import { sql } from 'kysely'
import { holdersOf } from '../../access/holders.ts'
import { readRights, type UserRights } from '../../access/rights.ts'
import type { Platform } from '../../kit/context.ts'
import { every, type Job } from '../../kit/jobs.ts'
import { giveNotice, tellNotices } from '../notice/index.ts'
import { linkTo } from './developer.queries.ts'
import { isAdmitted } from './downloadScope.ts'
import { readProgramme } from './programme.ts'

/** Tells once of each application that nobody has answered in time. */
export async function tellOfLateReviews({ db, live, now }: Platform): Promise<void> {
  const { slaHours } = await readProgramme(db)
  if (slaHours === 0) return
  const told: string[] = []
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ name: string }>`with due as (select id from developer
        where state in ('APPLIED', 'REVIEWING') and deleted_at is null and late_told_at is null
          and applied_at < ${now().toISOString()}::timestamptz - make_interval(hours => ${slaHours}::integer)
        order by applied_at limit 50 for update skip locked)
      update developer set late_told_at = ${now().toISOString()} from due
      where due.id = developer.id returning developer.name`.execute(trx)
    if (rows.length === 0) return
    const userIds = await holdersOf(trx, developers.review.permission)
    const changed = (_: string, ids: readonly string[]) => void told.push(...ids)
    for (const { name } of rows)
      await giveNotice(
        { db: trx, changed },
        {
          userIds,
          severity: 'WARNING',
          textKey: 'notice.developer.late',
          values: { name, hours: slaHours },
          link: linkTo(name),
        },
      )
  })
  tellNotices(live, [...new Set(told)])
}

/** So many hear of a new download. */
const mostTold = 5000

interface Out {
  readonly id: string
  readonly title: string
  readonly release: string
  readonly kind: string
  readonly audience: string
  readonly vendorIds: readonly string[]
}

/** Tells of downloads that have come out those they are for, and those who wait for them: of each once. */
export async function tellOfDownloads({ db, live }: Platform): Promise<void> {
  const told: string[] = []
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Out>`with due as (select id from developer_download
        where told_at is null and publish_at <= now() and withdrawn_at is null and status = 1
          and deleted_at is null order by publish_at limit 20 for update skip locked)
      update developer_download download set told_at = now() from due
      where due.id = download.id returning download.id, title, release, kind, audience,
        vendor_ids`.execute(trx)
    if (rows.length > 0)
      live.changed({ path: downloadsPath, ids: rows.map(({ id }) => id), orgIds: [] })
    const changed = (_: string, ids: readonly string[]) => void told.push(...ids)
    for (const out of rows)
      await giveNotice(
        { db: trx, changed },
        {
          userIds: await listenersOf(trx, out),
          severity: 'INFO',
          textKey: 'notice.download.published',
          values: { title: out.title, release: out.release },
          link: `/vendor/developer-download?${new URLSearchParams({ keyword: out.title }).toString()}`,
        },
      )
  })
  tellNotices(live, [...new Set(told)])
}

/** Developers it is for, and whoever follows it and may see it. */
async function listenersOf(db: Platform['db'], out: Out): Promise<readonly string[]> {
  const { audience } = out
  const isForDevelopers = audience === 'DEVELOPER' || audience === 'PUBLIC'
  const { rows } = await sql<{ id: string }>`select account_id as id from developer
      where ${isForDevelopers} and ${isAdmitted}
    union select member.account_id from developer_member member
        join developer on developer.id = member.developer_id
        join app_user account on account.id = member.account_id
      where ${isForDevelopers} and ${isAdmitted} and is_usable(account)
    order by 1 limit ${mostTold}`.execute(db)
  const ids = new Set([...rows.map(({ id }) => id), ...(await followersOf(db, out))])
  return [...ids].slice(0, mostTold)
}

/** Who follows a download and may see this version; what is for developers alone, only its editors. */
async function followersOf(db: Platform['db'], out: Out): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select account.id
    from developer_download_follower follower join app_user account on account.id = follower.user_id
    where follower.kind = ${out.kind} and follower.title = lower(${out.title}) and is_usable(account)
    order by 1 limit ${mostTold}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const rights = await readRights(db, ids)
  return ids.filter((id) => {
    const own = rights.get(id)
    return own !== undefined && seesDownload(own, out)
  })
}

/** What {@link downloadScope} asks of the rows, for one that is out. */
function seesDownload({ isSuperAdmin, permissions, scope }: UserRights, out: Out): boolean {
  if (isSuperAdmin || permissions.has(developerDownloads.update.permission)) return true
  if (out.audience === 'DEVELOPER' || !permissions.has(developerDownloads.page.permission))
    return false
  if (out.audience !== 'VENDOR' || out.vendorIds.length === 0) return true
  return scope.rules.some(
    ({ vendorIds }) =>
      vendorIds.length === 0 || vendorIds.some((vendorId) => out.vendorIds.includes(vendorId)),
  )
}

export const developerJobs: readonly Job[] = [
  every('17 * * * *', 'developer.lateReviews', tellOfLateReviews),
  every('* * * * *', 'developer.downloads', tellOfDownloads),
]
