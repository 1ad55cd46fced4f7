import { developers, downloadsPath } from '@muster/contract'
import { sql } from 'kysely'
import { holdersOf } from '../../access/holders.ts'
import type { Platform } from '../../kit/context.ts'
import { every, type Job } from '../../kit/jobs.ts'
import { giveNotice, tellNotices } from '../notice/index.ts'
import { linkTo } from './developer.queries.ts'
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
}

/** Tells of downloads that have come out those they are for, and those who wait for them: of each once. */
export async function tellOfDownloads({ db, live }: Platform): Promise<void> {
  const told: string[] = []
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<Out>`with due as (select id from developer_download
        where told_at is null and publish_at <= now() and withdrawn_at is null and status = 1
          and deleted_at is null order by publish_at limit 20 for update skip locked)
      update developer_download download set told_at = now() from due
      where due.id = download.id returning download.id, title, release, kind, audience`.execute(trx)
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

/** Developers it is for, and whoever follows it; what is for developers alone, nobody else hears of. */
async function listenersOf(
  db: Platform['db'],
  { kind, title, audience }: Out,
): Promise<readonly string[]> {
  const isForDevelopers = audience === 'DEVELOPER' || audience === 'PUBLIC'
  const { rows } = await sql<{ id: string }>`select account_id as id from developer
      where ${isForDevelopers} and state = 'APPROVED' and status = 1 and sdk_access
        and deleted_at is null
    union select follower.user_id from developer_download_follower follower
      join app_user account on account.id = follower.user_id
      where ${audience !== 'DEVELOPER'} and follower.kind = ${kind}
        and follower.title = lower(${title}) and is_usable(account)
    order by id limit ${mostTold}`.execute(db)
  return rows.map(({ id }) => id)
}

export const developerJobs: readonly Job[] = [
  every('17 * * * *', 'developer.lateReviews', tellOfLateReviews),
  every('* * * * *', 'developer.downloads', tellOfDownloads),
]
